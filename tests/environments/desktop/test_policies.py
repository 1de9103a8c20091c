"""The keyboard of a desktop cannot open developer tools, page sources, files or scripts."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from conftest import NEVER, Eventually
from per_change import first

from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.webgames.benchmark import HOST
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.actions import computer
from webproctor.core.errors import UserError
from webproctor.environments.browser import find_browser
from webproctor.environments.desktop import DesktopSession, find_programs
from webproctor.environments.isolation import unavailable_reason

TOOLS = ("F12", "ctrl+shift+i", "ctrl+shift+j", "ctrl+shift+c", "ctrl+u")


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    try:
        find_programs()
        find_browser(window=True)
    except UserError as error:
        pytest.skip(str(error))
    if missing := unavailable_reason():
        pytest.skip(f"policies need a sandbox: {missing}")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def desktop() -> AsyncIterator[DesktopSession]:
    benchmark = load_benchmark("webgames", task=("date",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "desktop") as session:
        assert isinstance(session, DesktopSession)
        yield session


async def press(session: DesktopSession, *every: str) -> None:
    for keys in every:
        assert (await session.act(computer.KeyPress(keys=keys))).ok
    await session.display.settle()


async def enter(session: DesktopSession, address: str) -> None:
    """Type an address into the address bar."""
    await press(session, "ctrl+l")
    await session.act(computer.TypeText(text=address))
    await press(session, "Enter")


async def targets(session: DesktopSession) -> set[str]:
    """Return the addresses of all the browser's targets, without its own user interface."""
    [found] = await session.page_session.page.devtools.send(None, [("Target.getTargets", {})])
    urls: list[Any] = [one["url"] for one in found["targetInfos"]]
    return {url for url in urls if not url.startswith("chrome://omnibox")}


async def game(session: DesktopSession) -> None:
    """Bring the game's page to the front."""
    assert isinstance(session.page_session, GameWebSession)
    page = session.page_session.page
    if not page.url.startswith("http"):
        await page.go("to", url=f"http://{HOST}/{session.page_session.game_session.token}/")
    assert page.url.startswith("http://webgames.localhost/")


def notice_shown(session: DesktopSession) -> bool:
    """Whether a notice dims the page, whose background is light otherwise."""
    return session.display.raw()[-4] < 128  # The blue of the last pixel.


async def press_until(session: DesktopSession, keys: str, condition: Callable[[], object]) -> None:
    """Press keys until a condition is true, repeatedly: a busy browser can lose an input."""
    async with asyncio.timeout(NEVER):
        for attempt in itertools.count():
            if condition():
                return
            if attempt % 100 == 0:
                await press(session, keys)
            await asyncio.sleep(0.05)


async def request_developer_tools(session: DesktopSession, keys: str) -> None:
    """Press keys, and wait for the notice that developer tools are blocked."""
    await press_until(session, keys, lambda: notice_shown(session))


async def close_notice(session: DesktopSession) -> None:
    await press_until(session, "Enter", lambda: not notice_shown(session))


@pytest.mark.parametrize("keys", first(*TOOLS))
async def test_developer_tools_cannot_be_opened(desktop: DesktopSession, keys: str) -> None:
    await game(desktop)
    before = await targets(desktop)
    await request_developer_tools(desktop, keys)
    assert await targets(desktop) == before
    await close_notice(desktop)


@pytest.mark.parametrize(
    "address",
    first(
        *("file:///etc/passwd", "chrome://version/", "file:///tmp/", "data:text/html,x"),
        *("chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html",),
        count=2,
    ),
)
async def test_the_address_bar_cannot_open_other_schemes(
    desktop: DesktopSession, eventually: Eventually, address: str
) -> None:
    await game(desktop)
    guard = desktop.page_session.page.guard
    await enter(desktop, address)
    await eventually(lambda: guard.refused and guard.refused[-1] == address)


async def test_page_sources_cannot_be_opened(desktop: DesktopSession) -> None:
    await game(desktop)
    page = desktop.page_session.page
    address, text = f"view-source:{page.url}", ""
    async with asyncio.timeout(NEVER):
        while "blocked" not in text:
            await enter(desktop, address)
            text = await page.run("document.body?.innerText ?? ''")
    assert "<html" not in text
    assert "<script" not in text


async def test_the_address_bar_cannot_run_scripts(desktop: DesktopSession) -> None:
    await game(desktop)
    await enter(desktop, "javascript:document.title='ran'")
    # The browser shows the notice after it has handled the address.
    await request_developer_tools(desktop, "F12")
    assert await desktop.page_session.page.run("document.title") != "ran"
    await close_notice(desktop)


async def test_file_dialogs_cannot_open_files_of_the_machine(desktop: DesktopSession) -> None:
    await game(desktop)
    await press_until(desktop, "ctrl+o", lambda: desktop.display.title() == "Open File")
    await desktop.act(computer.TypeText(text="/etc/passwd"))
    await press_until(desktop, "Enter", lambda: desktop.display.title() != "Open File")
    # The browser shows the notice after it has handled the file.
    await request_developer_tools(desktop, "F12")
    assert "root:" not in await desktop.page_session.page.run("document.body.innerText")
    await close_notice(desktop)


async def test_none_of_these_attempts_solves_the_game(desktop: DesktopSession) -> None:
    assert (await desktop.evidence()).get("password") is None
