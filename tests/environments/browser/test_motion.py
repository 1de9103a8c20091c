"""Actions wait for the animations that they start, and clicks hit elements that have stopped."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from per_change import first

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
ELEMENTS: frozenset[View] = frozenset({"elements"})
# A panel of 400 ms above a button, in the three ways of libraries: a CSS transition (Bootstrap), a
# timer every 13 ms (jQuery 1 and 2), and animation frames (jQuery 3).
WAYS = {
    "transition": "panel.style.height = '300px'",
    "timer": """panel.style.height = '1px';
        const began = performance.now(), timer = setInterval(() => {
        const part = Math.min(1, (performance.now() - began) / 400);
        panel.style.height = 300 * part + 'px';
        if (part === 1) clearInterval(timer); }, 13)""",
    "frames": """panel.style.height = '1px';
        const began = performance.now(), step = () => {
        const part = Math.min(1, (performance.now() - began) / 400);
        panel.style.height = 300 * part + 'px';
        if (part < 1) requestAnimationFrame(step); }; requestAnimationFrame(step)""",
}
PANEL = """<button onclick="{way}">Open</button>
<div id=panel style="height: 0; overflow: hidden; {style}"></div>
<button onclick="document.title = 'hit'">Next</button>"""


@pytest_asyncio.fixture(loop_scope="session")
async def show(site, browser: Browser) -> AsyncIterator[Show]:
    async with browser.page() as page:

        async def show(html: str) -> WebSession:
            session = await WebSession.open(page, site.add(html))
            await session.observe(ELEMENTS)
            return session

        yield show


def panel(way: str) -> str:
    style = "transition: height 400ms" if way == "transition" else ""
    return PANEL.format(way=WAYS[way], style=style)


@pytest.mark.parametrize("way", first(*WAYS))
async def test_an_action_ends_when_its_animation_has_ended(show: Show, way: str) -> None:
    session = await show(panel(way))
    await session.act(web.Click(element=0))
    assert await session.page.run("panel.offsetHeight") == 300
    await session.act(web.Click(element=1))
    assert await session.page.run("document.title") == "hit"


async def test_an_endless_animation_is_not_waited_for(show: Show) -> None:
    session = await show(
        "<style>@keyframes step { to { rotate: 1turn } } i { animation: step 1s infinite }</style>"
        "<i>x</i><button onclick=\"document.querySelector('i').style.animationDuration = '9s'\">Go"
    )
    await session.act(web.Click(element=0))
    assert await session.page.call("(async () => { const began = performance.now();"
        "await webproctor.settle(); return performance.now() - began < 1500 })")  # fmt: skip


async def test_a_long_animation_is_not_waited_for(show: Show) -> None:
    session = await show(
        "<div style='transition: width 60s; width: 10px; background: red'>x</div>"
        "<button onclick=\"document.querySelector('div').style.width = '500px'\">Go</button>"
    )
    await session.act(web.Click(element=0))
    assert await session.page.run("document.getAnimations()[0].currentTime < 30000")


async def test_an_animation_in_a_frame_is_waited_for(show: Show) -> None:
    inner = "<div id=box style='width: 10px; transition: width 300ms'>x</div>"
    session = await show(
        f'<iframe srcdoc="{inner}"></iframe><button onclick="frames[0].document.'
        "querySelector('#box').style.width = '200px'\">Go</button>"
    )
    number = next(
        one.index
        for one in (await session.observe(ELEMENTS)).read("elements")
        if one.tag == "button"
    )
    await session.act(web.Click(element=number))
    width = "frames[0].document.querySelector('#box').getBoundingClientRect().width"
    assert await session.page.run(width) == 200


async def test_an_animation_in_a_shadow_root_is_waited_for(show: Show) -> None:
    cover = "<div style='position: fixed; inset: 0 0 0 200px; z-index: 1'></div>"
    close = (
        "const cover = host.shadowRoot.firstElementChild;"
        "cover.animate({ opacity: [1, 0] }, 300).finished.then(() => cover.remove())"
    )
    session = await show(
        f"<div id=host><template shadowrootmode=open>{cover}</template></div>"
        f'<button onclick="{close}">Close</button>'
        "<button style='position: fixed; left: 300px'>Covered</button>"
    )
    await session.act(web.Click(element=0))
    seen = (await session.observe(ELEMENTS)).read("elements")
    assert [one.label for one in seen] == ["Close", "Covered"]


async def test_a_view_transition_is_waited_for(show: Show) -> None:
    session = await show(
        '<button onclick="document.startViewTransition(async () => {'
        "await new Promise((done) => setTimeout(done, 100)); this.textContent = 'Second' })\">First"
    )
    await session.act(web.Click(element=0))
    seen = (await session.observe(ELEMENTS)).read("elements")
    assert [one.label for one in seen] == ["Second"]


async def test_a_moving_element_is_clicked_where_it_stops(show: Show) -> None:
    """It starts to move after the last action has ended, so only the click can wait for it."""
    session = await show(
        "<button style='position: absolute; left: 0; transition: left 300ms linear' "
        "onclick=\"document.title = 'hit'\">Moving</button>"
    )
    await session.page.run("void (document.querySelector('button').style.left = '700px')")
    await session.act(web.Click(element=0))
    assert await session.page.run("document.title") == "hit"


# An element that a menu below the mouse pushes down, until the mouse leaves the menu.
PUSHED = """<style>p { display: none; height: 80px } div:hover p { display: block }</style>
<div><a href=#menu>Menu</a><p>Open</p></div>"""
MARKED = "document.title += this.textContent"


async def test_a_click_hits_an_element_that_moves_when_the_mouse_leaves_a_menu(show: Show) -> None:
    button = f"<button style='display: block' onclick='{MARKED}'>"
    session = await show(f"<title></title>{PUSHED}{button}1</button>{button}2</button>")
    await session.act(web.Hover(element=0))
    await session.observe(ELEMENTS)
    await session.act(web.Click(element=1))
    assert await session.page.run("document.title") == "1"


async def test_text_goes_into_a_field_that_moves_when_the_mouse_leaves_a_menu(show: Show) -> None:
    fields = "<input style='display: block'>" * 3
    session = await show(f"<title></title>{PUSHED}{fields}")
    await session.act(web.Hover(element=0))
    await session.observe(ELEMENTS)
    await session.act(web.Type(element=1, text="a"))
    assert await session.page.run("document.querySelector('input').value") == "a"


async def test_input_events_on_a_virtual_clock_wait_for_no_frame(site, browser: Browser) -> None:
    html = """<input id=field><script>
    globalThis.log = '';
    const note = (kind) => () => { log += kind; };
    addEventListener('mousemove', note('m'));
    for (const kind of ['keypress', 'beforeinput', 'input']) addEventListener(kind, note('k'));
    const frame = () => { log += 'f'; requestAnimationFrame(frame); };
    frame();
    field.focus();
    </script>"""
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(html), clock=VirtualClock())
        await page.run("log = ''")
        path = [[100.0 + n, 100.0] for n in range(60)]
        await session.act(web.MoveMouse(path=path, seconds=1))
        log = await page.run("log")
    assert log.count("m") == 60
    assert (
        "mm" in log
    )  # A page handles a move that waits for a frame right before it draws the frame.
    assert "k" not in log
