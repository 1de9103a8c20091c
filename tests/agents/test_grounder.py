"""A grounding model, with and without a planner, on stored screenshots."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from webproctor.agents import make_agent
from webproctor.agents.grounder import Grounder, read_plans
from webproctor.benchmarks.grounding.benchmark import grounding
from webproctor.benchmarks.realwebassist.benchmark import RealWebAssist, realwebassist
from webproctor.core import factories, registry
from webproctor.core.episodes import Episode, added
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply
from webproctor.core.loop import run_episode
from webproctor.core.presets import find_preset
from webproctor.methods.grounding.answers import Answer
from webproctor.methods.grounding.pointers import Prediction


class Model:
    """Answers with a function of the request; records its requests."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.answer = answer
        self.messages: list[Message] = []

    async def generate(
        self, messages: Sequence[Message], tools: Any = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        self.messages.append(messages[-1])
        return Reply(self.answer(messages[-1].text), usage={"input_tokens": 10.0})


class Points:
    """Predicts a given point and records its inputs."""

    def __init__(self, answer: Prediction) -> None:
        self.answer = answer
        self.given: list[tuple[str, tuple[str, ...]]] = []

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Prediction:
        assert screenshot.startswith(b"\x89PNG")
        self.given.append((instruction, tuple(history)))
        return self.answer


def spent(episode: Episode) -> dict[str, float]:
    return added(*(step.usage for step in episode.steps))


async def play(agent: Grounder, past: int = 2) -> tuple[RealWebAssist, Episode]:
    benchmark = realwebassist(participant=(2,), past=past)
    task = benchmark.tasks()[1]
    async with benchmark.session(task) as session:
        return benchmark, await run_episode(task, session, agent)


HERE = Prediction((700.0, 130.0), "(700, 130)", usage={"output_tokens": 3.0})


async def test_a_grounder_gets_the_instruction_and_the_history() -> None:
    pointer = Points(HERE)
    _, episode = await play(Grounder(pointer))
    instruction, history = pointer.given[0]
    assert instruction == "Let me look at concerts now."
    assert history[-1] == 'Instruction: Buy them.\n   Action: Clicked the button "Buy the tickets"'
    assert len(history) == 2
    assert episode.evidence["points"]["2/12"] == (700, 130)
    assert spent(episode) == {"output_tokens": 3.0 * len(pointer.given)}


async def test_with_a_planner_the_grounder_gets_only_the_plan() -> None:
    pointer, model = Points(HERE), Model(lambda message: "the link that says Music")
    _, episode = await play(Grounder(pointer, model))
    assert pointer.given[0] == ("the link that says Music", ())
    assert "Let me look at concerts now." in model.messages[0].text
    assert "1. Instruction:" in model.messages[0].text
    assert len(model.messages[0].images) == 1
    assert episode.steps[0].plan == "the link that says Music"
    assert spent(episode)["input_tokens"] == 10.0 * len(model.messages)


async def test_the_planner_prompt_says_that_there_is_no_history() -> None:
    model = Model(lambda message: "it")
    await play(Grounder(Points(HERE), model), past=0)
    assert "No action has been taken yet." in model.messages[0].text


async def test_earlier_screenshots_are_included_when_requested() -> None:
    model = Model(lambda message: "it")
    await play(Grounder(Points(HERE), model, past_screenshots=2))
    assert [len(message.images) for message in model.messages[:4]] == [1, 2, 3, 3]


async def test_stored_plans_are_replayed_and_a_missing_plan_is_a_miss() -> None:
    pointer = Points(HERE)
    benchmark, episode = await play(Grounder(pointer, plans={"2/12": "Music"}))
    assert pointer.given == [("Music", ())]
    answers = [Answer.of(episode, step) for step in range(2)]
    assert [answer and answer.unreadable for answer in answers] == [False, True]
    score = benchmark.score(benchmark.tasks()[1], episode)
    assert score.details["figures"]["invalid"] == len(score.details["steps"]) - 1


async def test_an_answer_without_a_point_is_kept_and_the_episode_continues() -> None:
    pointer = Points(Prediction(None, "no idea"))
    _, episode = await play(Grounder(pointer))
    assert set(episode.evidence["points"].values()) == {None}
    answer = Answer.of(episode, 0)
    assert answer is not None
    assert (answer.said, answer.unreadable) == ("no idea", True)


def test_stored_plans_are_read_in_both_layouts(tmp_path: Path) -> None:
    path = tmp_path / "plans.json"
    path.write_text(json.dumps({"1": {"3": "a", "4": "b"}, "2/7": "c"}))
    assert read_plans(path) == {"1/3": "a", "1/4": "b", "2/7": "c"}


@pytest.mark.parametrize(
    ("text", "what"), [("{", "is not JSON"), ("[]", "an object"), ('{"1": {"3": 4}}', "'1/3'")]
)
def test_invalid_plan_files_are_user_errors(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "plans.json"
    path.write_text(text)
    with pytest.raises(UserError, match=what):
        read_plans(path)


def test_a_planner_requires_a_model_or_stored_plans(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="agent 'planner' needs --model, or stored planner texts"):
        make_agent("planner", realwebassist())
    path = tmp_path / "plans.json"
    path.write_text("{}")
    assert isinstance(make_agent("planner", realwebassist(), plans=path), Grounder)
    with pytest.raises(UserError, match="needs a server, weights or a model"):
        make_agent("planner", realwebassist(), plans=path, grounder="gta1")


async def test_with_stored_plans_the_model_is_the_grounder(tmp_path: Path) -> None:
    path = tmp_path / "plans.json"
    path.write_text(json.dumps({"2/12": "the Music link"}))
    model = Model(lambda message: "(500, 500)")
    agent = make_agent("planner", realwebassist(), model, plans=path, grounder="uground")
    assert isinstance(agent, Grounder)
    _, episode = await play(agent)
    assert episode.evidence["points"]["2/12"] == (640, 400)
    assert ["the Music link" in message.text for message in model.messages] == [True]


async def test_the_planner_prompt_can_be_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text("Said: {instruction} {other}\nBefore: {history}")
    model = Model(lambda message: "(500, 500)")
    agent = make_agent("planner", realwebassist(), model, planner_prompt=path, grounder="any")
    assert isinstance(agent, Grounder)
    await play(agent)
    assert model.messages[0].text.startswith("Said: Let me look at concerts now. {other}\nBefore: ")
    assert "1. Instruction:" in model.messages[0].text
    path.write_text("Plan.")
    with pytest.raises(UserError, match=r"prompt\.txt: the planner's prompt must contain"):
        make_agent("planner", realwebassist(), model, planner_prompt=path, grounder="any")


async def test_with_the_wording_of_the_scripts_the_planner_gets_no_answer_format() -> None:
    model = Model(lambda message: "it")
    agent = make_agent("planner", realwebassist(), model, wording="scripts", grounder="any")
    assert isinstance(agent, Grounder)
    await play(agent)
    assert "which element of the page should be\nclicked?" in model.messages[0].text
    assert "in one sentence" not in model.messages[0].text


@pytest.mark.parametrize("agent", ["grounder", "planner"])
def test_the_paper_preset_has_only_existing_settings(agent: str) -> None:
    for benchmark, make in (("realwebassist", realwebassist), ("grounding", grounding)):
        preset = find_preset("paper", agent, benchmark)
        known = {one.name for one in factories.settings(registry.factory("agents", agent))}
        assert set(preset.agent) <= known
        assert set(preset.benchmark) <= {one.name for one in factories.settings(make)}


async def test_the_paper_preset_prompts_and_rounds_like_the_public_scripts() -> None:
    model = Model(lambda message: "<|box_start|>(101,203),(306,409)<|box_end|>")
    preset = find_preset("paper", "grounder", "realwebassist")
    agent = make_agent("grounder", realwebassist(), model, **preset.agent, grounder="os-atlas")
    assert isinstance(agent, Grounder)
    _, episode = await play(agent)
    # On a screenshot of 1280 x 800: 129.28, 162.4, 391.68 and 327.2, truncated.
    assert episode.evidence["points"]["2/12"] == ((129 + 391) / 2, (162 + 327) / 2)
    prompt = model.messages[0].text
    assert prompt.index("where is the element") < prompt.index("1. Instruction:")
    assert "bounding box" not in prompt


@pytest.mark.parametrize(
    "settings", [{"past_screenshots": 2}, {"planner_prompt": Path("prompt.txt")}]
)
def test_settings_of_the_planner_are_not_accepted_with_stored_plans(
    settings: dict[str, Any],
) -> None:
    with pytest.raises(UserError, match=f"'{next(iter(settings))}' has no effect with --plans"):
        make_agent("planner", realwebassist(), plans=Path("plans.json"), **settings)
