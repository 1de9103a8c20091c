"""How each action of the `computer` set is done on the pixels of a live page."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PIL import Image

from webproctor.actions import ActionResult, computer, web
from webproctor.browser import hands, keyboard, mouse
from webproctor.browser.hands import PRESS, done, hand, modifiers_of, pause

if TYPE_CHECKING:
    from webproctor.browser.session import WebSession

# What a notch of a wheel is in Chromium, in CSS pixels.
NOTCH = 100.0


def zoomed(png: bytes, region: Sequence[float] | None) -> bytes:
    """A part of a picture, enlarged as far as it fits the picture's size; all of it for None."""
    if region is None:
        return png
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    part = picture.crop((round(region[0]), round(region[1]), round(region[2]), round(region[3])))
    scale = min(picture.width / part.width, picture.height / part.height)
    out = io.BytesIO()
    size = max(1, round(part.width * scale)), max(1, round(part.height * scale))
    part.resize(size, Image.Resampling.LANCZOS).save(out, "PNG", compress_level=1)
    return out.getvalue()


def _point(session: "WebSession", x: float | None, y: float | None) -> tuple[float, float]:
    return session.pointer if x is None or y is None else (x, y)


@hand(computer.Screenshot)
async def screenshot(session: "WebSession", action: computer.Screenshot) -> ActionResult:
    return done("the screen", image=zoomed(await session.page.screenshot(), action.region))


@hand(computer.KeyPress)
async def key_press(session: "WebSession", action: computer.KeyPress) -> ActionResult:
    return await hands.press(session, web.Press(keys=action.keys, times=action.times))


@hand(computer.HoldKey)
async def hold_key(session: "WebSession", action: computer.HoldKey) -> ActionResult:
    return await hands.press(session, web.Press(keys=action.keys, hold=action.seconds))


@hand(computer.TypeText)
async def type_text(session: "WebSession", action: computer.TypeText) -> ActionResult:
    return await hands.type_text(session, web.Type(text=action.text))


@hand(computer.MouseMove)
async def mouse_move(session: "WebSession", action: computer.MouseMove) -> ActionResult:
    return await hands.hover(session, web.Hover(x=action.x, y=action.y))


@hand(computer.MouseClick)
async def mouse_click(session: "WebSession", action: computer.MouseClick) -> ActionResult:
    x, y = _point(session, action.x, action.y)
    kept = {"button": action.button, "count": action.count, "keys": action.keys}
    return await hands.click(session, web.Click(x=x, y=y, **kept))


@hand(computer.MouseDrag)
async def mouse_drag(session: "WebSession", action: computer.MouseDrag) -> ActionResult:
    x, y = _point(session, action.x, action.y)
    *via, (to_x, to_y) = action.path
    way = web.Drag(x=x, y=y, to_x=to_x, to_y=to_y, via=via, seconds=action.seconds)
    return await hands.drag(session, way)


@hand(computer.MouseButton)
async def mouse_button(session: "WebSession", action: computer.MouseButton) -> ActionResult:
    event = mouse.down if action.press == "down" else mouse.up
    session.held = action.button if action.press == "down" else "none"
    await session.page.mouse(event(*session.pointer, action.button))
    await pause(session, PRESS)
    return done(f"the {action.button} button is {action.press}")


@hand(computer.MouseScroll)
async def mouse_scroll(session: "WebSession", action: computer.MouseScroll) -> ActionResult:
    x, y = _point(session, action.x, action.y)
    modifiers_of(action.keys)  # Says so when there is no such key.
    downs, ups = keyboard.hold(action.keys) if action.keys else ([], [])
    pixels = action.notches * NOTCH * (-1 if action.direction in ("up", "left") else 1)
    across = action.direction in ("left", "right")
    turned = web.Scroll(x=x, y=y, right=pixels if across else 0, down=0 if across else pixels)
    await session.page.keys(downs)
    result = await hands.scroll(session, turned)
    await session.page.keys(ups)
    return result


@hand(computer.CursorPosition)
async def cursor_position(session: "WebSession", action: computer.CursorPosition) -> ActionResult:
    x, y = session.pointer
    return done(f"the mouse is at ({x:.0f}, {y:.0f})")


@hand(computer.WaitAWhile)
async def wait(session: "WebSession", action: computer.WaitAWhile) -> ActionResult:
    return await hands.wait(session, web.Wait(seconds=action.seconds))
