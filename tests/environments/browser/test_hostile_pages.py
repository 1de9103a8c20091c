"""Pages that shadow the functions used by observations, are huge, or never settle."""

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any

import pytest
from conftest import Site
from per_change import first
from PIL import Image

from webproctor.core.actions import web
from webproctor.core.observations import Box, Element, View
from webproctor.core.text_views import view_text
from webproctor.environments.browser import Browser, document, open_tabs
from webproctor.environments.browser import session as session_module
from webproctor.environments.browser.drawing import draw
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.targets import target

VIEWS: frozenset[View] = frozenset(
    {"elements", "html", "pruned_html", "relevant_html", "text", "axtree", "tabs", "dom"}
)
# The properties that are read from nodes and documents.
_FIELDS = [
    *("assignedSlot", "attributes", "checkVisibility", "childElementCount", "childNodes"),
    *("children", "closest", "contains", "dataset", "firstElementChild", "focus", "getAttribute"),
    *("getBoundingClientRect", "getClientRects", "getElementsByTagName", "getRootNode", "id"),
    *("innerText", "isConnected", "labels", "localName", "matches", "name", "nodeType"),
    *("offsetWidth", "options", "ownerDocument", "parentElement", "parentNode", "querySelector"),
    *("querySelectorAll", "scrollHeight", "scrollIntoView", "shadowRoot", "tabIndex", "tagName"),
    *("textContent", "type", "value"),
]
_OF_DOCUMENT = [
    *("activeElement", "body", "createRange", "defaultView", "documentElement"),
    *("elementFromPoint", "getElementById", "getElementsByTagName", "querySelector"),
    *("querySelectorAll", "readyState", "title"),
]


@asynccontextmanager
async def opened(browser: Browser, site: Site, html: str) -> AsyncIterator[WebSession]:
    async with browser.page() as page:
        yield await WebSession.open(page, site.add(html))


async def test_fields_named_like_node_properties_change_no_view(browser: Browser, site: Site):
    fields = "".join(f"<input name={name} size=3>" for name in _FIELDS)
    form = f"<title>Form</title><form tabindex=0 onclick='1'>{fields}<button type=button>Send"
    async with opened(browser, site, form) as session:
        seen = await session.observe(VIEWS)
        send = next(one for one in seen.read("elements") if one.label == "Send")
        clicked = await session.act(web.Click(element=send.index))
        typed = await session.act(web.Type(element=seen.read("elements")[1].index, text="hello"))
    assert {one.name for one in seen.read("elements") if one.tag == "input"} == set(_FIELDS)
    assert ">Send</button>" in seen.read("pruned_html")
    assert "Send" in seen.read("text")
    assert clicked.ok
    assert typed.ok


async def test_elements_named_like_document_properties_change_no_view(browser: Browser, site: Site):
    named = "".join(f"<form name={name}></form><img name={name}>" for name in _OF_DOCUMENT)
    page = f"<title>Right</title><p>Read me</p>{named}<input><button>Send</button>"
    async with opened(browser, site, page) as session:
        seen = await session.observe(VIEWS)
        clicked = await session.act(web.Click(element=seen.read("elements")[-1].index))
        focused = await target(session.page, web.Press(keys="a"))
    assert seen.title == "Right"
    assert seen.read("text").startswith("Read me")
    assert [one.tag for one in seen.read("elements")] == ["input", "button"]
    assert "Read me" in seen.read("html")
    assert clicked.ok
    assert focused is not None


async def test_a_deeply_nested_page_is_observed(browser: Browser, site: Site):
    page = """<button>first</button><script>let at = document.body;
        for (let i = 0; i < 2000; i++) at = at.appendChild(document.createElement('b'));
        at.append('the deepest text')</script>"""
    async with opened(browser, site, page) as session:
        seen = await session.observe(VIEWS)
    assert [one.label for one in seen.read("elements")] == ["first"]
    assert "the deepest text" in seen.read("pruned_html")
    assert "the deepest text" in seen.read("text")


@pytest.mark.exhaustive
async def test_with_very_many_elements_views_say_what_is_omitted(browser: Browser, site: Site):
    page = """<style>i, b { float: left; width: 5px; height: 5px }</style><script>
        document.write('<i onclick=1></i>'.repeat(3000) + '<b></b>'.repeat(140000) + 'end')
        </script>"""
    async with opened(browser, site, page) as session:
        seen = await session.observe(frozenset({"elements", "pruned_html", "axtree", "text"}))
    assert len(seen.read("elements")) == 2000
    assert "2,000 elements have marks; 1,000 more, mostly outside the viewport" in seen.truncated[0]
    assert f"[{seen.truncated[0]}]" in view_text(seen, "elements", 10**6)
    assert seen.read("pruned_html").endswith("end\n</body>")
    assert seen.read("axtree").startswith("[left out: the page has 14")
    assert seen.read("text").endswith("end")


