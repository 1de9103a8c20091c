"""What is stored of a session whose steps are executed again, or whose pages have secrets."""

import contextlib
import re
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from conftest import Site

from webproctor.collect.demonstration.steps import Operation
from webproctor.collect.tools.demonstrate.live import LiveSession
from webproctor.core.errors import UserError
from webproctor.environments.browser import Browser

PAGE = """<!doctype html><style>body { margin: 0 }
button, input { margin: 0; width: 200px; height: 40px; box-sizing: border-box; display: block }
</style>
<button onclick="this.textContent = 'Ave' + 'nue 17'">Show</button>
<input type=password oninput="if (value.length == 6) {
  fetch('/keep?pin=' + value).then(() => { document.title = 'kept' }); value = '' }">"""
MIDDLES = {"button": (100, 20), "input": (100, 60)}


@contextlib.asynccontextmanager
async def slot(_: LiveSession) -> AsyncIterator[None]:
    yield


@contextlib.asynccontextmanager
async def recording(site: Site, browser: Browser, folder: Path) -> AsyncIterator[LiveSession]:
    """Yield a session that records steps on the page above, with a text that is masked."""
    site.add("kept", "/keep")
    url, masked = site.add(PAGE, "/secrets"), [re.compile("Avenue")]
    session = LiveSession(browser, slot, folder, url, masked, 600)
    try:
        await session.resume()
        await session.start()
        yield session
    finally:
        await session.abort()


async def do(session: LiveSession, name: str, op: Operation = "CLICK", value: str = "") -> None:
    await session.select(*MIDDLES[name])
    await session.perform(op, value, None, False)


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


async def test_traces_of_replayed_steps_with_masked_text_are_not_stored(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    async with recording(site, browser, tmp_path) as session:
        await do(session, "button")
        await do(session, "input", "HOVER")
        await session.undo()
        assert len(session.steps) == 1
        await session.finish()
    stored = names(tmp_path)
    assert "session.har.zip" in stored
    assert stored.isdisjoint({"trace.zip", "video.webm"})


async def test_a_failed_replay_records_nothing(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    async with recording(site, browser, tmp_path) as session:
        await do(session, "button", "HOVER")
        await do(session, "input", "HOVER")
        site.add("<!doctype html>Avenue", "/secrets")
        await session.undo()
        assert (session.phase, session.failed_index) == ("closed", 0)
    assert names(tmp_path) == {"step-0000"}


async def test_a_password_that_a_field_rejected_is_not_in_the_network_traffic(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    async with recording(site, browser, tmp_path) as session:
        await do(session, "button", "HOVER")
        with pytest.raises(UserError, match="TYPE was not possible"):
            await do(session, "input", "TYPE", "482913")
        assert session.web is not None
        while await session.web.page.run("document.title") != "kept":
            await session.web.wait_until_idle()
        await session.finish()
    with zipfile.ZipFile(tmp_path / "session.har.zip") as archive:
        traffic = archive.read("network.har").decode()
    assert "/keep?pin=[masked]" in traffic
    assert "482913" not in traffic


async def test_viewers_never_see_a_session_that_has_ended_with_an_open_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = LiveSession(browser, slot, tmp_path, "http://shop.test/", [], 600)
    session.phase = "opening"
    seen: list[tuple[bool, str]] = []

    async def abort() -> None:
        seen.append((session.ended, session.phase))

    monkeypatch.setattr(session, "abort", abort)
    await session.end()
    assert seen == [(True, "closed")]
