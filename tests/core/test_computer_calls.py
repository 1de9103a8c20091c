"""Malformed calls of OpenAI's computer-use tool."""

from typing import Any

import pytest

from webproctor.core.computer_calls import checked_call

POINT = {"x": 1, "y": 2.5}


@pytest.mark.parametrize(
    "action",
    [
        {"type": "click", "button": "wheel", **POINT},
        {"type": "double_click", **POINT},
        {"type": "move", **POINT},
        {"type": "drag", "path": [POINT, POINT]},
        {"type": "scroll", "scroll_x": 0, "scroll_y": -5, **POINT},
        {"type": "keypress", "keys": ["CTRL", "a"]},
        {"type": "type", "text": ""},
        {"type": "screenshot"},
        {"type": "wait", "ms": 5},
    ],
)
def test_every_valid_action_is_accepted(action: dict[str, Any]) -> None:
    assert checked_call({"id": "c", "actions": [action]}) == ({"id": "c", "actions": [action]}, "")


@pytest.mark.parametrize(
    "action",
    [
        None,
        "wait",
        {},
        {"type": "fly"},
        {"type": "click", "button": "fourth", **POINT},
        {"type": "click", **POINT},
        {"type": "move", "x": 1},
        {"type": "move", "x": True, "y": 1},
        {"type": "drag"},
        {"type": "drag", "path": [POINT]},
        {"type": "drag", "path": [POINT, [3, 4]]},
        {"type": "drag", "path": [[1, 2], [3, 4]]},
        {"type": "scroll", "scroll_x": 0, **POINT},
        {"type": "scroll", "scroll_y": 0, **POINT},
        {"type": "scroll", "scroll_x": 0, "scroll_y": -5},
        {"type": "keypress", "keys": "a"},
        {"type": "keypress", "keys": [5]},
        {"type": "type"},
    ],
)
def test_a_call_with_a_malformed_action_has_no_effect(action: Any) -> None:
    call, fault = checked_call({"actions": [{"type": "screenshot"}, action]})
    assert call["actions"] == [{"type": "wait"}]
    assert fault.startswith("malformed action: ")


@pytest.mark.parametrize("actions", [None, []])
def test_a_call_without_actions_is_malformed(actions: Any) -> None:
    assert checked_call({"actions": actions})[1] == "malformed action: null"


def test_a_call_with_one_action_in_the_earlier_form_is_read() -> None:
    call, fault = checked_call({"action": {"type": "wait"}})
    assert (call["actions"], fault) == ([{"type": "wait"}], "")