def _many(count: int) -> list[Element]:
    places = ((n % 100, n // 100 % 64) for n in range(count))
    boxes = (Box(x=12.0 * across, y=11.0 * down, width=10, height=9) for across, down in places)
    return [Element(index=n, tag="b", box=box) for n, box in enumerate(boxes)]


def _seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that a call takes, the minimum of two runs."""
    tries = []
    for _ in range(2):
        began = time.process_time()
        work()
        tries.append(time.process_time() - began)
    return min(tries)


@pytest.mark.exhaustive
def test_drawing_time_is_linear_in_the_number_of_marks():
    picture = BytesIO()
    Image.new("RGB", (1280, 720)).save(picture, "PNG")
    taken = [_seconds(lambda n=n: draw(picture.getvalue(), _many(n))) for n in (100, 400, 1600)]
    assert taken[1] < 8 * taken[0]
    assert taken[2] < 8 * taken[1]


@pytest.mark.parametrize("function", first("elements.pruned()", "elements.details()"))
async def test_reading_time_is_linear_in_the_size_of_the_page(
    browser: Browser, site: Site, function: str
):
    taken = []
    for count in (1000, 8000):
        page = f"<script>document.write('<p><a href=#>link</a> text</p>'.repeat({count}))</script>"
        async with opened(browser, site, page) as session:
            await session.observe(frozenset({"elements"}))
            timed = f"(() => {{ const t = performance.now(); {function}; "
            timed += "return performance.now() - t })"
            taken.append(min([await session.page.call(timed) for _ in range(3)]))
    assert taken[1] < 30 * max(taken[0], 20)


RESTLESS = {
    "changes without end": """<p id=p></p><script>
        setInterval(() => { p.textContent = Math.random() });
        const again = () => { p.style.left = Math.random() + 'px'; requestAnimationFrame(again) };
        again();</script>""",
    "frames without end": """<iframe id=f></iframe><script>
        setInterval(() => { f.srcdoc = Math.random() }, 50)</script>""",
    "console lines without end": """<script>setInterval(() => {
        for (let i = 0; i < 500; i++) console.error('x'.repeat(1000) + i) }, 10)</script>""",
}


async def test_a_document_that_a_script_does_not_close_is_not_waited_for(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "_LOADED", document._LOADED.replace("10000", "1e9"))
    page = "<button onclick='w = window.open(); w.document.write(`<p>Written`)'>Go</button>"
    async with opened(browser, site, page) as session:
        await session.observe(frozenset({"elements"}))
        await session.act(web.Click(element=0))
        assert "Written" in (await session.observe(frozenset({"text"}))).read("text")


@pytest.mark.exhaustive
async def test_a_document_that_never_settles_is_waited_for_once(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(session_module, "_IDLE_TIMEOUT", 0.05)
    monkeypatch.setattr(session_module, "_REPEATED_IDLE_TIMEOUT", 0.05)
    page = """<button>Go</button><iframe id=f></iframe><script>
        onload = () => { setInterval(() => { f.srcdoc = Math.random() }, 20) }</script>"""
    async with opened(browser, site, page) as session:
        while not session.page.navigation.load_timed_out:
            await session.act(web.Wait(seconds=0.01))
        monkeypatch.setattr(session_module, "_IDLE_TIMEOUT", 60.0)
        done = await session.act(web.Click(x=30, y=20))
        assert done.ok
        await session.act(web.Navigate(url=site.add("<p>calm")))
        assert not session.page.navigation.load_timed_out


@pytest.mark.parametrize("kind", first(*RESTLESS))
async def test_a_page_that_never_settles_can_be_observed_and_acted_on(
    browser: Browser, site: Site, kind: str
):
    async with opened(browser, site, f"<button>Go</button>{RESTLESS[kind]}") as session:
        seen = await session.observe(frozenset({"elements", "text"}))
        done = await session.act(web.Click(element=seen.read("elements")[0].index))
    assert seen.read("elements")[0].label == "Go"
    assert done.ok


async def test_a_tab_that_a_page_opens_by_itself_stays_in_the_background(
    browser: Browser, site: Site
):
    other = site.add("<title>Advertisement</title>")
    page = (
        f"<title>Task</title><button>Go</button><script>setTimeout(() => open('{other}'))</script>"
    )
    async with opened(browser, site, page) as session:
        while len(session.tabs) < 2:
            await session.act(web.Wait(seconds=0.1))
        seen = await session.observe(frozenset({"tabs"}))
        assert seen.title == "Task"
        assert [tab.partition(" ")[0] for tab in seen.read("tabs")] == ["Task", "Advertisement"]
        await session.act(web.SwitchTab(tab=1))
        assert (await session.observe()).title == "Advertisement"


async def test_a_tab_opened_by_a_click_becomes_the_current_one(browser: Browser, site: Site):
    other = site.add("<title>Second</title>")
    page = f"<title>Task</title><button onclick=\"window.open('{other}')\">Go</button>"
    async with opened(browser, site, page) as session:
        await session.observe(frozenset({"elements"}))
        done = await session.act(web.Click(element=0))
        assert (await session.observe()).title == "Second"
    assert "a new tab opened" in done.message


async def test_tabs_beyond_the_limit_are_closed(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(open_tabs, "MAX_TABS", 4)
    page = "<button onclick=\"for (let i = 0; i < 6; i++) window.open('about:blank')\">Go</button>"
    async with opened(browser, site, page) as session:
        await session.observe(frozenset({"elements"}))
        await session.act(web.Click(element=0))
        while not (await session.evidence())["errors"]:
            await session.act(web.Wait(seconds=0.1))
        assert len(session.tabs) <= 4
        errors = (await session.evidence())["errors"]
    assert "a new tab was closed: 4 are open" in errors


REMOVED = """<button>Stay</button><div><p>Old</p></div><script>
document.querySelector('p').addEventListener('click', () => {});
</script>"""


async def test_elements_that_are_removed_while_a_page_is_read_are_left_out(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(browser, site, REMOVED) as session:
        page, send_commands = session.page, session.page.send_commands

        async def ask(commands: Sequence[tuple[str, dict[str, Any]]], **more: Any) -> Any:
            answers = await send_commands(commands, **more)
            if commands[0][0] == "DOMDebugger.getEventListeners":
                await page.run("document.querySelector('p').remove()")
                for _ in range(3):  # Nodes are freed after the objects that refer to them.
                    await page.send("HeapProfiler.collectGarbage")
            return answers

        monkeypatch.setattr(page, "send_commands", ask)
        [found] = (await session.observe(frozenset({"elements"}))).read("elements")
    assert found.label == "Stay"


async def test_a_page_that_replaces_its_elements_does_not_keep_the_old_ones(
    browser: Browser, site: Site
) -> None:
    page_html = """<div></div><script>const renew = () => {
        const buttons = Array.from({ length: 300 }, (_, index) => {
            const button = document.createElement('button');
            button.addEventListener('click', () => { document.title = index });
            return button;
        });
        document.querySelector('div').replaceChildren(...buttons);
    }; renew()</script>"""
    counts = []
    async with opened(browser, site, page_html) as session:
        for _ in range(4):
            await session.page.run("renew()")
            await session.observe(frozenset({"elements"}))
            await session.page.send("HeapProfiler.collectGarbage")
            counts.append((await session.page.send("Memory.getDOMCounters"))["nodes"])
    assert counts[-1] < counts[0] + 300


@pytest.mark.parametrize("around", first("", "white-space: nowrap"))
async def test_time_is_linear_in_the_number_of_links_on_one_line(
    browser: Browser, site: Site, around: str
) -> None:
    taken = []
    for count in (600, 2400):
        links = f"<a href=#>x</a>{' ' if around else ''}" * count
        async with opened(browser, site, f"<div style='{around}'>{links}</div>") as session:
            tries = []
            for _ in range(3):
                started = time.perf_counter()
                await session.observe(frozenset({"content"}))
                tries.append(time.perf_counter() - started)
            taken.append(min(tries))
    assert taken[1] < 8 * taken[0]


@pytest.mark.parametrize("removed", ["document.documentElement", "document.body"])
async def test_a_page_without_content_can_be_observed(
    browser: Browser, site: Site, removed: str
) -> None:
    async with opened(browser, site, "<button>Stay</button>") as session:
        await session.page.run(f"{removed}.remove()")
        seen = await session.observe(frozenset({"content", "elements", "text", "html", "axtree"}))
    assert seen.read("content") == "[end of the page]"
    assert seen.read("elements") == ()
