"""The content of frames of other origins is in observations."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from conftest import Site
from environments.browser.boxed import (
    ALL,
    ASK,
    FAR,
    PRESS,
    SEEN,
    Show,
    boxed,
    content,
    inline,
    labels,
)
from environments.browser.framework_pages import CASES, count, responses
from per_change import first, only
from playwright.async_api import async_playwright

from webproctor.core.actions import web
from webproctor.core.dom import lines
from webproctor.core.observations import Observation, View
from webproctor.environments.any_page import observe
from webproctor.environments.browser import Browser
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.frame_tree import MAX_FRAMES, details
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.traces import repeat, traced

OTHER = "other.test"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def two_hosts(site: Site, executable) -> AsyncIterator[Browser]:
    """A browser that reaches the site by two names."""
    async with Browser({site.host: site.port, OTHER: site.port}, executable=executable) as one:
        yield one


def other(site: Site, page: str) -> str:
    """Add a page and return its address on the other host."""
    return site.add(page).replace(site.host, OTHER)


# Views

FRAMES = {
    "sandbox": boxed(PRESS),
    "sandbox without scripts": boxed("<p>Words</p><button>Press</button>", sandbox=""),
    "data address": f"<iframe src='data:text/html,{PRESS}'></iframe>",
    "object": f"<object type=text/html data='data:text/html,{PRESS}'></object>",
    "frame in a frame": boxed(boxed(PRESS)),
    "frame in a frame of the page's origin": f"<iframe {inline(boxed(PRESS))} width=600></iframe>",
    "frame of the same origin in a frame": boxed(
        f"<iframe {inline(PRESS)}></iframe>", sandbox="allow-scripts allow-same-origin"
    ),
    "shadow root": f"<div><template shadowrootmode=open>{boxed(PRESS)}</template></div>",
}
EVERY_CHANGE = (
    *("sandbox", "object", "frame in a frame", "frame of the same origin in a frame"),
    "shadow root",
)


def check_views(seen: Observation) -> None:
    assert [one.label for one in seen.read("elements")] == ["Outer", "Press"]
    assert '[1 button "Press"]' in seen.read("content")
    assert "Words" in seen.read("text")
    assert "[1] button 'Press'" in seen.read("axtree")
    assert "Words" in seen.read("pruned_html")
    assert '<button mark="1">Press</button>' in seen.read("relevant_html")
    assert "Words" in lines(seen.read("dom").tree)


@pytest.mark.parametrize("name", only(EVERY_CHANGE, FRAMES))
async def test_the_content_of_a_frame_is_in_every_view(
    browser: Browser, site: Site, name: str
) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(f"<button>Outer</button>{FRAMES[name]}"))
        check_views(await session.observe(ALL))
        assert (await session.act(web.Click(element=1))).ok
        pressed = '"pressed"' in await content(session)
        assert pressed or name == "sandbox without scripts"


async def test_a_frame_of_another_host_is_read(site: Site, two_hosts: Browser) -> None:
    url = site.add(f"<button>Outer</button><iframe src='{other(site, PRESS)}'></iframe>")
    async with two_hosts.page() as page:
        session = await WebSession.open(page, url)
        check_views(await session.observe(ALL))


@pytest.mark.parametrize("view", ["text", "dom"])
async def test_a_view_without_marks_contains_frames(show: Show, view: View) -> None:
    session = await show("<p>Outer</p>" + boxed(PRESS))
    seen = await session.observe(frozenset({view}))
    assert "Words" in (seen.read("text") if view == "text" else lines(seen.read("dom").tree))


@pytest.mark.parametrize(
    "more", [frozenset[View](), frozenset[View]({"content"})], ids=["dom", "dom and marks"]
)
async def test_a_candidate_in_a_frame_can_be_clicked_by_its_number(
    show: Show, more: frozenset[View]
) -> None:
    session = await show("<button>First</button>" + boxed(PRESS) + "<button>Last</button>")
    dom = (await session.observe(more.union(["dom"]))).read("dom")
    buttons = [
        n
        for one, n in zip(dom.candidates, dom.elements, strict=True)
        if dom.tree.tags[one] == "button"
    ]
    results = [(await session.act(web.Click(element=n))).message for n in buttons]
    assert [one.partition(" (")[0] for one in results] == [
        f"clicked button '{one}'" for one in ("First", "Press", "Last")
    ]
    assert '"pressed"' in await content(session)


async def test_elements_of_frames_have_the_last_numbers_in_document_order(show: Show) -> None:
    button = "<button>{}</button>"
    inner = boxed(button.format("C"), "height=50")
    first = boxed(button.format("B") + inner + button.format("D"), "height=200")
    session = await show(
        button.format("A") + first + boxed(button.format("E")) + button.format("F")
    )
    assert await labels(session) == ["A", "F", "B", "D", "C", "E"]
    assert [line.strip() for line in (await content(session)).splitlines()] == [
        '[0 button "A"]',
        "[frame]",
        '[2 button "B"]',
        "[frame]",
        '[4 button "C"]',
        '[3 button "D"]',
        "[frame]",
        '[5 button "E"]',
        '[1 button "F"]',
        "[end of the page]",
    ]


async def test_the_path_of_an_element_contains_its_frames(show: Show) -> None:
    inner = boxed("<button id=press>Press</button>", "id=inner")
    session = await show(boxed(inner, "id=outer"))
    await session.observe(SEEN)
    assert await details(session.page) == [
        {"role": "button", "frame": "#outer > #inner", "path": "#press"}
    ]


async def test_brackets_in_the_text_of_a_frame_are_escaped(show: Show) -> None:
    assert "\\[0 button" in await content(await show(boxed("<p>[0 button]</p>")))


async def test_lines_of_a_frame_are_above_in_or_below_the_viewport(show: Show) -> None:
    session = await show(boxed(f"<p>Top</p>{FAR}<p>Bottom</p>", "height=2000 width=300"))
    await session.page.run("scrollTo(0, 0)")
    assert (await content(session)).splitlines()[2:] == [
        " Top",
        "[below the viewport]",
        " Bottom",
        "[end of the page]",
    ]
    await session.act(web.FindText(text="Bottom"))
    assert (await content(session)).splitlines()[1:-1] == [
        "[above the viewport]",
        "[frame]",
        " Top",
        "[in the viewport]",
        " Bottom",
    ]


async def test_a_text_in_nested_frames_is_found_and_shown(show: Show) -> None:
    session = await show(FAR + boxed(FAR + boxed(FAR + "<p>Hidden words</p>")))
    await session.observe(SEEN)
    assert (await session.act(web.FindText(text="Hidden words"))).ok
    assert "[below the viewport]" not in await content(session)


async def test_an_error_page_in_a_frame_is_one_element_that_was_not_read(show: Show) -> None:
    session = await show(
        "<iframe title=Other src='http://nowhere.test/'></iframe><button>A</button>"
    )
    assert (await content(session)).splitlines()[0] == '[0 frame "Other" not read] [1 button "A"]'


async def test_frames_above_a_limit_are_one_element_each(show: Show) -> None:
    frames = [boxed(f"<button>{n}</button>", "width=50 height=50") for n in range(MAX_FRAMES + 5)]
    session = await show("".join(frames))
    elements = (await session.observe(SEEN)).read("elements")
    assert sum(one.tag == "button" for one in elements) == MAX_FRAMES
    assert sum(one.tag == "iframe" for one in elements) == 5
    assert (await content(session)).count("frame not read") == 5


async def test_closed_shadow_roots_in_a_frame_are_read(show: Show) -> None:
    host = f"<div><template shadowrootmode=closed>{PRESS}</template></div>"
    assert await labels(await show(boxed(host))) == ["Press"]


@pytest.mark.parametrize("name", first("React 19", "jQuery 4", "no framework"))
async def test_targets_of_a_framework_in_a_frame_are_marked(
    name: str, site: Site, two_hosts: Browser
) -> None:
    for path, response in responses(name).items():
        site.add(response, f"/{name}/{path}")
    url = f"http://{OTHER}/{name}/{CASES[name].page}.html"
    async with two_hosts.page() as page:
        outer = await WebSession.open(
            page, site.add(f"<iframe src='{url}' width=1200 height=9000>")
        )
        framed = len((await outer.observe(SEEN)).read("elements"))
    async with two_hosts.page() as page:
        plain = (await count(page, site.url(f"/{name}/{CASES[name].page}.html"))).marks
    assert framed == plain


# Limits of what frames can do, and of what they cost


async def test_a_frame_that_replaces_the_functions_of_its_page_is_read(show: Show) -> None:
    script = """JSON.stringify = () => 'x';
        Element.prototype.getBoundingClientRect = () => { throw 1; };
        Object.defineProperty(document, 'defaultView', { get() { throw 1; } });
        Object.defineProperty(window, 'globalThis', { get() { throw 1; } });"""
    shadowing = "<img name=hasFocus><img name=body>"
    session = await show(boxed(f"<script>{script}</script>{shadowing}<button>Press</button>"))
    assert await labels(session) == ["Press"]


async def test_a_frame_does_not_notice_that_it_is_read(show: Show) -> None:
    script = """<script>
        const names = new Set(Object.getOwnPropertyNames(window));
        let changes = 0;
        new MutationObserver(() => { changes += 1; }).observe(
            document, { subtree: true, childList: true, attributes: true });
        onmessage = () => parent.postMessage(
            [changes, ...Object.getOwnPropertyNames(window).filter((one) => !names.has(one))], '*');
    </script>"""
    session = await show(boxed(PRESS + script))
    assert await labels(session) == ["Press"]
    assert await session.page.run(ASK) == [0]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "page",
    [
        boxed(f"{PRESS}<script>setTimeout(() => location.reload(), 20)</script>"),
        boxed(PRESS) + "<img src onerror='const timer = setInterval(() => this.isConnected"
        " ? previousElementSibling.replaceWith(previousElementSibling.cloneNode())"
        " : clearInterval(timer), 20)'>",
    ],
    ids=["reloads itself", "is replaced by its page"],
)
async def test_a_frame_can_be_replaced_while_it_is_read(show: Show, page: str) -> None:
    session = await show(page)
    for _ in range(2):
        seen = await session.peek(ALL)
        assert {one.label for one in seen.read("elements")} <= {"Press"}


async def test_a_page_without_frames_of_other_origins_needs_no_further_commands(show: Show) -> None:
    async def commands(page: str) -> list[str]:
        session = await show(page)
        await session.wait_until_idle()
        await session.peek(SEEN)
        session.page.channel.tap = sent = []
        await session.peek(SEEN)
        session.page.channel.tap = None
        return [method for method, _ in sent]

    button = "<button>Press</button>"
    plain = await commands(button)
    assert await commands(f"<iframe {inline(button)}></iframe>") == plain
    assert len(await commands(boxed(button))) > len(plain)


async def test_a_step_in_a_frame_can_be_repeated(browser: Browser, site: Site) -> None:
    clock = "globalThis.webproctorClock = { idle: async () => {}, advance: async () => {} };"
    url = site.add(f"<title>Page</title><script>{clock}</script>{boxed(PRESS)}")
    async with browser.page() as page, browser.page() as other_page:
        session = await WebSession.open(page, url, clock=VirtualClock())
        await session.observe(SEEN)
        with traced(session) as tracer:
            tracer.action = web.Click(element=0)
            await session.act(tracer.action)
        assert tracer.trace is not None
        again = await WebSession.open(other_page, url, clock=VirtualClock())
        await repeat(again, tracer.trace)
        assert await labels(again) == ["pressed"]


async def test_a_frame_in_another_process_is_one_element_that_was_not_read(
    site: Site, executable: Path
) -> None:
    hosts = "--host-resolver-rules=" + ",".join(
        f"MAP {host}:80 127.0.0.1:{site.port}" for host in (site.host, OTHER)
    )
    async with async_playwright() as driver:
        own = await driver.chromium.launch(
            executable_path=executable, args=[hosts, "--site-per-process"]
        )
        try:
            page = await own.new_page()
            await page.goto(site.add(f"<iframe title=Other src='{other(site, PRESS)}'></iframe>"))
            assert (
                (await observe(page, SEEN)).read("content").startswith('[0 frame "Other" not read]')
            )
        finally:
            await own.close()


async def test_a_program_of_your_own_observes_frames(executable: Path) -> None:
    async with async_playwright() as driver:
        own = await driver.chromium.launch(executable_path=executable)
        try:
            page = await own.new_page()
            await page.set_content(f"<button>Outer</button>{boxed(PRESS)}")
            check_views(await observe(page, ALL))
        finally:
            await own.close()
