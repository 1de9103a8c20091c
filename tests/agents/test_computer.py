"""The computer agent: conversion of computer-use calls to actions."""

from collections.abc import Sequence
from typing import Any

import pytest

from webproctor.agents import make_agent
from webproctor.agents.computer import COMPUTER, read
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import ActionResult, InvalidAction, computer
from webproctor.core.llm import Call, Message, Reply, Tool
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation


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
        ({"action": "left_mouse_down"}, [computer.MouseButton(press="down")]),
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
        ({"action": "mouse_move"}, "Field required"),
        ({"action": "left_click", "coordinate": "3, 4"}, "coordinate must be [x, y], not '3, 4'"),
        ({"action": "left_click", "coordinate": ["a", 4]}, "unable to parse string as a number"),
        ({"action": "left_click", "x": 3, "y": 4}, "a point is the argument coordinate"),
        ({"action": "type"}, "type: text: Input should be a valid string"),
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


def test_the_error_for_a_call_of_another_tool_lists_the_available_tools() -> None:
    [invalid] = read(Call("c", "click", {"element": 1}))
    assert isinstance(invalid, InvalidAction)
    assert "tools are computer and done" in invalid.fault


class Scripted:
    """Answers with given replies, in order; records its requests."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.sent: list[Sequence[Message]] = []
        self.tools: Sequence[Tool] = ()

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        self.sent.append(messages)
        self.tools = tools
        return self.replies.pop(0) if self.replies else Reply(calls=(call(action="screenshot"),))


def screen(step: int) -> Observation:
    results = (ActionResult(ok=True, message="clicked", image=b"inner"),) if step else ()
    return Observation(
        instruction="Press a button.",
        step=step,
        width=1280,
        height=720,
        screenshot=f"screen {step}".encode(),
        results=results,
    )


async def test_the_screenshot_comes_with_the_result_of_the_last_call() -> None:
    model = Scripted()
    acting = make_agent("computer", load_benchmark("webgames"), model)
    for step in range(2):
        await acting.act(screen(step))  # type: ignore[union-attr]
    assert [message.role for message in model.sent[-1]] == ["system", "user", "assistant", "tool"]
    assert model.sent[-1][-1].images == (b"screen 1",)
    assert [tool.name for tool in model.tools] == ["computer", "done"]


async def test_an_enlarged_region_comes_before_the_screenshot() -> None:
    model = Scripted(Reply(calls=(call(action="zoom", region=[0, 0, 9, 9]),)))
    acting = make_agent("computer", load_benchmark("webgames"), model)
    for step in range(2):
        await acting.act(screen(step))  # type: ignore[union-attr]
    assert model.sent[-1][-1].images == (b"inner", b"screen 1")


async def test_all_actions_are_kept_and_only_old_screenshots_are_removed() -> None:
    model = Scripted(*(Reply(calls=(call(action="key", text=f"F{n}"),)) for n in range(29)))
    acting = make_agent("computer", load_benchmark("webgames"), model)
    for step in range(30):
        await acting.act(screen(step))  # type: ignore[union-attr]
    pressed = [one.calls[0].arguments["text"] for one in model.sent[-1] if one.calls]
    assert pressed == [f"F{n}" for n in range(29)]
    assert sum(len(one.images) for one in model.sent[-1]) == 2


async def test_removed_screenshots_do_not_count_toward_the_history() -> None:
    model = Scripted()
    acting = make_agent("computer", load_benchmark("webgames"), model, history_tokens=4000)
    for step in range(20):
        await acting.act(screen(step))  # type: ignore[union-attr]
    assert not any("omitted" in one.text for one in model.sent[-1])


async def test_a_path_of_points_becomes_a_drag_along_it() -> None:
    path = [[3.0, 4.0], [5.0, 6.0]]
    dragged = {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [5, 6]}
    assert read(call(**dragged, path=path)) == [computer.MouseDrag(x=1, y=2, path=path)]


async def test_a_reply_without_a_call_is_followed_by_a_reminder_in_all_later_requests() -> None:
    model = Scripted(Reply(text="Hm."))
    acting = make_agent("computer", load_benchmark("webgames"), model)
    await acting.act(screen(0))  # type: ignore[union-attr]
    for step in (1, 2):
        await acting.act(screen(step).model_copy(update={"results": ()}))  # type: ignore[union-attr]
    roles = [one.role for one in model.sent[-1]]
    assert roles[:5] == ["system", "user", "assistant", "user", "assistant"]


async def test_done_without_valid_arguments_is_an_invalid_action() -> None:
    fault = "arguments are not JSON"
    model = Scripted(Reply(calls=(Call("d", "done", {}, fault),)))
    acting = make_agent("computer", load_benchmark("webgames"), model)
    step = await acting.act(screen(0))  # type: ignore[union-attr]
    [invalid] = step.actions
    assert not step.done
    assert isinstance(invalid, InvalidAction)
    after = screen(1).model_copy(update={"results": (invalid.result(),)})
    await acting.act(after)  # type: ignore[union-attr]
    assert (model.sent[-1][-1].role, model.sent[-1][-1].text) == ("tool", fault)


async def test_two_screenshots_are_kept() -> None:
    model = Scripted()
    acting = make_agent("computer", load_benchmark("webgames"), model)
    for step in range(5):
        await acting.act(screen(step))  # type: ignore[union-attr]
    shown = [image for message in model.sent[-1] for image in message.images]
    assert shown == [b"screen 3", b"screen 4"]


async def test_points_on_a_reduced_screenshot_are_converted_to_the_screen() -> None:
    model = Scripted(
        Reply(
            calls=(
                call(action="left_click", coordinate=[10, 4000]),
                call(actions=[{"action": "zoom", "region": [0, 1, 2, 3]}]),
            )
        )
    )
    acting = make_agent("computer", load_benchmark("webgames"), model)
    tall = screen(0).model_copy(update={"width": 1280, "height": 16000})
    step = await acting.act(tall)  # type: ignore[union-attr]
    assert "640 pixels wide, 8000 high" in model.sent[0][0].text
    assert model.tools[0].screen == (640, 8000)
    assert step.actions == [
        computer.MouseClick(x=20, y=8000),
        computer.Screenshot(region=[0, 2, 4, 6]),
    ]


async def test_the_position_of_the_mouse_is_in_pixels_of_the_reduced_screenshot() -> None:
    model = Scripted(Reply(calls=(call(action="cursor_position"),)))
    acting = make_agent("computer", load_benchmark("webgames"), model)
    tall = {"width": 1280, "height": 16000}
    await acting.act(screen(0).model_copy(update=tall))  # type: ignore[union-attr]
    answer = ActionResult(ok=True, message="the mouse is at (20, 8000)")
    later = screen(1).model_copy(update=tall | {"results": [answer]})
    await acting.act(later)  # type: ignore[union-attr]
    assert "the mouse is at (10, 4000)" in [message.text for message in model.sent[-1]]


async def test_a_game_is_solved_with_pixel_coordinates() -> None:
    benchmark = load_benchmark("webgames", task=("right-click",))
    model = Scripted(Reply(calls=(call(action="right_click", coordinate=[640, 123]),)))
    acting = make_agent("computer", benchmark, model, max_steps=2)
    async with benchmark:
        [task] = benchmark.tasks()
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, acting)
    assert benchmark.score(task, episode).details["won"]


def test_the_tool_has_the_parameters_of_the_computer_tool_of_inspect() -> None:
    from inspect_ai.tool import ToolDef, computer

    known = ToolDef(computer()).parameters.properties.keys()
    assert COMPUTER.parameters["properties"].keys() == known
