"""The web agent: its requests to a model, and its handling of replies."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from models.reader import Reader, Rule, by_marks, by_points, by_text
from per_change import first

from webproctor.agents import make_agent
from webproctor.agents.web import WebAgent
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import ActionResult, InvalidAction, web
from webproctor.core.llm import Call, Message, Reply, Tool
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation
from webproctor.environments.browser import find_browser


class Scripted:
    """Answers with given replies, in order; records its requests."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.sent: list[Sequence[Message]] = []
        self.tools: list[Sequence[Tool]] = []
        self.choices: list[str] = []

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        self.sent.append(messages)
        self.tools.append(tools)
        self.choices.append(tool_choice)
        if tool_choice == "none":
            return Reply(text="the plan", usage={"calls": 1})
        return self.replies.pop(0) if self.replies else click()


def click(number: int = 0) -> Reply:
    return Reply(calls=(Call("c", "click", {"element": number}),), usage={"calls": 1})


def view(step: int, *results: ActionResult) -> Observation:
    return Observation(
        instruction="Press a button.",
        step=step,
        url="http://shop.localhost/",
        title="Shop",
        content='Buttons to press.\n[1 button "Go"]\n[end of the page]',
        marked_screenshot=b"picture",
        tabs=("Shop",),
        results=results,
    )


MakeAgent = Callable[..., WebAgent]


@pytest.fixture
def agent() -> MakeAgent:
    def make(model: Scripted, **settings: Any) -> WebAgent:
        web_agent = make_agent("web", load_benchmark("webgames"), model, **settings)
        assert isinstance(web_agent, WebAgent)
        return web_agent

    return make


async def play(agent: WebAgent, steps: int) -> None:
    for step in range(steps):
        results = [ActionResult(ok=True, message=f"clicked in step {step - 1}")] if step else []
        await agent.act(view(step, *results))


async def test_the_model_gets_task_elements_text_and_marked_screenshot(agent: MakeAgent) -> None:
    model = Scripted()
    await agent(model).act(view(0))
    system, shown = model.sent[-1]
    assert "Press a button." in system.text
    assert 'Content\nButtons to press.\n[1 button "Go"]' in shown.text
    assert shown.images == (b"picture",)


async def test_the_prompt_describes_the_views_that_are_shown(agent: MakeAgent) -> None:
    model = Scripted()
    without_content = Observation(
        instruction="Press.", elements=(), text="Go", marked_screenshot=b"picture", tabs=("Shop",)
    )
    await agent(model).act(without_content)
    prompt = model.sent[-1][0].text
    assert "- Elements: what can be acted on" in prompt
    assert "- Text: the text of the page" in prompt
    assert "- Content:" not in prompt


async def test_without_vision_no_screenshot_is_taken_or_sent(agent: MakeAgent) -> None:
    model = Scripted()
    blind = agent(model, vision=False)
    assert "marked_screenshot" not in blind.reads
    await blind.act(view(0))
    assert model.sent[-1][-1].images == ()
    assert "Screenshot" not in model.sent[-1][0].text


async def test_a_plan_is_requested_every_four_steps_and_shown(agent: MakeAgent) -> None:
    model = Scripted()
    await play(agent(model), 9)
    assert model.choices.count("none") == 3
    assert "the plan" in model.sent[1][-1].text


async def test_a_plan_is_shown_until_the_next_one(agent: MakeAgent) -> None:
    model = Scripted()
    await play(agent(model), 8)
    acting = [
        sent for sent, choice in zip(model.sent, model.choices, strict=True) if choice != "none"
    ]
    assert [sent[-1].text.count("the plan") for sent in acting] == [1] * 8


async def test_a_plan_request_has_the_tools_but_forbids_their_use(agent: MakeAgent) -> None:
    model = Scripted()
    await agent(model).act(view(0))
    assert model.choices == ["none", "auto"]
    assert model.tools[0] == model.tools[1] != []


async def test_plan_requests_are_not_kept_in_the_conversation(agent: MakeAgent) -> None:
    model = Scripted()
    await play(agent(model), 2)
    assert not any("write a plan" in message.text for message in model.sent[-1])


async def test_several_calls_are_one_step(agent: MakeAgent) -> None:
    calls = (Call("a", "click", {"element": 1}), Call("b", "type", {"text": "hello"}))
    step = await agent(Scripted(Reply(calls=calls))).act(view(0))
    assert step.actions == [web.Click(element=1), web.Type(text="hello")]


async def test_calls_beyond_the_limit_are_refused(agent: MakeAgent) -> None:
    calls = tuple(Call(f"{n}", "click", {"element": 0}) for n in range(4))
    step = await agent(Scripted(Reply(calls=calls)), actions_per_step=3).act(view(0))
    assert isinstance(step.actions[3], InvalidAction)
    assert "at most 3 calls" in step.actions[3].fault


