"""Handlers of the `web` actions on a live page. They send real input events.

Every action takes some time on the pages' clock, as it does for a person. With the real clock this
is the time that the browser needs; with a virtual clock it is given by the constants below.
"""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist
from typing import Any

from webproctor.core.actions import ActionResult, web
from webproctor.core.observations import Element
from webproctor.environments.browser import frame_actions, keyboard, mouse
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.frame_tree import FrameGone
from webproctor.environments.browser.session import WebSession

# Durations on a virtual clock, in seconds.
PRESS, STROKE, MOVE = 0.05, 0.02, 0.05
# Maximum number of times that the mouse follows an element which moves when the mouse gets there.
_MAX_MOVES = 3
# Mouse positions per second while dragging.
MOVES = 30


async def call_at(session: WebSession, function: str, element: int, *arguments: Any) -> Any:
    """Call a library function with the number of an element.

    Raises:
        ActionFailed: If the element is in a frame that is gone.
    """
    with frame_required(element):
        return await frame_actions.call(session.page, function, element, *arguments)


@contextlib.contextmanager
def frame_required(element: int) -> Iterator[None]:
    """Raise `ActionFailed` if the frame of an element turns out to be gone in the block."""
    try:
        yield
    except FrameGone as error:
        raise _missing(element, element + 1) from error


async def element_at(session: WebSession, index: int) -> Element:
    """Return the current state of element `index` of the last list.

    Raises:
        ActionFailed: If there is no such element, or it is gone.
    """
    state = await call_at(session, "elements.describe", index)
    if "missing" in state:
        raise _missing(index, state["count"])
    return Element(**state)


@dataclass(frozen=True)
class TargetPoint:
    """A point in the viewport, and its target.

    Attributes:
        what: A description of the target for the result message.
        kind: The kind of a form control (`controls.js`), or an empty string.
        ticked: Whether a checkbox or radio button is checked; None for other targets.
        leaves: Whether the mouse has to leave an element that shows others while it is over it.
    """

    x: float
    y: float
    what: str
    kind: str = ""
    ticked: bool | None = None
    leaves: bool = False

    @property
    def point(self) -> tuple[float, float]:
        return self.x, self.y


async def target_point(
    session: WebSession, element: int | None, x: float | None, y: float | None
) -> TargetPoint:
    """Return the target point; an element is scrolled into view first.

    Raises:
        ActionFailed: If the element does not exist or is covered, or the point is not in view.
    """
    if element is not None:
        with frame_required(element):
            found = await frame_actions.reach(session.page, element, moving=session.settles)
        if "missing" in found:
            raise _missing(element, found["count"])
        what = f"{found['what']} (element {element})"
        if "locked" in found:
            raise ActionFailed(f"{what}: the page has locked the mouse; press Escape to release it")
        if found.pop("hidden", False):
            with frame_required(element):
                point = await frame_actions.show(session.page, element)
            if point is None:
                raise ActionFailed(f"{what} is covered by another element")
            if "missing" in point:
                raise _missing(element, point["count"])
            found |= point
        return TargetPoint(**found)
    assert x is not None
    assert y is not None
    size = session.page.viewport
    if size and not (0 <= x < size.width and 0 <= y < size.height):
        raise ActionFailed(
            f"the point ({x:g}, {y:g}) is outside the view of {size.width} x {size.height}"
        )
    return TargetPoint(x, y, f"at ({x:.0f}, {y:.0f})")


async def aim(session: WebSession, element: int | None, target: TargetPoint) -> TargetPoint:
    """Move the mouse to an element if the element may move then; return where it is.

    It can move because a menu closes when the mouse leaves it. A style sheet says whether a menu
    does that; a script may do it after the agent has moved the mouse itself.
    """
    may_move = target.leaves or session.hovers
    if element is None or not may_move or session.clock.virtual or session.held_button != "none":
        return target
    for _ in range(_MAX_MOVES):
        await session.page.mouse(mouse.move(*target.point))
        session.pointer = target.point
        with frame_required(element):
            found = await frame_actions.reach(session.page, element, moving=session.settles)
        if "x" not in found or (found["x"], found["y"]) == target.point:
            break
        target = replace(target, x=found["x"], y=found["y"])
    return target


