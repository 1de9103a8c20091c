"""Browser contexts: tabs, frames in other processes, workers, and their reports."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import processes
import pytest
import pytest_asyncio
from conftest import Eventually, Site
from per_change import first
from starlette.responses import RedirectResponse, Response

from webproctor.core.actions import web
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, Viewport, chromium
from webproctor.environments.browser.session import WebSession

OTHER = "other.test"
# Read in a page, in a frame and in a worker.
PLACE = "[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone]"
WORKER = f"postMessage({PLACE}); fetch('http://evil.test/worker').catch(() => 0)"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own(site: Site, executable: Path) -> AsyncIterator[Browser]:
    """A browser that reaches the site by two names, whose pages are in different processes.

    The headless shell isolates sites only on request.
    """
    hosts = {site.host: site.port, OTHER: site.port}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chromium, "HEADLESS", (*chromium.HEADLESS, "--site-per-process"))
        async with Browser(hosts, executable=executable, timeout=20) as one:
            await one.start()
            yield one


def framed(site: Site, inner: str) -> str:
    """Return the address of a page with a frame of the other host."""
    path = site.add(inner).removeprefix(site.url(""))
    return site.add(f"<iframe src='http://{OTHER}{path}'></iframe>")


# Frames in other processes


async def test_errors_and_requests_of_a_frame_in_another_process_are_reported(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    inner = """<script>
      console.error('wrong inside');
      fetch('http://evil.test/frame').catch(() => 0);
      setTimeout(() => { throw new Error('broken inside'); });
    </script>"""
    async with own.page() as page:
        await page.open(framed(site, inner))
        [targets] = await page.devtools.send(None, [("Target.getTargets", {"filter": [{}]})])
        assert "iframe" in [one["type"] for one in targets["targetInfos"]]
        await eventually(lambda: "http://evil.test/frame" in page.guard.refused)
        await eventually(lambda: "uncaught: broken inside" in page.errors)
        assert any(one.startswith("wrong inside") for one in page.errors)


async def test_dialogs_of_a_frame_in_another_process_are_handled(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    async with own.page() as page:
        await page.open(
            framed(site, "<script>parent.postMessage(prompt('Name?', 'Ada'), '*')</script>")
        )
        await eventually(lambda: page.dialogs == ["Name?"])


async def test_a_download_of_a_frame_in_another_process_is_saved(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    attached = {"Content-Disposition": "attachment; filename=inside.txt"}
    site.add(Response("content", headers=attached), "/inside.txt")
    async with own.page() as page:
        await WebSession.open(page, framed(site, "<script>location.href = '/inside.txt'</script>"))
        await eventually(lambda: page.downloads)
        await page.wait_for_downloads()
        assert [one.read_text() for one in page.downloads] == ["content"]


async def test_frames_and_workers_have_the_locale_of_the_page(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    site.add(Response(WORKER, media_type="text/javascript"), "/dedicated.js")
    inner = f"""<script>
      const worker = new Worker('/dedicated.js');
      worker.onmessage = ({{data}}) => parent.postMessage([{PLACE}, data], '*');
    </script>"""
    listening = (
        "<script>var seen = new Promise((done) => { onmessage = (it) => done(it.data); })</script>"
    )
    path = site.add(inner).removeprefix(site.url(""))
    outer = site.add(f"{listening}<iframe src='http://{OTHER}{path}'></iframe>")
    async with own.page() as page:
        await page.open(outer)
        assert await page.run("seen") == [["en-US", "UTC"], ["en-US", "UTC"]]
        await eventually(lambda: "http://evil.test/worker" in page.guard.refused)


async def test_requests_of_shared_workers_are_recorded(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    script = "fetch('http://evil.test/shared').catch(() => 0)"
    site.add(Response(script, media_type="text/javascript"), "/shared.js")
    async with own.page() as page:
        await page.open(site.add("<script>new SharedWorker('/shared.js')</script>"))
        await eventually(lambda: page.guard.refused == ["http://evil.test/shared"])


async def test_headers_are_sent_by_frames_in_other_processes(own: Browser, site: Site) -> None:
    episodes: list[str] = []

    class Echo(Response):
        async def __call__(self, scope, receive, send) -> None:
            episodes.append(dict(scope["headers"]).get(b"x-episode", b"").decode())
            await super().__call__(scope, receive, send)

    site.add(Echo("<p>", media_type="text/html"), "/echo")
    outer = site.add(f"<iframe src='http://{OTHER}/echo'></iframe>")
    async with own.page(headers={"x-episode": "one"}) as page:
        await page.open(outer)
    assert episodes == ["one"]


# Tabs


@pytest.mark.parametrize("features", ["", "noopener"])
async def test_a_tab_opened_by_a_page_has_the_same_settings(
    own: Browser, site: Site, features: str, eventually: Eventually
) -> None:
    second = site.add("<title>Second</title>")
    async with own.page(viewport=Viewport(400, 300)) as page:
        session = await WebSession.open(page, site.add("<p>"))
        await page.run(f"void open('{second}', '_blank', '{features}')")
        await eventually(lambda: len(session.tabs) == 2)
        await session.wait_until_idle()
        [_, tab] = session.tabs
        await tab.wait_until_loaded()
        seen = await tab.run(f"[...{PLACE}, innerWidth, innerHeight, document.hasFocus()]")
        assert seen == ["en-US", "UTC", 400, 300, True]
        assert tab.url == second


async def test_a_closed_tab_is_removed(own: Browser, site: Site, eventually: Eventually) -> None:
    async with own.page() as page:
        session = await WebSession.open(page, site.add("<p>"))
        await page.run(f"void setTimeout(() => open('{site.add('<script>close()</script>')}'))")
        await eventually(lambda: len(page.tab.context.tabs) == 2 or page.errors)
        await eventually(lambda: len(page.tab.context.tabs) == 1)
        await session.wait_until_idle()
        assert session.tabs == [page]


async def test_a_download_in_a_new_tab_is_saved(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    attached = {"Content-Disposition": "attachment; filename=new.txt"}
    url = site.add(Response("content", headers=attached), "/new.txt")
    async with own.page() as page:
        await WebSession.open(page, site.add("<p>"))
        await page.run(f"void open('{url}')")
        await eventually(lambda: page.downloads)
        await page.wait_for_downloads()
        assert [one.read_text() for one in page.downloads] == ["content"]


# Navigation


async def test_a_document_that_replaces_the_first_one_while_loading_is_opened(
    own: Browser, site: Site
) -> None:
    second = site.add("<title>Second</title>")
    async with own.page() as page:
        await page.open(site.add(f"<script>location.replace('{second}')</script>"))
        await page.wait_until_loaded()
        assert (await page.call("webproctor.pageInfo"))["title"] == "Second"


async def test_a_navigation_that_shows_no_document_says_so(own: Browser, site: Site) -> None:
    here = site.add("<title>Here</title>")
    attached = {"Content-Disposition": "attachment; filename=x.txt"}
    nowhere = (
        site.add(Response("x", headers=attached)),
        site.add(Response(status_code=204)),
        "http://evil.test/",
        "http://[",
    )
    async with own.page() as page:
        await page.open(here)
        for url in nowhere:
            assert not await page.go("to", url=url), url
        assert await page.go("to", url=here)
        assert (await page.call("webproctor.pageInfo"))["title"] == "Here"


async def test_the_history_has_documents_and_fragments(own: Browser, site: Site) -> None:
    first, second = site.add("<title>First</title>"), site.add("<title>Second</title>")
    async with own.page() as page:
        await page.open(first)
        assert await page.go("to", url=f"{first}#place")
        assert await page.go("to", url=site.add(RedirectResponse(second)))
        assert page.url == second
        assert await page.go("back")
        assert page.url == f"{first}#place"
        assert await page.go("back")
        assert page.url == first
        assert not await page.go("back")
        assert await page.go("forward")
        assert page.url == f"{first}#place"
        assert await page.go("reload")
        assert page.url == f"{first}#place"


async def test_the_history_of_a_context_may_lack_its_blank_page(own: Browser, site: Site) -> None:
    first, second = site.add("<title>First</title>"), site.add("<title>Second</title>")
    async with own.page() as page:
        # The blank page leaves the history when it is replaced, as when it was still loading.
        since = page.navigation.state
        await page.run(f"location.replace({first!r})")
        assert await page.navigation.wait_until_changed(since)
        assert await page.go("to", url=second)
        assert await page.go("back")
        assert page.url == first
        assert not await page.go("back")


async def test_the_history_of_a_new_tab_starts_with_the_address_that_it_was_opened_with(
    own: Browser, site: Site, eventually: Eventually
) -> None:
    first, second = site.add("<title>First</title>"), site.add("<title>Second</title>")
    opener = site.add(f"<button onclick=\"window.open('{first}')\">Open</button>")
    async with own.page() as page:
        await page.open(opener)
        await page.click(20, 20)
        await eventually(lambda: len(page.tab.context.tabs) == 2)
        tab = await page.for_tab(page.tab.context.tabs[1])
        await tab.wait_until_loaded()
        assert await tab.go("to", url=second)
        assert await tab.go("back")
        assert tab.url == first
        assert not await tab.go("back")


async def test_leaving_a_page_with_a_beforeunload_dialog_succeeds(own: Browser, site: Site) -> None:
    asking = "<button onclick='onbeforeunload = (event) => event.preventDefault()'>Edit</button>"
    async with own.page() as page:
        session = await WebSession.open(page, site.add(asking))
        await session.act(web.Click(x=20, y=20))
        assert await page.go("to", url=site.add("<title>Second</title>"))
        assert page.dialog_notes == ["a dialog asked whether to leave the page and was accepted"]


@pytest.mark.parametrize("kind", first("renderer", "browser"))
async def test_a_renderer_that_dies_while_a_page_loads_loses_the_session_at_once(
    site: Site, executable: Path, kind: processes.Kind
) -> None:
    requested = asyncio.Event()

    class Never(Response):
        async def __call__(self, scope, receive, send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            requested.set()
            while (await receive())["type"] != "http.disconnect":
                pass

    site.add(Never(), "/never.png")
    url = site.add("<img src=/never.png>")
    before = processes.find(kind)
    hosts = {site.host: site.port}
    async with (
        Browser(hosts, executable=executable, timeout=600) as browser,
        browser.page() as page,
    ):
        opening = asyncio.ensure_future(page.open(url))
        await requested.wait()
        processes.send(signal.SIGKILL, processes.find(kind) - before)
        with pytest.raises(SessionLost) as lost:
            await opening
    assert lost.value.cause == {"browser": "browser", "renderer": "page crashed"}[kind]
