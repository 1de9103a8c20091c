"""The desktop: windows, dialogs, mouse and keyboard; games solved through the screen."""

import asyncio
import io
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace

import psutil
import pytest
import pytest_asyncio
from conftest import NEVER
from environments.desktop.pixel_player import PixelExecutor
from per_change import first
from PIL import Image
from Xlib import X

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import computer, web
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply, Tool
from webproctor.environments.browser import find_browser
from webproctor.environments.desktop import DesktopSession, Display, find_programs
from webproctor.environments.desktop.display import HEIGHT, WIDTH

# All kinds of clicks, keys, drags, scrolling in both directions, uploads, downloads, print, frames;
# the first one in every test run.
GAMES = (
    *("map-panner", "scroll-vertical", "otp-entry", "file-upload", "print-reveal"),
    *("right-click", "iframe-nest", "date"),
    *("button-hold", "click-cubed", "click-pixel", "popup-chaos", "canvas-catch", "key-combo"),
    *("scroll-horizontal", "scroll-diagonal", "text-mirror", "file-credentials", "menu-navigator"),
)


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    try:
        find_programs()
        find_browser(window=True)
    except UserError as error:
        pytest.skip(str(error))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def desktop() -> AsyncIterator[DesktopSession]:
    """A session of a game that the tests do not solve."""
    benchmark = load_benchmark("webgames", task=("date",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "desktop") as session:
        assert isinstance(session, DesktopSession)
        yield session


@pytest.mark.parametrize("game", first(*GAMES))
async def test_a_game_is_solved_by_mouse_and_keyboard(game: str) -> None:
    benchmark = load_benchmark("webgames", task=(game,))
    async with benchmark:
        [task] = benchmark.tasks()
        async with benchmark.session(task, "desktop") as session:
            # The oracle decides what to do; the actions are executed through the screen.
            answer = await benchmark.oracle().run(task, PixelExecutor(session, task))  # type: ignore
            episode = Episode(task=task.id, answer=answer, evidence=await session.evidence())
    assert benchmark.score(task, episode).value == 1.0


async def test_a_page_is_scrolled_to_its_end_by_its_scroll_bar() -> None:
    benchmark = load_benchmark("webgames", task=("scroll-vertical",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "desktop") as session:
        assert isinstance(session, DesktopSession)
        top = HEIGHT - await session.page_session.page.call("(() => innerHeight)")
        drag = computer.MouseDrag(x=WIDTH - 7, y=top + 20, path=[[WIDTH - 7, HEIGHT - 1]])
        assert (await session.act(drag)).ok
        shown = (
            "new Promise((done) => {"
            " const text = () => document.querySelector('#status:not(:empty), #won')?.textContent;"
            " const look = () => (text() ? done(text()) : setTimeout(look, 10));"
            " look(); })"
        )
        assert "The password is" in await session.page_session.page.run(shown)


async def test_the_screen_shows_the_browser_window_and_the_page(desktop: DesktopSession) -> None:
    seen = await desktop.observe(frozenset({"screenshot"}))
    picture = Image.open(io.BytesIO(seen.read("screenshot"))).convert("RGB")
    assert picture.size == (WIDTH, HEIGHT) == (seen.width, seen.height)
    assert len(picture.getcolors(maxcolors=1_000_000) or ()) > 50


async def test_other_views_and_actions_are_refused(desktop: DesktopSession) -> None:
    with pytest.raises(UserError, match="provides only screenshots, not text"):
        await desktop.observe(frozenset({"text"}))
    assert "click is not available" in (await desktop.act(web.Click(element=0))).message
    off = await desktop.act(computer.MouseClick(x=2000, y=1))
    assert off.message == "the point (2000, 1) is outside the screen of 1280 x 800"
    far = await desktop.act(computer.Screenshot(region=[2000, 0, 3000, 100]))
    assert (far.ok, far.message) == (False, "no pixel of the screen is in the region")
    assert "no key 'hyper'" in (await desktop.act(computer.KeyPress(keys="hyper"))).message


async def test_characters_without_a_key_are_typed(desktop: DesktopSession) -> None:
    page = desktop.page_session.page
    await page.run("document.querySelector('input').focus()")
    text = "Aé€Ж日~" + "абвгдежзийклмнопрстуфхцчшщъыьэюя" + "A€Ж"
    await desktop.act(computer.TypeText(text=text))
    # On a loaded machine, the last keys can reach the page after the action.
    async with asyncio.timeout(NEVER):
        while len(value := await page.run("document.querySelector('input').value")) < len(text):
            pass
    assert value == text


async def test_a_window_that_is_closed_is_replaced_before_the_next_observation() -> None:
    benchmark = load_benchmark("webgames", task=("date",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "desktop") as session:
        assert isinstance(session, DesktopSession)
        for _ in range(2):
            await session.act(computer.KeyPress(keys="ctrl+shift+w"))
            assert session.display.title()
        assert (await session.evidence())["inputs"] == "verified"


async def test_all_processes_end_with_the_desktop() -> None:
    own = psutil.Process()
    before = {child.pid for child in own.children(recursive=True)}
    async with Display.start() as display:
        assert display.name.startswith(":")
        assert {child.pid for child in own.children(recursive=True)} > before
    left = {child.pid for child in own.children(recursive=True)} - before
    assert not left


async def test_two_desktops_run_at_the_same_time() -> None:
    async with Display.start() as one, Display.start() as other:
        assert one.name != other.name


def test_a_desktop_refuses_a_virtual_clock() -> None:
    benchmark = load_benchmark("webgames", task=("date",), clock="virtual")

    async def begin() -> None:
        async with benchmark, benchmark.session(benchmark.tasks()[0], "desktop"):
            pass

    with pytest.raises(UserError, match="runs in real time"):
        asyncio.run(begin())


class Silent:
    """A model that is never called."""

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: str = "auto"
    ) -> Reply:
        raise AssertionError("nobody should ask")


def test_the_error_for_missing_programs_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UserError, match="apt-get install xvfb openbox chromium"):
        make_agent("computer", load_benchmark("webgames"), Silent(), surface="desktop")


async def test_the_title_of_a_window_closed_in_the_meantime_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Display.start() as display:
        gone = display._server.screen().root.create_window(0, 0, 9, 9, 0, X.CopyFromParent)
        gone.destroy()
        held = SimpleNamespace(value=[gone.id])
        root = SimpleNamespace(get_full_property=lambda *_: held)
        monkeypatch.setattr(display, "_root", root)
        assert display.title() == ""
