"""Handlers of the `web` actions that hold buttons and keys down, and of those built on them."""

from math import dist
from typing import Any, Literal

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser import keyboard, mouse
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import (
    PRESS,
    STROKE,
    drag,
    element_at,
    events_of,
    move_through,
    pause,
    target_point,
)
from webproctor.environments.browser.session import WebSession

# Greatest distance in CSS pixels at which an element counts as being at a point.
_TOLERANCE = 5.0


async def button(
    session: WebSession, press: Literal["down", "up"], name: Literal["left", "right", "middle"]
) -> None:
    """Press or release a mouse button at the mouse position."""
    event = mouse.down if press == "down" else mouse.up
    session.held_button = name if press == "down" else "none"
    await session.page.mouse(event(*session.pointer, name))
    await pause(session, PRESS)


@handler(web.MouseDown)
async def mouse_down(session: WebSession, action: web.MouseDown) -> ActionResult:
    return await _button_at(session, action, "down")


@handler(web.MouseUp)
async def mouse_up(session: WebSession, action: web.MouseUp) -> ActionResult:
    return await _button_at(session, action, "up")


async def _button_at(
    session: WebSession, action: web.MouseDown | web.MouseUp, press: Literal["down", "up"]
) -> ActionResult:
    if action.has_target:
        target = await target_point(session, action.element, action.x, action.y)
        await move_through(session, [target.point], 0)
    await button(session, press, action.button)
    x, y = session.pointer
    return done(f"the {action.button} button is {press} at ({x:.0f}, {y:.0f})")


@handler(web.KeyDown)
async def key_down(session: WebSession, action: web.KeyDown) -> ActionResult:
    downs, _ = events_of(action.keys)
    await session.page.keys(downs)
    session.held_keys.update(keyboard.combination(action.keys)[0])
    _apply_modifiers(session)
    await pause(session, STROKE)
    return done(f"{action.keys} is held down")


@handler(web.KeyUp)
async def key_up(session: WebSession, action: web.KeyUp) -> ActionResult:
    _, ups = events_of(action.keys)
    names = keyboard.combination(action.keys)[0]
    if not session.held_keys.intersection(names):
        raise ActionFailed(f"{action.keys} is not held down")
    session.held_keys.difference_update(names)
    _apply_modifiers(session)
    await session.page.keys(ups)
    await pause(session, STROKE)
    return done(f"released {action.keys}")


def _apply_modifiers(session: WebSession) -> None:
    """Let the modifier keys that are held down apply to all later input."""
    modifiers = sum(keyboard.MODIFIERS.get(name, 0) for name in session.held_keys)
    for page in session.tabs:
        page.modifiers = modifiers


@handler(web.Position)
async def position(session: WebSession, action: web.Position) -> ActionResult:
    target = await target_point(session, action.element, None, None)
    await target_point(session, None, action.x, action.y)  # Raises if the point is not in the view.
    x, y = await _middle(session, action.element)
    to: dict[str, Any] = {"to_x": target.x + action.x - x, "to_y": target.y + action.y - y}
    await drag(session, web.Drag(x=target.x, y=target.y, **to))
    now = await _middle(session, action.element)
    near = dist(now, (action.x, action.y)) <= _TOLERANCE
    return ActionResult(
        ok=near, message=f"the middle of {target.what} is at ({now[0]:.0f}, {now[1]:.0f})"
    )


async def _middle(session: WebSession, element: int) -> tuple[float, float]:
    """Return the middle of an element, in CSS pixels of the viewport."""
    box = (await element_at(session, element)).box
    left, top = await session.page.call("webproctor.scroll")
    assert box is not None
    return box.x - left + box.width / 2, box.y - top + box.height / 2
