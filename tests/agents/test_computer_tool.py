"""The computer-use tool: conversion of its calls to actions."""

from typing import Any

import pytest

from webproctor.agents.computer_tool import COMPUTER, read
from webproctor.core.actions import InvalidAction, computer
from webproctor.core.llm import Call


def call(**arguments: Any) -> Call:
    return Call("c", "computer", arguments)


@pytest.mark.parametrize(
    ("given", "actions"),
    [
        ({"action": "left_click", "coordinate": [3, 4]}, [computer.MouseClick(x=3, y=4)]),
        ({"action": "left_click"}, [computer.MouseClick()]),
        (
            {"action": "right_click", "coordinate": [3, 4], "text": "shift"},
            [computer.MouseClick(x=3, y=4, button="right", keys="shift")],
        ),
        (
            {"action": "triple_click", "coordinate": [1, 2]},
            [computer.MouseClick(x=1, y=2, count=3)],
        ),
        ({"action": "mouse_move", "coordinate": [5, 6]}, [computer.MouseMove(x=5, y=6)]),
        ({"action": "key", "text": "ctrl+a"}, [computer.KeyPress(keys="ctrl+a")]),
        ({"action": "key", "text": "Down", "repeat": 3}, [computer.KeyPress(keys="Down", times=3)]),
        (
            {"action": "hold_key", "text": "w", "duration": 2},
            [computer.HoldKey(keys="w", seconds=2)],
        ),
        ({"action": "type", "text": "hello"}, [computer.TypeText(text="hello")]),
        (
            {"action": "type", "text": "hi", "coordinate": [1, 2], "press_enter": True},
            [
                computer.MouseClick(x=1, y=2),
                computer.TypeText(text="hi"),
                computer.KeyPress(keys="Enter"),
            ],
        ),
        (
            {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [3, 4]},
            [computer.MouseDrag(x=1, y=2, path=[[3, 4]])],
        ),
        ({"action": "double_click"}, [computer.MouseClick(count=2)]),
        ({"action": "middle_click"}, [computer.MouseClick(button="middle")]),
        ({"action": "left_mouse_down"}, [computer.MouseButton(press="down")]),
        (
            {"action": "left_mouse_up", "coordinate": [3, 4]},
            [computer.MouseMove(x=3, y=4), computer.MouseButton(press="up")],
        ),
        (
            {
                "action": "scroll",
                "coordinate": [1, 2],
                "scroll_direction": "right",
                "scroll_amount": 7,
            },
            [computer.MouseScroll(x=1, y=2, direction="right", notches=7)],
        ),
        (
            {"action": "type", "text": "hi", "clear": True},
            [
                computer.KeyPress(keys="ctrl+a"),
                computer.KeyPress(keys="Delete"),
                computer.TypeText(text="hi"),
            ],
        ),
        (
            {"action": "hold_key", "text": "w", "duration": None, "x": None},
            [computer.HoldKey(keys="w")],
        ),
        ({"action": "wait", "duration": 2}, [computer.WaitAWhile(seconds=2)]),
        ({"action": "screenshot"}, [computer.Screenshot()]),
        (
            {"action": "zoom", "region": [0, 0, 10, 10]},
            [computer.Screenshot(region=[0, 0, 10, 10])],
        ),
        ({"action": "cursor_position"}, [computer.CursorPosition()]),
        ({"action": "back_click"}, [computer.KeyPress(keys="alt+Left")]),
        (
            {"actions": [{"action": "mouse_move", "coordinate": [1, 2]}, {"action": "wait"}]},
            [computer.MouseMove(x=1, y=2), computer.WaitAWhile()],
        ),
    ],
)
def test_every_action_of_the_tool_is_converted(given: dict[str, Any], actions: list[Any]) -> None:
    assert read(call(**given)) == actions


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({}, "no action: give one of key"),
        ({"action": "teleport"}, "there is no action 'teleport'"),
        ({"action": "terminate", "status": "done"}, "there is no action 'terminate'"),
        ({"action": {"type": "wait"}}, "there is no action {'type': 'wait'}"),
        ({"action": "mouse_move"}, "mouse_move: coordinate is missing"),
        ({"action": "left_click", "coordinate": "3, 4"}, "coordinate must be [x, y], not '3, 4'"),
        ({"action": "left_click", "coordinate": ["a", 4]}, "unable to parse string as a number"),
        ({"action": "left_click", "x": 3, "y": 4}, "a point is the argument coordinate"),
        ({"action": "type"}, "type: text is missing"),
        ({"action": None, "coordinate": "3, 4"}, "no action: give one of key"),
        ({"action": "wait", "duration": 1e9}, "must be a number from 0 to 60"),
        ({"action": "left_click_drag", "start_coordinate": [1, 2]}, "give the end of the drag"),
        (
            {"action": "zoom", "region": [9, 9, 1, 1]},
            "a region needs left < right and top < bottom",
        ),
    ],
)
def test_the_error_for_an_invalid_call_gives_the_reason(given: dict[str, Any], fault: str) -> None:
    [invalid] = read(call(**given))
    assert isinstance(invalid, InvalidAction)
    assert fault in invalid.fault


@pytest.mark.parametrize("point", ["[3, 4]", ["3", "4"], {"x": 3, "y": 4}, [3, 4]])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_point_in_another_form_is_the_same_point(point: Any, scale: float) -> None:
    move = call(action="mouse_move", coordinate=point)
    assert read(move, scale) == [computer.MouseMove(x=3 * scale, y=4 * scale)]


def test_the_amount_of_a_scroll_can_be_a_text() -> None:
    assert read(call(action="scroll", scroll_amount="5")) == [computer.MouseScroll(notches=5)]


def test_a_coordinate_that_is_too_large_for_a_float_is_an_error() -> None:
    [action] = read(call(action="left_click", coordinate=[10**400, 1]))
    assert isinstance(action, InvalidAction)
    assert action.fault == "left_click: x: Input should be a valid number"


def test_the_error_for_a_call_of_another_tool_lists_the_available_tools() -> None:
    [invalid] = read(Call("c", "click", {"element": 1}))
    assert isinstance(invalid, InvalidAction)
    assert "tools are computer and done" in invalid.fault


def test_a_path_of_points_becomes_a_drag_along_it() -> None:
    path = [[3.0, 4.0], [5.0, 6.0]]
    dragged = {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [5, 6]}
    assert read(call(**dragged, path=path)) == [computer.MouseDrag(x=1, y=2, path=path)]


def test_the_tool_has_the_parameters_of_the_computer_tool_of_inspect() -> None:
    from inspect_ai.tool import ToolDef
    from inspect_ai.tool import computer as inspects_tool

    known = ToolDef(inspects_tool()).parameters.properties.keys()
    assert COMPUTER.parameters["properties"].keys() == known
