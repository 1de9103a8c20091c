"""A session on a desktop: the agent sees screenshots and sends mouse and keyboard input."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

from webproctor.core.actions import Action, ActionResult, computer
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Session
from webproctor.environments.browser.pixels import NOTHING_THERE, zoomed
from webproctor.environments.browser.session import WebSession
from webproctor.environments.desktop import keys
from webproctor.environments.desktop.display import HEIGHT, WIDTH, Display

# Mouse movements per second while dragging.
_MOVES_PER_SECOND = 60
# Seconds between the clicks of a double click, and between repeated key strokes.
_CLICK_INTERVAL = 0.05


class DesktopSession(Session):
    """A session on a browser window with its own screen.

    Attributes:
        display: The screen.
        page_session: The session of the page in the window, which provides the evidence.
    """

    actions = computer.computer

    def __init__(self, display: Display, page_session: WebSession) -> None:
        self.display = display
        self.page_session = page_session

    @classmethod
    async def begin(cls, display: Display, page_session: WebSession) -> "DesktopSession":
        """Begin an episode with the keyboard focus on the page."""
        session = cls(display, page_session)
        await display.settle()
        # In a new window the address bar has the focus; this key moves it to the page.
        _hold(display, "Control+F6")()
        await display.settle()
        return session

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        """Take a screenshot.

        Raises:
            UserError: If the agent reads other views than the screenshot.
        """
        if others := sorted(reads - {"screenshot"}):
            raise UserError(
                f"The desktop provides only screenshots, not {', '.join(others)}: use an agent "
                "that reads only screenshots, such as `computer`."
            )
        fields: dict[str, Any] = {"width": WIDTH, "height": HEIGHT}
        if "screenshot" in reads:
            await self.display.settle()
            fields["screenshot"] = self.display.screenshot()
        return Observation(**fields)

    async def act(self, action: Action) -> ActionResult:
        if type(action) not in _HANDLERS:
            available = ", ".join(self.actions.by_name)
            return ActionResult(
                ok=False, message=f"{action.name} is not available on the desktop: use {available}"
            )
        try:
            result = await _HANDLERS[type(action)](self.display, action)
        except KeyError as error:
            return ActionResult(ok=False, message=f"there is no key {error.args[0]!r}")
        except _OffScreen as error:
            return ActionResult(ok=False, message=str(error))
        await self.display.settle()
        return result

    async def evidence(self) -> dict[str, Any]:
        return await self.page_session.evidence()


class _OffScreen(Exception):
    """A point is outside the screen."""


def _done(message: str) -> ActionResult:
    return ActionResult(ok=True, message=message)


def _move_to(display: Display, x: float | None, y: float | None) -> None:
    if x is None or y is None:
        return
    _check_on_screen(x, y)
    display.move(x, y)


def _check_on_screen(x: float, y: float) -> None:
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        raise _OffScreen(f"the point ({x:g}, {y:g}) is outside the screen of {WIDTH} x {HEIGHT}")


def _hold(display: Display, combination: str) -> Callable[[], None]:
    """Press keys; call the returned function to release them."""
    symbols = keys.symbols(combination) if combination else []
    for symbol in symbols:
        display.key(symbol, down=True)

    def release() -> None:
        for symbol in reversed(symbols):
            display.key(symbol, down=False)

    return release


async def _screenshot(display: Display, action: computer.Screenshot) -> ActionResult:
    await display.settle()
    picture = zoomed(display.screenshot(), action.region)
    if picture is None:
        return ActionResult(ok=False, message=NOTHING_THERE)
    return ActionResult(ok=True, message="the screen", image=picture)


async def _key_press(display: Display, action: computer.KeyPress) -> ActionResult:
    for _ in range(action.times):
        _hold(display, action.keys)()
        await asyncio.sleep(_CLICK_INTERVAL if action.times > 1 else 0)
    return _done(f"pressed {action.keys}")


async def _hold_key(display: Display, action: computer.HoldKey) -> ActionResult:
    release = _hold(display, action.keys)
    await asyncio.sleep(action.seconds)
    release()
    return _done(f"held {action.keys} for {action.seconds:g} s")


async def _type_text(display: Display, action: computer.TypeText) -> ActionResult:
    await display.type(action.text)
    return _done(f"typed {len(action.text)} characters")


async def _mouse_move(display: Display, action: computer.MouseMove) -> ActionResult:
    _move_to(display, action.x, action.y)
    return _cursor(display)


async def _mouse_click(display: Display, action: computer.MouseClick) -> ActionResult:
    _move_to(display, action.x, action.y)
    release = _hold(display, action.keys)
    for _ in range(action.count):
        display.button(action.button, down=True)
        await asyncio.sleep(_CLICK_INTERVAL / 2)
        display.button(action.button, down=False)
        await asyncio.sleep(_CLICK_INTERVAL / 2)
    release()
    x, y = display.pointer
    return _done(f"clicked at ({x}, {y})")


async def _mouse_drag(display: Display, action: computer.MouseDrag) -> ActionResult:
    _move_to(display, action.x, action.y)
    start = display.pointer
    points = [start, *((x, y) for x, y in action.path)]
    for x, y in points[1:]:
        _check_on_screen(x, y)
    display.button("left", down=True)
    await asyncio.sleep(_CLICK_INTERVAL)
    steps = max(4, round(action.seconds * _MOVES_PER_SECOND / (len(points) - 1)))
    pause = action.seconds / (steps * (len(points) - 1))
    for (x, y), (to_x, to_y) in pairwise(points):
        for step in range(1, steps + 1):
            display.move(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
            await asyncio.sleep(pause)
    await asyncio.sleep(_CLICK_INTERVAL)
    display.button("left", down=False)
    return _done(f"dragged from {start} to {display.pointer}")


async def _mouse_button(display: Display, action: computer.MouseButton) -> ActionResult:
    display.button(action.button, down=action.press == "down")
    return _done(f"the {action.button} button is {action.press}")


async def _mouse_scroll(display: Display, action: computer.MouseScroll) -> ActionResult:
    _move_to(display, action.x, action.y)
    release = _hold(display, action.keys)
    wheel = action.direction if action.direction in ("up", "down") else f"wheel {action.direction}"
    for _ in range(action.notches):
        display.button(wheel, down=True)
        display.button(wheel, down=False)
    release()
    return _done(f"scrolled {action.notches} notches {action.direction}")


async def _cursor_position(display: Display, action: computer.CursorPosition) -> ActionResult:
    return _cursor(display)


async def _wait(display: Display, action: computer.WaitAWhile) -> ActionResult:
    await asyncio.sleep(action.seconds)
    return _done(f"waited {action.seconds:g} s")


def _cursor(display: Display) -> ActionResult:
    x, y = display.pointer
    return _done(f"the mouse is at ({x}, {y})")


_HANDLERS: dict[type[Action], Callable[[Display, Any], Awaitable[ActionResult]]] = {
    computer.Screenshot: _screenshot,
    computer.KeyPress: _key_press,
    computer.HoldKey: _hold_key,
    computer.TypeText: _type_text,
    computer.MouseMove: _mouse_move,
    computer.MouseClick: _mouse_click,
    computer.MouseDrag: _mouse_drag,
    computer.MouseButton: _mouse_button,
    computer.MouseScroll: _mouse_scroll,
    computer.CursorPosition: _cursor_position,
    computer.WaitAWhile: _wait,
}
