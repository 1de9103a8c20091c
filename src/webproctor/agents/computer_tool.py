"""The computer-use tool: its definition, and the conversion of its calls to actions."""

import contextlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from webproctor.core.actions import Action, InvalidAction, computer, describe_errors
from webproctor.core.actions.arguments import MAX_COORDINATE, MAX_SECONDS
from webproctor.core.llm import Call, Tool

_BUTTONS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_NAMES = (
    *("key", "hold_key", "type", "cursor_position", "mouse_move", "left_mouse_down"),
    *("left_mouse_up", "left_click_drag", *_BUTTONS, "back_click", "forward_click"),
    *("scroll", "wait", "screenshot", "zoom"),
)


def _schema(kind: str, description: str, **options: Any) -> dict[str, Any]:
    return {"type": kind, "description": description, **options}


def _point(description: str) -> dict[str, Any]:
    return _schema(
        "array",
        description,
        items={"type": "number", "minimum": -MAX_COORDINATE, "maximum": MAX_COORDINATE},
    )


# The harness recognises the computer-use tool by these parameter names.
COMPUTER = Tool(
    "computer",
    "Use the mouse and keyboard, or take a screenshot.",
    {
        "type": "object",
        "properties": {
            "action": _schema("string", "The action.", enum=list(_NAMES)),
            "coordinate": _point("The target: [x, y] in pixels of the screen."),
            "start_coordinate": _point("The start of a drag: [x, y]."),
            "text": _schema("string", "Text to type, or keys joined by +, such as ctrl+a."),
            "duration": _schema(
                "number", "Seconds to wait, or to hold a key.", minimum=0, maximum=MAX_SECONDS
            ),
            "scroll_direction": _schema(
                "string", "The direction to scroll.", enum=["up", "down", "left", "right"]
            ),
            "scroll_amount": _schema("integer", "Notches of the wheel.", minimum=1, maximum=100),
            "repeat": _schema(
                "integer", "Number of times to press the key.", minimum=1, maximum=100
            ),
            "press_enter": _schema("boolean", "Press Enter after typing."),
            "region": _point("The region to zoom into: [left, top, right, bottom]."),
            "actions": _schema(
                "array", "Several actions, executed in order.", items={"type": "object"}
            ),
        },
        "required": [],
    },
)


# `path` and `clear` are only in calls that the harness has converted from a provider's.
_ARGUMENTS = frozenset({*COMPUTER.parameters["properties"], "path", "clear"})
_REQUIRED = {
    "mouse_move": "coordinate",
    "key": "text",
    "hold_key": "text",
    "type": "text",
    "zoom": "region",
}
_POINTS = frozenset({"coordinate", "start_coordinate", "path", "region"})
_MODELS = {action.__name__: action for action in computer.computer.actions}


def read(call: Call, scale: float = 1.0) -> list[Action]:
    """Return the actions for a call of the computer-use tool; at least one.

    An invalid action becomes an `InvalidAction` that states the error.

    Args:
        scale: Pixels of the screen per pixel of the screenshots that the model sees.
    """
    if call.fault:
        return [_invalid(call, call.fault)]
    if call.name != COMPUTER.name:
        return [_invalid(call, f"there is no tool {call.name!r}: tools are computer and done")]
    listed = call.arguments.get("actions")
    requests = listed if isinstance(listed, list) and listed else [call.arguments]
    actions: list[Action] = []
    for request in requests:
        try:
            actions += _actions_for(_checked(_on_screen(request, scale)))
        except _InvalidRequest as error:
            actions.append(_invalid(call, str(error)))
        except ValidationError as error:
            model = _MODELS[error.title]
            actions.append(
                _invalid(call, f"{request.get('action')}: {describe_errors(model, error)}")
            )
    return actions


class _InvalidRequest(Exception):
    """An invalid request for an action; the message is shown to the agent."""


def _invalid(call: Call, fault: str) -> InvalidAction:
    return InvalidAction(asked=call.name, arguments=dict(call.arguments), fault=fault)


def _on_screen(request: Any, scale: float) -> dict[str, Any]:
    """Return the arguments of a request, with points in pixels of the screen."""
    given = request if isinstance(request, Mapping) else {}
    arguments = {
        name: _scaled(_as_list(value), scale) if name in _POINTS else value
        for name, value in given.items()
    }
    # Models write null for arguments that they leave out.
    return {name: value for name, value in arguments.items() if value is not None}


def _as_list(value: Any) -> Any:
    """Return a point that a model has written as text or as an object as a list."""
    match value:
        case {"x": x, "y": y}:
            return [x, y]
        case str():
            with contextlib.suppress(ValueError, RecursionError):
                return json.loads(value)
    return value