def _missing(index: int, count: int) -> ActionFailed:
    if not count:
        return ActionFailed(f"no element {index}: no element on the page has a mark")
    if index >= count:
        return ActionFailed(f"no element {index}: marks are 0 to {count - 1}")
    return ActionFailed(f"element {index} is no longer on the page; observe the page again")


async def pause(session: WebSession, seconds: float, *, real: bool = False) -> None:
    """Let time pass on a virtual clock; on the real clock only if `real` is set.

    A virtual clock first waits until the page has handled all input so far, also if no time passes.
    Without that, the next input could arrive before or after the server's answer to the last one.
    """
    if session.clock.virtual or real:
        await session.clock.let_pass(seconds)


def modifiers_of(keys: str) -> int:
    try:
        return keyboard.combination(keys)[1] if keys else 0
    except KeyError as error:
        raise ActionFailed(f"there is no key {error.args[0]!r}") from error


def events_of(keys: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the events of pressing a key combination, and those of releasing it.

    Raises:
        ActionFailed: If one of the keys is not known.
    """
    try:
        return keyboard.hold(keys)
    except KeyError as error:
        raise ActionFailed(f"there is no key {error.args[0]!r}") from error


async def move_through(
    session: WebSession,
    points: Sequence[Sequence[float]],
    seconds: float,
    button: str = "",
) -> None:
    """Move the mouse through points, evenly distributed over a time of the pages' clock."""
    # On a virtual clock, the frame that a move waits for takes time that does not count.
    send = session.page.move_at_once if session.clock.virtual else session.page.mouse
    loop = asyncio.get_running_loop()
    started_at = loop.time()
    for number, (x, y) in enumerate(points, 1):
        await send(mouse.move(x, y, button or session.held_button))
        session.pointer = (x, y)
        if session.clock.virtual:
            await session.clock.let_pass(seconds / len(points))
        elif (remaining := started_at + seconds * number / len(points) - loop.time()) > 0:
            await asyncio.sleep(remaining)


@handler(web.Click)
async def click(session: WebSession, action: web.Click) -> ActionResult:
    modifiers = modifiers_of(action.keys)
    downs, ups = events_of(action.keys) if action.keys else ([], [])
    target = await target_point(session, action.element, action.x, action.y)
    target = await aim(session, action.element, target)
    x, y = target.point
    page = session.page
    await page.keys(downs)
    session.pointer = (x, y)
    # Events without time in between are sent together: a single move is delayed by a frame.
    events = [mouse.move(x, y, modifiers=modifiers)]
    for count in range(1, action.count + 1):
        events.append(mouse.down(x, y, action.button, count, modifiers))
        if action.hold or session.clock.virtual:
            await page.mouse(*events)
            await session.clock.let_pass(action.hold or PRESS)
            events = []
        events.append(mouse.up(x, y, action.button, count, modifiers))
        if session.clock.virtual and count < action.count:
            await page.mouse(*events)
            await pause(session, 0)
            events = []
    await page.mouse(*events)
    await page.keys(ups)
    button = "" if action.button == "left" else f" with the {action.button} button"
    times = ("", " twice", " three times")[action.count - 1]
    return await _clicked(session, action, target, f"clicked {target.what}{button}{times}")


async def _clicked(
    session: WebSession, action: web.Click, target: TargetPoint, message: str
) -> ActionResult:
    """Return a click's result, with the state of a checkbox or radio button after it."""
    if target.ticked is None or action.element is None:
        return done(message)
    ticked = await call_at(session, "controls.ticked", action.element)
    if ticked is None:
        return done(message)
    # One click changes a checkbox, unless the page prevents it.
    single = target.kind == "checkbox" and action.button == "left" and action.count % 2
    still = "still " if single and ticked == target.ticked else ""
    message += f"; it is {still}{'checked' if ticked else 'not checked'}"
    return ActionResult(ok=not still, message=message)


@handler(web.Hover)
async def hover(session: WebSession, action: web.Hover) -> ActionResult:
    target = await target_point(session, action.element, action.x, action.y)
    await move_through(session, [target.point], MOVE if session.clock.virtual else 0)
    session.hovers = True
    over = f", over {target.what}" if action.element is not None else ""
    return done(f"the mouse is at ({target.x:.0f}, {target.y:.0f}){over}")


@handler(web.MoveMouse)
async def move_mouse(session: WebSession, action: web.MoveMouse) -> ActionResult:
    await move_through(session, action.path, action.seconds)
    session.hovers = True
    x, y = session.pointer
    return done(f"the mouse is at ({x:.0f}, {y:.0f})")


@handler(web.Drag)
async def drag(session: WebSession, action: web.Drag) -> ActionResult:
    target = await target_point(session, action.element, action.x, action.y)
    start = (await aim(session, action.element, target)).point
    await session.page.mouse(mouse.move(*start), mouse.down(*start))
    await pause(session, 0)
    session.pointer = start
    try:
        end = (await target_point(session, action.to_element, action.to_x, action.to_y)).point
    except ActionFailed:
        await session.page.mouse(mouse.up(*start))
        raise
    stops = [start, *((x, y) for x, y in action.via), end]
    lengths = [max(dist(first, second), 1) for first, second in pairwise(stops)]
    points: list[list[float]] = []
    for (first, second), length in zip(pairwise(stops), lengths, strict=True):
        steps = max(2, round(action.seconds * MOVES * length / sum(lengths)))
        points += mouse.points_between(first, second, steps)
    await move_through(session, points, action.seconds, "left")
    await session.page.mouse(mouse.up(*end))
    await pause(session, PRESS)
    (x, y), (to_x, to_y) = start, end
    return done(f"dragged from ({x:.0f}, {y:.0f}) to ({to_x:.0f}, {to_y:.0f})")


@handler(web.Press)
async def press(session: WebSession, action: web.Press) -> ActionResult:
    downs, ups = events_of(action.keys)
    for _ in range(action.times):
        await session.page.keys(downs)
        await pause(session, action.hold or STROKE, real=action.hold > 0)
        await session.page.keys(ups)
    return done(f"pressed {action.keys}{await _reading(session, action.keys)}")


async def _reading(session: WebSession, keys: str) -> str:
    """Return what an input with the focus holds after keys, if that may differ from them."""
    if "Enter" in keyboard.combination(keys)[0]:  # The page may be replaced.
        return ""
    with session.page.channel.untapped():  # It has no effects on the page.
        field = await session.page.call("controls.reading")
    return f"; the {field['type']} input holds {field['value']!r}" if field else ""


@handler(web.Scroll)
async def scroll(session: WebSession, action: web.Scroll) -> ActionResult:
    if action.has_target:
        x, y = (await target_point(session, action.element, action.x, action.y)).point
    else:
        size = session.page.viewport or Viewport()
        x, y = size.width / 2, size.height / 2
    await session.page.mouse(mouse.move(x, y), mouse.wheel(x, y, action.right, action.down))
    # Wheel events are handled by the compositor first: the page scrolls two frames later.
    await session.page.call("webproctor.twoFrames")
    session.pointer = (x, y)
    await pause(session, PRESS)
    return done(f"scrolled at ({x:.0f}, {y:.0f})")


@handler(web.Wait)
async def wait(session: WebSession, action: web.Wait) -> ActionResult:
    await session.clock.let_pass(action.seconds)
    return done(f"waited {action.seconds:g} s")
