"""The keyboard of a desktop cannot open developer tools, page sources, files or scripts."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
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


@pytest.mark.parametrize("keys", first(*TOOLS, count=2))
async def test_developer_tools_cannot_be_opened(desktop: DesktopSession, keys: str) -> None:
    await game(desktop)
    before = await targets(desktop)
    await press(desktop, keys)
    # Long enough for a window of developer tools to be announced.
    await asyncio.sleep(1)
    assert await targets(desktop) == before
    await press(desktop, "Enter")  # Closes the notice that they are blocked.


@pytest.mark.parametrize(
    "address",
    first(
        *("file:///etc/passwd", "chrome://version/", "file:///tmp/", "data:text/html,x"),
        *("chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html",),
        count=2,
    ),
)
async def test_the_address_bar_cannot_open_other_schemes(
    desktop: DesktopSession, eventually, address: str
) -> None:
    await game(desktop)
    guard = desktop.page_session.page.guard
    await enter(desktop, address)
    await eventually(lambda: guard.refused and guard.refused[-1] == address)


async def test_page_sources_cannot_be_opened(desktop: DesktopSession) -> None:
    await game(desktop)
    guard, url = desktop.page_session.page.guard, desktop.page_session.page.url
    seen = len(guard.refused)
    await enter(desktop, f"view-source:{url}")
    await asyncio.sleep(1)
    text = await desktop.page_session.page.run("document.body.innerText")
    assert "<html" not in text
    assert "<script" not in text
    assert len(guard.refused) >= seen
    await press(desktop, "Enter")


async def test_the_address_bar_cannot_run_scripts(desktop: DesktopSession) -> None:
    await game(desktop)
    await enter(desktop, "javascript:document.title='ran'")
    await asyncio.sleep(1)
    assert await desktop.page_session.page.run("document.title") != "ran"


async def test_file_dialogs_cannot_open_files_of_the_machine(desktop: DesktopSession) -> None:
    await game(desktop)
    await press(desktop, "ctrl+o")
    await asyncio.sleep(1)
    await desktop.act(computer.TypeText(text="/etc/passwd"))
    await press(desktop, "Enter", "Escape", "Escape")
    await asyncio.sleep(1)
    assert "root:" not in await desktop.page_session.page.run("document.body.innerText")


async def test_none_of_these_attempts_solves_the_game(desktop: DesktopSession) -> None:
    assert (await desktop.evidence()).get("password") is None