def _scaled(value: Any, scale: float) -> Any:
    if isinstance(value, list | tuple):
        return [_scaled(one, scale) for one in value]
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return value
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    with contextlib.suppress(OverflowError):  # An integer can be too large for a float.
        value = value * scale
    return value


def _checked(request: dict[str, Any]) -> dict[str, Any]:
    """Return a request for an action of the tool, with the argument that the action requires.

    Raises:
        _InvalidRequest: If the action or the argument is missing, or one is unknown.
    """
    if "action" not in request:
        raise _InvalidRequest(f"no action: give one of {', '.join(_NAMES)}")
    name = request["action"]
    if name not in _NAMES:
        raise _InvalidRequest(f"there is no action {name!r}: actions are {', '.join(_NAMES)}")
    if unknown := sorted(map(str, request.keys() - _ARGUMENTS)):
        raise _InvalidRequest(
            f"{name}: there is no argument {unknown[0]!r}: a point is the argument coordinate, "
            "[x, y]; text and keys are the argument text"
        )
    if (needed := _REQUIRED.get(name)) and needed not in request:
        raise _InvalidRequest(f"{name}: {needed} is missing")
    return request


def _actions_for(request: Mapping[str, Any]) -> list[Action]:
    """Return the actions of a request."""
    name, text = request["action"], request.get("text", "")
    point = _read_point(request, "coordinate")
    match name:
        case _ if name in _BUTTONS:
            button, count = _BUTTONS[name]
            options = {"button": button, "count": count, "keys": text}
            return [computer.MouseClick.model_validate({**point, **options})]
        case "back_click" | "forward_click":
            return [computer.KeyPress(keys="alt+Left" if name == "back_click" else "alt+Right")]
        case "mouse_move":
            return [computer.MouseMove.model_validate(point)]
        case "left_mouse_down" | "left_mouse_up":
            move = [computer.MouseMove.model_validate(point)] if point else []
            press = "down" if name == "left_mouse_down" else "up"
            return [*move, computer.MouseButton(press=press)]
        case "left_click_drag":
            if not point:
                raise _InvalidRequest(
                    "left_click_drag: coordinate is missing: give the end of the drag"
                )
            if text:
                raise _InvalidRequest("left_click_drag: keys cannot be held while dragging")
            path = request.get("path") or [[point["x"], point["y"]]]
            start = _read_point(request, "start_coordinate")
            return [computer.MouseDrag.model_validate({**start, "path": path})]
        case "key":
            times = request.get("repeat") or 1
            return [computer.KeyPress.model_validate({"keys": text, "times": times})]
        case "hold_key":
            seconds = request.get("duration", 1)
            return [computer.HoldKey.model_validate({"keys": text, "seconds": seconds})]
        case "type":
            click = [computer.MouseClick.model_validate(point)] if point else []
            clear = [computer.KeyPress(keys=keys) for keys in ("ctrl+a", "Delete")]
            enter = [computer.KeyPress(keys="Enter")] if request.get("press_enter") else []
            typing = computer.TypeText.model_validate({"text": request.get("text")})
            return [*click, *(clear if request.get("clear") else []), typing, *enter]
        case "scroll":
            direction = request.get("scroll_direction", "down")
            wheel = {"direction": direction, "notches": _notches(request), "keys": text}
            return [computer.MouseScroll.model_validate({**point, **wheel})]
        case "wait":
            return [computer.WaitAWhile.model_validate({"seconds": request.get("duration") or 1})]
        case "screenshot":
            return [computer.Screenshot()]
        case "zoom":
            return [computer.Screenshot.model_validate({"region": request.get("region")})]
    return [computer.CursorPosition()]


def _notches(request: Mapping[str, Any]) -> int:
    amount = request.get("scroll_amount") or 3
    if isinstance(amount, str):
        with contextlib.suppress(ValueError):
            amount = float(amount)
    if not isinstance(amount, int | float) or amount in (math.inf, -math.inf) or amount != amount:
        raise _InvalidRequest(
            f"scroll: scroll_amount must be a number from 1 to 100, not {amount!r}"
        )
    return max(1, min(100, round(amount)))


def _read_point(request: Mapping[str, Any], name: str) -> dict[str, float]:
    point = request.get(name)
    if point is None:
        return {}
    if not isinstance(point, Sequence) or isinstance(point, str) or len(point) != 2:
        raise _InvalidRequest(f"{request['action']}: {name} must be [x, y], not {point!r}")
    return {"x": point[0], "y": point[1]}
