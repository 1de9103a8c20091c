"""The browser: a separate context for each page, and restarts when it has died."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
import pytest_asyncio
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, Page, Viewport
from webproctor.environments.browser.launching import Running

# Timeout of the browser whose pages hang, in seconds: enough to open a page on a busy machine.
TIMEOUT = 3.0
KEEP = "document.cookie = 'a=1'; localStorage.a = 1; sessionStorage.a = 1"
KEPT = "[document.cookie, localStorage.a, sessionStorage.a]"


class Never(Response):
    """A page whose response never ends."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"<p>", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass


def chromiums() -> set[int]:
    """Return the process ids of the Chromiums started by this process, one for each."""
    found: dict[int, int] = {}
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            command = " ".join(process.cmdline())
            sandbox = "/gate.py" in command  # Its command line contains the browser's options too.
            if "--remote-debugging-pipe" in command and "--type=" not in command and not sandbox:
                found[process.pid] = process.ppid()
    # The browser may be started by a shell script.
    return found.keys() - found.values()


async def causes_of_loss(page: Page) -> list[str]:
    """Call methods of a page that is gone, concurrently, and return the causes of the errors."""
    calls = [
        page.run("while (true);"),
        page.call("webproctor.pageInfo"),
        page.screenshot(),
        page.resize(800, 600),
    ]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    return [one.cause if isinstance(one, SessionLost) else repr(one) for one in answers]


@pytest_asyncio.fixture(loop_scope="session")
async def own(site, executable: Path) -> AsyncIterator[Browser]:
    """A browser for this test only, which the test may kill."""
    async with Browser({site.host: site.port}, executable=executable, timeout=TIMEOUT) as one:
        yield one


# Contexts


async def test_a_page_leaves_nothing_for_the_next_one(browser: Browser, site):
    url = site.add("<p>")
    async with browser.page() as page:
        await page.open(url)
        await page.run(KEEP)
        assert await page.run(KEPT) == ["a=1", "1", "1"]
    async with browser.page() as page:
        await page.open(url)
        assert await page.run(KEPT) == ["", None, None]


async def test_concurrent_pages_share_nothing(browser: Browser, site):
    url = site.add("<p>")
    async with browser.page() as first, browser.page() as second:
        await asyncio.gather(first.open(url), second.open(url))
        await first.run(KEEP)
        assert await second.run(KEPT) == ["", None, None]


async def test_nothing_is_cached_between_pages(browser: Browser, site):
    url = site.add(Response("<p>", headers={"Cache-Control": "max-age=3600"}), "/cached")
    for _ in range(2):
        async with browser.page() as page:
            await page.open(url)
    assert site.requests.count("GET /cached") == 2


async def test_a_page_has_the_requested_size_and_scale(browser: Browser, site):
    async with browser.page(viewport=Viewport(800, 600, 2.0)) as page:
        await page.open(site.add("<p>"))
        seen = await page.run("[innerWidth, innerHeight, devicePixelRatio]")
    assert seen == [800, 600, 2]


async def test_a_page_has_the_default_size(browser: Browser, site):
    async with browser.page() as page:
        await page.open(site.add("<p>"))
        seen = await page.run("[innerWidth, innerHeight, devicePixelRatio, screen.width]")
    assert seen == [1280, 720, 1, 1920]


async def test_language_and_time_zone_do_not_depend_on_the_machine(browser: Browser, site):
    async with browser.page() as page:
        await page.open(site.add("<p>"))
        zone = "Intl.DateTimeFormat().resolvedOptions().timeZone"
        assert await page.run(f"[navigator.language, {zone}]") == ["en-US", "UTC"]


async def test_service_workers_cannot_be_registered(browser: Browser, site):
    site.add(Response("", media_type="text/javascript"), "/worker.js")
    async with browser.page() as page:
        await page.open(site.add("<p>"))
        register = "navigator.serviceWorker?.register('/worker.js')"
        await page.run(f"Promise.resolve({register}).catch(() => 0)")
    assert "GET /worker.js" not in site.requests


# The process


async def test_the_browser_starts_with_the_first_page_and_ends_with_the_block(
    site, executable: Path
):
    before = chromiums()
    async with Browser({site.host: site.port}, executable=executable) as browser:
        assert chromiums() == before
        async with browser.page():
            assert len(chromiums() - before) == 1
        async with browser.page():
            assert len(chromiums() - before) == 1
    assert chromiums() == before


async def test_background_activity_and_popup_blocking_are_disabled(site, executable: Path):
    before = chromiums()
    async with Browser({site.host: site.port}, executable=executable) as browser:
        await browser.start()
        [pid] = chromiums() - before
        options = psutil.Process(pid).cmdline()
    for option in ("background-networking", "component-update", "popup-blocking", "sync"):
        assert f"--disable-{option}" in options


async def test_concurrent_pages_share_one_browser(own: Browser, site):
    before = chromiums()
    url = site.add("<title>one of many</title>")

    async def title() -> str:
        async with own.page() as page:
            await page.open(url)
            return (await page.call("webproctor.pageInfo"))["title"]

    assert await asyncio.gather(*(title() for _ in range(4))) == ["one of many"] * 4
    assert len(chromiums() - before) == 1


