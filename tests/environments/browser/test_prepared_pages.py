"""Pages prepared ahead of demand: as isolated as others, and discarded with their browser."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import processes
import pytest_asyncio
from environments.browser.leaving import FIND, LEAVE, NOTHING, contexts, local, prepared
from starlette.responses import HTMLResponse, Response

from webproctor.environments.browser import Browser, Viewport
from webproctor.environments.browser.session import WebSession


@pytest_asyncio.fixture(loop_scope="session")
async def own(site, executable: Path) -> AsyncIterator[Browser]:
    """A browser for this test only, which it may kill."""
    async with Browser({"localhost": site.port}, executable=executable) as one:
        yield one


async def test_a_prepared_page_shares_nothing_with_other_episodes(own: Browser, site) -> None:
    site.add(Response("", media_type="text/javascript"), "/worker.js")
    first, second = local(site, "<p>", "/first"), local(site, "<p>", "/second")
    async with own.page() as page:
        await page.open(first)
        await page.run(LEAVE)
        left = await page.run(FIND)
        left["answered"] = True
        same = [name for name in NOTHING if left[name] == NOTHING[name]]
        assert same == ["workers"]  # They are blocked.
        await prepared(own, 2)
        # While the first one is open, and after it.
        async with own.page() as other:
            await other.open(second)
            assert await other.run(FIND) == NOTHING
    async with own.page() as other:
        await other.open(first)
        assert await other.run(FIND) == NOTHING
    assert own.prepared_pages.ready == 0
    # A page that was not prepared finds the same.
    async with own.page() as other:
        await other.open(second)
        assert await other.run(FIND) == NOTHING


async def test_a_prepared_page_is_used_once(own: Browser, site) -> None:
    async with own.page():
        await prepared(own)
    async with own.page() as first:
        assert own.prepared_pages.ready == 0
        async with own.page() as second:
            assert first.target != second.target


async def test_an_episode_that_cannot_use_prepared_pages_closes_them(
    own: Browser, site, tmp_path: Path
) -> None:
    await own.start(Viewport())
    assert own.prepared_pages.ready == 1
    async with own.page(folder=tmp_path):
        assert own.prepared_pages.ready == 0


async def test_shared_files_are_preloaded_and_leave_no_history(own: Browser, site) -> None:
    lasting = {"Cache-Control": "max-age=3600"}
    script = Response("globalThis.loaded = 1", media_type="text/javascript", headers=lasting)
    local(site, script, "/shared.js")
    shared = local(site, "<script src=/shared.js></script>", "/shared")
    url = local(site, "<script src=/shared.js></script>")
    site.requests.clear()
    async with own.page():
        await prepared(own, address=shared)
    assert site.requests.count("GET /shared.js") == 1
    async with own.page() as page:
        assert page.url == "about:blank"
        session = await WebSession.open(page, url)
        entries = "navigation.entries().length"
        assert await page.run(f"[globalThis.loaded, history.length, {entries}]") == [1, 2, 1]
        assert not await page.go("back")
        assert session.noted == {"refused": [], "error": []}
    assert site.requests.count("GET /shared.js") == 1


async def test_a_prepared_page_has_the_size_and_headers_of_its_episode(own: Browser, site) -> None:
    episodes: list[str | None] = []

    class Echo(HTMLResponse):
        async def __call__(self, scope, receive, send) -> None:
            episodes.append(dict(scope["headers"]).get(b"x-episode"))
            await super().__call__(scope, receive, send)

    url = local(site, Echo("<script>addEventListener('click', () => open(location))</script>"))
    small = Viewport(320, 400)
    async with own.page(viewport=small, headers={"x-episode": "first"}):
        await prepared(own, 2)
    async with own.page(headers={"x-episode": "large"}) as page:  # It is not prepared.
        assert own.prepared_pages.ready == 2
        await page.open(url)
        assert await page.run("innerWidth") == 1280
    for name in ("second", "third"):
        async with own.page(viewport=small, headers={"x-episode": name}) as page:
            session = await WebSession.open(page, url)
            assert await page.run("innerWidth") == 320
            await page.click(10, 10)
            await session.wait_until_idle()
            assert len(session.tabs) == 2
    assert episodes == [b"large", b"second", b"second", b"third", b"third"]
    # Pages of another size replace the earlier ones.
    async with own.page(viewport=small):
        await prepared(own, 2)
    async with own.page():
        await prepared(own, 1)
    async with own.page(viewport=small):
        assert own.prepared_pages.ready == 1


async def test_prepared_pages_of_a_killed_browser_are_discarded(own: Browser, site) -> None:
    before = processes.find("browser")
    url = local(site, "<title>here</title>")
    async with own.page():
        await prepared(own, 2)
    processes.send(signal.SIGKILL, processes.find("browser") - before)
    async with own.page() as page:
        await page.open(url)
        assert await page.run("document.title") == "here"
        await prepared(own, 2)


async def test_a_prepared_page_whose_renderer_has_crashed_is_discarded(
    own: Browser, site, eventually
) -> None:
    async with own.page() as page:
        await page.open(local(site, "<p>"))
        before = processes.find("renderer")
        await prepared(own)
        processes.send(signal.SIGKILL, processes.find("renderer") - before)
        await eventually(lambda: own.prepared_pages.ready == 0)
        async with own.page() as other:
            await other.open(local(site, "<p>"))
            assert await other.run("1 + 1") == 2


async def test_a_browser_killed_while_pages_are_prepared_is_replaced(own: Browser, site) -> None:
    before = processes.find("browser")
    async with own.page():
        own.prepare(50)
        processes.send(signal.SIGKILL, processes.find("browser") - before)
        await own.prepared_pages.wait_until_filled()
    async with own.page() as page:
        await page.open(local(site, "<p>"))


async def test_closing_does_not_wait_for_pages_that_are_being_prepared(
    site, executable: Path
) -> None:
    before = processes.find("browser")
    own = Browser({"localhost": site.port}, executable=executable)
    async with own, own.page():
        own.prepare(1000)
    assert processes.find("browser") == before


async def test_without_a_running_browser_no_page_is_prepared(site, executable: Path) -> None:
    before = processes.find("browser")
    async with Browser({"localhost": site.port}, executable=executable) as browser:
        browser.prepare(2)
        await browser.prepared_pages.wait_until_filled()
        assert browser.prepared_pages.ready == 0
        assert processes.find("browser") == before


async def test_a_browser_that_dies_is_replaced_at_once_and_pages_are_prepared_again(
    own: Browser, eventually
) -> None:
    before = processes.find("browser")
    async with own.page():
        await prepared(own)
        old = processes.find("browser") - before
        processes.send(signal.SIGKILL, old)
        # No page is opened meanwhile.
        await eventually(
            lambda: processes.find("browser") - before - old and own.prepared_pages.ready == 1
        )


async def test_memory_counts_only_processes_that_outlive_a_page(own: Browser, site) -> None:
    assert own.memory() == 0
    async with own.page() as page:
        blank = own.memory()
        assert blank > 0
        await page.open(local(site, "<p>"))
        await page.run("globalThis.kept = new Uint8Array(16e7).fill(1); 0")
        # 160 MB of this page are not counted.
        assert own.memory() < blank + 1e8


async def test_a_cancelled_request_for_a_page_leaves_no_context(own: Browser, site) -> None:
    async def opened() -> None:
        async with own.page():
            pass

    async with own.page() as page:
        there = await contexts(page)
        await prepared(own, 1)
        for rounds in range(20):
            opening = asyncio.ensure_future(opened())
            await asyncio.wait({opening}, timeout=rounds / 200)
            opening.cancel()
            await asyncio.wait({opening})
        own.prepare(0)
        await own.prepared_pages.close()
        while await contexts(page) != there:
            pass
