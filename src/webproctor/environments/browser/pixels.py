"""Handlers of the `computer` actions on a live page."""

from collections.abc import Sequence

from PIL import Image

from webproctor.core.actions import ActionResult, computer, web
from webproctor.core.pictures import decoded, encoded
from webproctor.environments.browser import control_handlers, handlers, held_handlers
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import events_of
from webproctor.environments.browser.session import WebSession

# CSS pixels per notch of the wheel in Chromium.
NOTCH = 100.0


NOTHING_THERE = "no pixel of the screen is in the region"


def zoomed(png: bytes, region: Sequence[float] | None) -> bytes | None:
    """Crop a region of an image and enlarge it to fit the image's size.

    Args:
        region: Left, top, right and bottom in pixels, rounded and clipped to the image; None for
            the whole image.

    Returns:
        A PNG; None if no pixel of the image is in the region.
    """
    if region is None:
        return png
    image = decoded(png)
    left, top = max(round(region[0]), 0), max(round(region[1]), 0)
    right, bottom = min(round(region[2]), image.width), min(round(region[3]), image.height)
    if left >= right or top >= bottom:
        return None
    crop = image.crop((left, top, right, bottom))
    scale = min(image.width / crop.width, image.height / crop.height)
    size = max(1, round(crop.width * scale)), max(1, round(crop.height * scale))
    return encoded(crop.resize(size, Image.Resampling.LANCZOS))


def _point(session: WebSession, x: float | None, y: float | None) -> tuple[float, float]:
    return session.pointer if x is None or y is None else (x, y)


@handler(computer.Screenshot)
async def screenshot(session: WebSession, action: computer.Screenshot) -> ActionResult:
    picture = zoomed(await session.page.screenshot(), action.region)
    if picture is None:
        raise ActionFailed(NOTHING_THERE)
    return done("the screen", image=picture)


@handler(computer.KeyPress)
async def key_press(session: WebSession, action: computer.KeyPress) -> ActionResult:
    return await handlers.press(session, web.Press(keys=action.keys, times=action.times))


@handler(computer.HoldKey)
async def hold_key(session: WebSession, action: computer.HoldKey) -> ActionResult:
    return await handlers.press(session, web.Press(keys=action.keys, hold=action.seconds))


@handler(computer.TypeText)
async def type_text(session: WebSession, action: computer.TypeText) -> ActionResult:
    return await control_handlers.type_text(session, web.Type(text=action.text))


@handler(computer.MouseMove)
async def mouse_move(session: WebSession, action: computer.MouseMove) -> ActionResult:
    return await handlers.hover(session, web.Hover(x=action.x, y=action.y))


@handler(computer.MouseClick)
async def mouse_click(session: WebSession, action: computer.MouseClick) -> ActionResult:
    x, y = _point(session, action.x, action.y)
    options = {"button": action.button, "count": action.count, "keys": action.keys}
    return await handlers.click(session, web.Click(x=x, y=y, **options))


@handler(computer.MouseDrag)
async def mouse_drag(session: WebSession, action: computer.MouseDrag) -> ActionResult:
    x, y = _point(session, action.x, action.y)
    *via, (to_x, to_y) = action.path
    drag_action = web.Drag(x=x, y=y, to_x=to_x, to_y=to_y, via=via, seconds=action.seconds)
    return await handlers.drag(session, drag_action)


@handler(computer.MouseButton)
async def mouse_button(session: WebSession, action: computer.MouseButton) -> ActionResult:
    await held_handlers.button(session, action.press, action.button)
    return done(f"the {action.button} button is {action.press}")


@handler(computer.MouseScroll)
async def mouse_scroll(session: WebSession, action: computer.MouseScroll) -> ActionResult:
    x, y = _point(session, action.x, action.y)
    downs, ups = events_of(action.keys) if action.keys else ([], [])
    pixels = action.notches * NOTCH * (-1 if action.direction in ("up", "left") else 1)
    horizontal = action.direction in ("left", "right")
    scroll_action = web.Scroll(
        x=x, y=y, right=pixels if horizontal else 0, down=0 if horizontal else pixels
    )
    await session.page.keys(downs)
    result = await handlers.scroll(session, scroll_action)
    await session.page.keys(ups)
    return result


@handler(computer.CursorPosition)
async def cursor_position(session: WebSession, action: computer.CursorPosition) -> ActionResult:
    x, y = session.pointer
    return done(f"the mouse is at ({x:.0f}, {y:.0f})")


@handler(computer.WaitAWhile)
async def wait(session: WebSession, action: computer.WaitAWhile) -> ActionResult:
    return await handlers.wait(session, web.Wait(seconds=action.seconds))
