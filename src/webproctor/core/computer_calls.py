"""Malformed calls of OpenAI's computer-use tool, which clients read without checking them."""

import json
from collections.abc import Mapping
from typing import Any

from webproctor.core.answer_values import Json

_BUTTONS = ("left", "right", "wheel", "back", "forward")
# An action without effect, which replaces the actions of a malformed call.
_NO_ACTION = {"type": "wait"}


def checked_call(item: Json) -> tuple[Json, str]:
    """Return a call with actions that clients can read, and its fault; "" if it is well-formed."""
    actions = item.get("actions") or item.get("action")
    actions = actions if isinstance(actions, list) else [actions]
    fault = next((f"malformed action: {_shown(one)}" for one in actions if not _is_action(one)), "")
    return item | {"actions": [_NO_ACTION] if fault else actions}, fault


def _shown(action: Any) -> str:
    return json.dumps(action)[:200]


def _is_action(action: Any) -> bool:
    if not isinstance(action, Mapping):
        return False
    match action.get("type"):
        case "click":
            return action.get("button") in _BUTTONS and _is_point(action)
        case "double_click" | "move":
            return _is_point(action)
        case "drag":
            path = action.get("path")
            return isinstance(path, list) and len(path) > 1 and all(map(_is_point, path))
        case "scroll":
            return _is_point(action) and all(
                _is_number(action.get(name)) for name in ("scroll_x", "scroll_y")
            )
        case "keypress":
            keys = action.get("keys")
            return isinstance(keys, list) and all(isinstance(key, str) for key in keys)
        case "type":
            return isinstance(action.get("text"), str)
        case kind:
            return kind in ("screenshot", "wait")


def _is_point(value: Any) -> bool:
    return isinstance(value, Mapping) and all(_is_number(value.get(name)) for name in ("x", "y"))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
