"""Mouse events for the DevTools protocol: parameters of `Input.dispatchMouseEvent`."""

from collections.abc import Iterator
from typing import Any

BUTTON_FLAGS = {"none": 0, "left": 1, "right": 2, "middle": 4}


def move(x: float, y: float, button: str = "none", modifiers: int = 0) -> dict[str, Any]:
    """Move the mouse to a point in the viewport, optionally with a button held down."""
    return {
        "type": "mouseMoved",
        "x": x,
        "y": y,
        "button": button,
        "buttons": BUTTON_FLAGS[button],
        "modifiers": modifiers,
    }


def down(
    x: float, y: float, button: str = "left", count: int = 1, modifiers: int = 0
) -> dict[str, Any]:
    """Press a button; `count` is 2 for the second press of a double click."""
    return {
        "type": "mousePressed",
        "x": x,
        "y": y,
        "button": button,
        "buttons": BUTTON_FLAGS[button],
        "clickCount": count,
        "modifiers": modifiers,
    }


def up(
    x: float, y: float, button: str = "left", count: int = 1, modifiers: int = 0
) -> dict[str, Any]:
    """Release a button."""
    released = down(x, y, button, count, modifiers)
    return released | {"type": "mouseReleased", "buttons": 0}


def wheel(x: float, y: float, right: float, down: float) -> dict[str, Any]:
    """Turn the wheel, in CSS pixels."""
    return {"type": "mouseWheel", "x": x, "y": y, "deltaX": right, "deltaY": down}


def points_between(
    start: tuple[float, float], end: tuple[float, float], steps: int
) -> Iterator[list[float]]:
    """Yield points on the straight line between two points, excluding the start."""
    for step in range(1, steps + 1):
        fraction = step / steps
        yield [start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction]