async def test_an_invalid_call_is_an_error_result_for_the_model(agent: MakeAgent) -> None:
    model = Scripted(Reply(calls=(Call("a", "click", {"button": "left"}),)))
    acting = agent(model)
    step = await acting.act(view(0))
    assert isinstance(step.actions[0], InvalidAction)
    await acting.act(view(1, step.actions[0].result()))
    results = [message.text for message in model.sent[-1] if message.role == "tool"]
    assert results == ["click: no target: give an element, or x and y"]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(text="Hello!"), "You called no tool"),
        (Reply(text="First I", stop="length"), "Your reply was truncated"),
    ],
)
async def test_a_reply_without_a_call_is_answered_with_the_reason(
    agent: MakeAgent, reply: Reply, reason: str
) -> None:
    model = Scripted(reply)
    acting = agent(model, plan_every=0)
    await acting.act(view(0))
    await acting.act(view(1))
    assert model.sent[-1][-1].text.startswith(reason)


async def test_done_ends_the_episode_with_its_answer(agent: MakeAgent) -> None:
    calls = (Call("a", "click", {"element": 1}), Call("b", "done", {"answer": "42"}))
    step = await agent(Scripted(Reply(calls=(*calls, calls[0])))).act(view(0))
    assert (step.done, step.answer) == (True, "42")
    assert step.actions == [web.Click(element=1)]


@pytest.mark.parametrize(
    ("done", "error"),
    [
        (Call("a", "done", {}, "arguments are not JSON"), "done: arguments are not JSON"),
        (
            Call("a", "done", {"answer": "word " * 20_000}),
            "done: arguments of more than 8,000 tokens are not accepted",
        ),
        (
            Call("a", "done", {"result": "42"}),
            "done: there is no argument 'result': give the answer as `answer`",
        ),
    ],
)
async def test_done_without_valid_arguments_is_an_invalid_action(
    agent: MakeAgent, done: Call, error: str
) -> None:
    model = Scripted(Reply(calls=(done,)))
    acting = agent(model)
    step = await acting.act(view(0))
    [invalid] = step.actions
    assert not step.done
    assert isinstance(invalid, InvalidAction)
    await acting.act(view(1, invalid.result()))
    assert [message.text for message in model.sent[-1] if message.role == "tool"] == [error]


async def test_the_prompt_announces_the_last_step_which_ends_the_episode(agent: MakeAgent) -> None:
    model = Scripted()
    acting = agent(model, max_steps=2)
    assert not (await acting.act(view(0))).done
    assert (await acting.act(view(1))).done
    assert "This is the last" in model.sent[-1][-1].text


async def test_earlier_views_are_removed_and_results_are_kept(agent: MakeAgent) -> None:
    model = Scripted()
    await play(agent(model, plan_every=0), 3)
    sent = model.sent[-1]
    assert sum("Buttons to press." in message.text for message in sent) == 1
    assert [m.text for m in sent if m.role == "tool"] == ["clicked in step 0", "clicked in step 1"]
    assert sum(bool(message.images) for message in sent) == 1


async def test_the_oldest_steps_are_removed_to_fit_the_budget(agent: MakeAgent) -> None:
    model = Scripted()
    await play(agent(model, plan_every=0, history_tokens=100), 12)
    sent = model.sent[-1]
    assert "earlier steps are omitted" in sent[1].text
    assert sent[-2].text == "clicked in step 10"
    roles = [message.role for message in sent[1:]]
    assert roles[:3] == ["user", "assistant", "tool"], "a call and its answer go together"
    assert ("user", "user") not in pairwise(roles), "some models refuse two in succession"


async def test_the_number_of_kept_screenshots_is_a_setting(agent: MakeAgent) -> None:
    model = Scripted()
    await play(agent(model, screenshots=3), 5)
    assert sum(len(message.images) for message in model.sent[-1]) == 3


async def test_the_usage_of_a_step_is_the_sum_over_its_requests(agent: MakeAgent) -> None:
    step = await agent(Scripted()).act(view(0))
    assert step.usage == {"calls": 2}


GAMES: dict[str, tuple[Rule, tuple[str, ...]]] = {
    "text": (
        by_text,
        (
            "date",
            "text-mirror",
            "key-combo",
            "otp-entry",
            "print-reveal",
            "scroll-vertical",
            "scroll-horizontal",
            "file-credentials",
        ),
    ),
    "marks": (
        by_marks,
        (
            "right-click",
            "button-hold",
            "file-upload",
            "popup-chaos",
            "iframe-nest",
            "click-cubed",
        ),
    ),
    "coordinates": (by_points, ("click-pixel", "canvas-catch")),
}


# At every change: a click, a file, a frame.
FEW = ("right-click", "file-upload", "iframe-nest")


@pytest.mark.parametrize(
    ("means", "games"),
    first(("marks", FEW), *((means, games) for means, (_, games) in GAMES.items())),
)
async def test_games_are_solvable_from_what_the_model_is_shown(
    means: str, games: Sequence[str]
) -> None:
    rule, _ = GAMES[means]
    find_browser()
    benchmark = load_benchmark("webgames", task=games)
    solved = {}
    async with benchmark:
        for task in benchmark.tasks():
            acting = make_agent("web", benchmark, Reader((rule,)))
            async with benchmark.session(task) as session:
                episode = await run_episode(task, session, acting)
            solved[task.tags["game"]] = benchmark.score(task, episode).value
    assert solved == dict.fromkeys(games, 1.0)
