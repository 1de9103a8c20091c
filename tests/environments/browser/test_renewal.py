"""Contexts that are reused by episodes: pages find no data of earlier episodes."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import BytesIO
from pathlib import Path

import pytest
import pytest_asyncio
from environments.browser.leaving import FIND, FIND_MORE, LEAVE_MORE, NOTHING, NOTHING_MORE, local
from PIL import Image
from starlette.responses import Response

from webproctor.core.actions import web
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, Page, Viewport
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.witness import Input

LASTING = {"Cache-Control": "max-age=3600"}
OTHER = "other.localhost"
SMALL = Viewport(320, 400)
# Records all events, with the buttons and modifiers that the browser believes are held.
RECORDING = """<body style=margin:0><div style=height:300px>here</div><script>
globalThis.events = [];
const kinds = ['pointerdown', 'pointermove', 'pointerup', 'mousedown', 'mousemove', 'mouseup',
    'mouseover', 'click', 'keydown'];
for (const kind of kinds) addEventListener(kind, (event) => events.push(
    [kind, event.clientX, event.clientY, event.buttons, event.shiftKey, event.detail].join()));
</script>"""


def picture(color: str = "green") -> bytes:
    file = BytesIO()
    Image.new("RGB", (8, 8), color).save(file, "PNG")
    return file.getvalue()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared(site, executable: Path) -> AsyncIterator[Browser]:
    site.add(Response("", media_type="text/javascript"), "/worker.js")
    visitors = "let n = 0; onconnect = (event) => event.ports[0].postMessage(++n);"
    site.add(Response(visitors, media_type="text/javascript"), "/shared.js")
    site.add(Response("kept", headers=LASTING), "/kept.txt")
    script = "globalThis.kept = 1"
    site.add(Response(script, media_type="text/javascript", headers=LASTING), "/kept.js")
    site.add(Response(picture(), media_type="image/png", headers=LASTING), "/kept.png")
    hosts = {"localhost": site.port, OTHER: site.port}
    async with Browser(hosts, executable=executable) as one, one.page(viewport=SMALL):
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def own(shared: Browser) -> Browser:
    """A browser that uses contexts again, with one prepared page."""
    shared.prepare(1, reuse=True)
    await shared.prepared_pages.wait_until_filled()
    return shared


@asynccontextmanager
async def same(browser: Browser, target: str) -> AsyncIterator[Page]:
    """Open the page of an ended episode again."""
    await browser.prepared_pages.wait_until_filled()
    async with AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(browser.page(viewport=SMALL))
            for _ in range(browser.prepared_pages.ready)
        ]
        [page] = [one for one in pages if one.target == target]
        yield page


async def kept(browser: Browser, ready: int) -> bool:
    """Whether the context of the last episode can be used again.

    Args:
        ready: The number of pages that were ready during the episode.
    """
    await browser.prepared_pages.wait_until_filled()
    return browser.prepared_pages.ready > ready


async def test_a_page_finds_nothing_of_an_earlier_page_in_its_context(own: Browser, site) -> None:
    first, second = (local(site, "<body><p>" + 99 * "text ", path) for path in ("/one", "/two"))
    local(site, "late", "/late")
    async with own.page(viewport=SMALL) as page:
        session = await WebSession.open(page, first)
        await session.act(web.Click(x=50, y=50))
        blob = await page.run(LEAVE_MORE)
        found = await page.run(f"{FIND_MORE}({blob!r})") | await page.run(FIND)
        target = page.target
    nothing = NOTHING_MORE | NOTHING
    # All of it is found in the same episode, but that a page opened another and came from one.
    unseen = [name for name in nothing if found[name] == nothing[name]]
    # The answer of the page's own worker may come too late; service workers are blocked.
    assert {*unseen, "answered"} == {"referrer", "opener", "answered", "workers"}
    async with same(own, target) as page:
        await page.open(second)
        found = await page.run(f"{FIND_MORE}({blob!r})") | await page.run(FIND)
        assert {name: found[name] for name in nothing} == nothing


async def test_a_page_finds_nothing_that_a_frame_of_another_host_left(own: Browser, site) -> None:
    leaving = f"<body><script>{LEAVE_MORE}.finally(() => parent.postMessage('left', '*'))</script>"
    inner = site.add(leaving).replace(site.host, OTHER)
    outer = f"""<body><script>
        globalThis.left = new Promise((done) => addEventListener('message', done));
        </script><iframe src={inner}></iframe>"""
    async with own.page(viewport=SMALL) as page:
        await page.open(local(site, outer))
        await page.run("left.then(() => 1)")
        target = page.target
    async with same(own, target) as page:
        await page.open(site.add("<p>").replace(site.host, OTHER))
        assert await page.run(FIND) == NOTHING


async def test_files_are_loaded_again_by_each_episode(own: Browser, site) -> None:
    url = local(site, "<img src=/kept.png><script src=/kept.js></script>")
    site.requests.clear()
    async with own.page(viewport=SMALL) as page:
        await page.open(url)
        await page.open(url)
        assert site.requests.count("GET /kept.png") == site.requests.count("GET /kept.js") == 1
        target = page.target
    async with same(own, target) as page:
        await page.open(url)
        assert site.requests.count("GET /kept.png") == site.requests.count("GET /kept.js") == 2


async def test_with_keep_files_only_cached_files_remain(own: Browser, site) -> None:
    own.prepare(1, reuse=True, keep_files=True)
    await own.prepared_pages.wait_until_filled()
    url = local(site, "<img src=/kept.png><script src=/kept.js></script>")
    async with own.page(viewport=SMALL) as page:
        await page.open(url)
        await page.run(LEAVE_MORE)
        target = page.target
    site.requests.clear()
    async with same(own, target) as page:
        await page.open(url)
        assert not {"GET /kept.png", "GET /kept.js"}.intersection(site.requests)
        found = await page.run(f"{FIND_MORE}('')") | await page.run(FIND)
        assert found.pop("cached")
        del found["blob"]
        nothing = NOTHING_MORE | NOTHING
        assert found == {name: nothing[name] for name in found}


async def test_links_visited_by_another_episode_look_unvisited(own: Browser, site) -> None:
    there = local(site, "<p>")
    link = f"<style>a {{ color: lime }} a:visited {{ color: red }}</style><a href={there}>MMMM</a>"
    url = local(site, link)
    async with own.page(viewport=SMALL) as page:
        await page.open(there)
        target = page.target
    async with same(own, target) as page:
        await page.open(url)
        colors = Image.open(BytesIO(await page.screenshot())).convert("RGB").getcolors() or []
        assert (255, 0, 0) not in [color for _, color in colors]
        assert (0, 255, 0) in [color for _, color in colors]


async def test_mouse_buttons_and_keys_are_not_held_in_the_next_episode(own: Browser, site) -> None:
    url = local(site, RECORDING)

    async def clicked(page: Page) -> tuple[list[str], list[tuple[str, float, float]]]:
        session = await WebSession.open(page, url)
        await session.act(web.Click(x=20, y=20))
        await session.wait_for_inputs()
        return await page.run("events"), [
            (one.kind, one.x, one.y) for one in session.inputs if one.x
        ]

    async with own.page(viewport=SMALL) as page:
        expected = await clicked(page)
        session = await WebSession.open(page, url)
        await session.act(web.KeyDown(keys="Shift"))
        await session.act(web.MouseDown(x=80, y=80))
        assert "mousedown,80,80,1,true,1" in await page.run("events")
        target = page.target
    async with same(own, target) as page:
        assert await clicked(page) == expected


async def test_scripts_and_bindings_of_an_episode_are_removed(own: Browser, site) -> None:
    script = {"source": "globalThis.added = 1", "runImmediately": True}
    url = local(site, "<p>")
    async with own.page(viewport=SMALL) as page:
        await page.send("Page.addScriptToEvaluateOnNewDocument", script)
        await page.send("Runtime.enable")
        await page.send("Runtime.addBinding", {"name": "bound"})
        await page.open(url)
        assert await page.run("[typeof added, typeof bound]") == ["number", "function"]
        target, earlier = page.target, page
    async with same(own, target) as page:
        await page.open(
            local(site, "<script>console.error('wrong'); fetch('//evil.test')</script>")
        )
        await page.catch_up()
        assert await page.run("[typeof added, typeof bound]") == ["undefined", "undefined"]
        # Each episode has its own records.
        assert page.guard.refused == ["http://evil.test/"]
        assert len([one for one in page.errors if "wrong" in one]) == 1
        assert earlier.guard.refused == []
        assert earlier.errors == []


async def test_documents_have_no_isolated_worlds_of_earlier_episodes(own: Browser, site) -> None:
    url = local(site, "<p>")
    async with own.page(viewport=SMALL) as page:
        target = page.target

    async def worlds() -> int:
        async with same(own, target) as page:
            names: list[str] = []
            page.channel.on(
                "Runtime.executionContextCreated", lambda one: names.append(one["context"]["name"])
            )
            await WebSession.open(page, url)
            return len(names)

    await worlds()
    # The page's own world, and the isolated one.
    assert await worlds() == await worlds() == 2


async def test_a_page_of_an_ended_episode_does_not_affect_the_next_one(own: Browser, site) -> None:
    url = local(site, "<p>")

    async def clicked(page: Page) -> list[str]:
        session = await WebSession.open(page, url)
        await session.act(web.Click(x=20, y=20))
        await session.wait_for_inputs()
        inputs.append(session.inputs)
        return [one.kind for one in session.inputs if one.kind != "move"]

    inputs: list[list[Input]] = []
    async with own.page(viewport=SMALL) as earlier:
        assert await clicked(earlier) == ["down", "up"]
        heard, target = list(inputs[0]), earlier.target
    async with same(own, target) as page:
        assert await clicked(page) == ["down", "up"]
        assert inputs[0] == heard
        with pytest.raises(SessionLost, match="another episode"):
            await earlier.run("document.title = 'changed'")


@pytest.mark.parametrize(
    "script",
    [
        "open('/late'); 0",
        pytest.param("setTimeout(() => { for (;;); }); 0", marks=pytest.mark.exhaustive),
        "document.body.innerHTML = '<a download=it href=/kept.txt>'; document.links[0].click(); 0",
    ],
    ids=["another tab", "a script without end", "a download"],
)
async def test_a_context_with_other_remains_is_closed(
    own: Browser, site, script: str, eventually
) -> None:
    async with own.page(viewport=SMALL) as page:
        # Without a session, which would have noticed the tab.
        await page.open(local(site, "<body>"))
        ready = own.prepared_pages.ready
        await page.run(script)
        if "download" in script:
            await eventually(lambda: page.downloads)
        elif script.startswith("open"):
            await eventually(lambda: len(page.tab.context.tabs) == 2)
    assert not await kept(own, ready)


async def test_a_context_with_chosen_files_or_another_size_is_closed(
    own: Browser, site, tmp_path: Path
) -> None:
    file = tmp_path / "file.txt"
    file.write_text("secret")
    async with own.page(viewport=SMALL) as page:
        await page.open(local(site, "<input type=file>"))
        ready = own.prepared_pages.ready
        await page.choose([file], await page.node("document.querySelector('input')"))
    assert not await kept(own, ready)
    async with own.page(viewport=SMALL) as page:
        ready = own.prepared_pages.ready
        await page.resize(500, 500)
    assert not await kept(own, ready)


@pytest.mark.parametrize(
    ("written", "used_again"), [({}, True), ({"a": "changed"}, False), ({"b": "new"}, False)]
)
async def test_a_context_whose_folder_has_only_files_of_the_benchmark_is_reused(
    own: Browser, written: dict[str, str], used_again: bool
) -> None:
    async with own.page(viewport=SMALL) as page:
        page.initial_files = {"a": b"given"}
        for name, text in ({"a": "given"} | written).items():
            (page.folder / name).write_text(text)
        ready, target = own.prepared_pages.ready, page.target
    assert await kept(own, ready) == used_again
    if used_again:
        async with same(own, target) as page:
            assert not list(page.folder.iterdir())


async def test_a_context_whose_page_shows_a_beforeunload_dialog_is_reused(
    own: Browser, site
) -> None:
    stay = "<script>onbeforeunload = (event) => event.preventDefault()</script><p>"
    async with own.page(viewport=SMALL) as page:
        session = await WebSession.open(page, local(site, stay))
        await session.act(web.Click(x=50, y=50))
        await session.act(web.HandleDialog(accept=False))
        ready = own.prepared_pages.ready
    assert await kept(own, ready)


async def test_contexts_are_used_once_without_reuse(own: Browser, site) -> None:
    own.prepare(1, reuse=False)
    await own.prepared_pages.wait_until_filled()
    async with own.page(viewport=SMALL):
        ready = own.prepared_pages.ready
    assert not await kept(own, ready)


async def test_the_context_of_a_failed_episode_is_closed(own: Browser) -> None:
    ready = own.prepared_pages.ready - 1

    async def failing() -> None:
        async with own.page(viewport=SMALL):
            raise KeyError("failed")

    with pytest.raises(KeyError, match="failed"):
        await failing()
    assert not await kept(own, ready)