async def test_after_a_dead_browser_the_session_is_lost_and_the_next_page_gets_another(
    own: Browser, site
):
    before = chromiums()
    url = site.add("<title>alive</title>")
    async with own.page() as page:
        await page.open(url)
        [pid] = chromiums() - before
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(SessionLost) as lost:
            await page.call("webproctor.pageInfo")
        assert lost.value.cause == "browser"
    async with own.page() as page:
        await page.open(url)
        assert (await page.call("webproctor.pageInfo"))["title"] == "alive"
    assert pid not in chromiums()


async def test_a_browser_that_ends_during_a_check_is_replaced(
    own: Browser, monkeypatch: pytest.MonkeyPatch
):
    async def ended(running: Running, _: float) -> bool:
        await own._end(running)  # As a page does that cannot be closed.
        return False

    others = chromiums()
    async with own.page():
        first = chromiums() - others
    monkeypatch.setattr(Running, "responds", ended)
    async with own.page() as page:
        assert await page.run("1 + 1") == 2
        assert not first & chromiums()


async def test_any_call_to_a_dead_browser_loses_the_session(own: Browser, site):
    before = chromiums()
    url = site.add("<p>")
    async with own.page() as page:
        await page.open(url)
        [pid] = chromiums() - before
        os.kill(pid, signal.SIGKILL)
        assert await causes_of_loss(page) == ["browser"] * 4
        with pytest.raises(SessionLost):
            await page.click(1, 1)
        with pytest.raises(SessionLost):
            await page.open(url)


async def test_a_crashed_page_loses_its_session_but_not_the_browser(own: Browser, site):
    before = chromiums()
    url = site.add("<title>well</title>")
    async with own.page() as page:
        await page.open(url)
        calls = page.send("Page.crash"), page.call("webproctor.pageInfo")
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(one) for one in answers] == [SessionLost] * 2
    async with own.page() as page:
        await page.open(url)
        assert (await page.call("webproctor.pageInfo"))["title"] == "well"
    assert len(chromiums() - before) == 1


async def test_a_program_that_is_not_a_browser_loses_the_session(site):
    async with Browser({site.host: site.port}, executable=Path("/bin/false")) as browser:
        with pytest.raises(SessionLost) as lost:
            async with browser.page():
                pass
    assert lost.value.cause == "browser"


# Pages that hang


async def test_a_page_that_does_not_respond_in_time_loses_the_session(own: Browser, site):
    url = site.add("<title>well</title>")
    async with own.page() as page:
        await page.open(url)
        began = time.monotonic()
        with pytest.raises(SessionLost, match="did not answer") as lost:
            await page.run("while (true);")
        assert lost.value.cause == "page hangs"
        assert 0.9 <= (time.monotonic() - began) / TIMEOUT < 3
    async with own.page() as page:
        await page.open(url)
        assert (await page.call("webproctor.pageInfo"))["title"] == "well"


@pytest.mark.exhaustive
async def test_a_hanging_page_is_abandoned_in_time(own: Browser, site):
    url = site.add("<script>while (true);</script>")
    began = time.monotonic()
    async with own.page() as page:
        with pytest.raises(SessionLost, match="did not load in 3 s") as lost:
            await page.open(url)
    assert lost.value.cause == "page hangs"
    hung = time.monotonic() - began
    began = time.monotonic()
    async with own.page() as page:
        await page.open(site.add("<title>well</title>"))
        assert (await page.call("webproctor.pageInfo"))["title"] == "well"
    # On a busy machine both take longer.
    assert hung < 3 * TIMEOUT + 10 * (time.monotonic() - began)


async def test_a_document_that_never_arrives_completely_is_used_as_it_is(own: Browser, site):
    never = site.add(Never(), "/never")
    async with own.page() as page:
        await page.open(site.add("<p>"))
        await page.run(f"location.href = '{never}'; new Promise(() => {{}})")
        assert (await page.call("webproctor.pageInfo"))["url"] == never


@pytest.mark.exhaustive
async def test_any_call_to_a_hanging_page_loses_the_session(own: Browser, site):
    url = site.add("<p>")
    async with own.page() as page:
        await page.open(url)
        begun = asyncio.Event()
        page.tab.context.on("line", lambda _: begun.set())
        hanging = asyncio.ensure_future(page.run("console.log('begun'); while (true);"))
        await begun.wait()
        assert await causes_of_loss(page) == ["page hangs"] * 4
        with pytest.raises(SessionLost):
            await hanging


async def test_a_browser_that_does_not_start_is_an_error_with_its_last_output_line(tmp_path: Path):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho first >&2\necho no display >&2\nexit 1\n")
    broken.chmod(0o755)
    async with Browser({}, executable=broken) as browser:
        with pytest.raises(SessionLost) as lost:
            async with browser.page():
                pass
    assert "\n" not in str(lost.value)
    assert str(lost.value).endswith(" no display")
