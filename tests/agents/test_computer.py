"""The computer agent: what it sends to its model, and what it does with the replies."""

from collections.abc import Sequence
from typing import Any

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import ActionResult, InvalidAction, computer
from webproctor.core.llm import Call, Message, Reply, Tool
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation


def call(**arguments: Any) -> Call:
    return Call("c", "computer", arguments)


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
