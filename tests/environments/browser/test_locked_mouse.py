"""Pages that lock the mouse or fill the screen."""

from collections.abc import Awaitable, Callable

from webproctor.core.actions import web
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]

_LOCKING = """<div onkeydown="document.title = event.key">
<button onclick="document.body.requestPointerLock()">Lock</button>
<button onclick="this.textContent = 'Pressed'">Other</button></div>"""
_FILLING = "<div><button onclick='this.parentNode.requestFullscreen()'>Fill</button></div>"


async def test_elements_cannot_be_clicked_while_the_mouse_is_locked(show: Show) -> None:
    session = await show(_LOCKING)
    await session.act(web.Click(element=0))
    result = await session.act(web.Click(element=1))
    assert not result.ok
    assert result.message.endswith("the page has locked the mouse; press Escape to release it")


async def test_escape_releases_the_mouse_without_a_key_event_for_the_page(show: Show) -> None:
    session = await show(_LOCKING)
    await session.act(web.Click(element=0))
    await session.act(web.Press(keys="Escape"))
    await session.act(web.Click(element=1))
    seen = await session.observe(frozenset({"content"}))
    assert '"Pressed"' in seen.read("content")
    assert seen.title != "Escape"


# Waits until a condition is true after a change of fullscreen.
_UNTIL = """new Promise((resolve) => {{
    const check = () => {0} && resolve(true);
    document.addEventListener('fullscreenchange', check);
    check();
}})"""


async def test_escape_ends_fullscreen(show: Show) -> None:
    session = await show(_FILLING)
    await session.act(web.Click(element=0))
    assert await session.page.run(_UNTIL.format("document.fullscreenElement?.tagName === 'DIV'"))
    await session.act(web.Press(keys="Escape"))
    assert await session.page.run(_UNTIL.format("!document.fullscreenElement"))
