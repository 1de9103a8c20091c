"""MindAct on recorded pages, games and forms."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply, Tool
from webproctor.core.loop import run_episode
from webproctor.methods.mindact.ranking import write_scores

# The button with the text 1.
ONE = r"^<button id=\d+> 1"


class Reader:
    """Chooses the option that matches a pattern, with a given operation, by default a click.

    Attributes:
        shown: The requests.
    """

    def __init__(self, pattern: str, act: str = "Action: CLICK") -> None:
        self.shown: list[Sequence[Message]] = []
        self._pattern = pattern
        self._act = act

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: str = "auto"
    ) -> Reply:
        self.shown.append(messages)
        options = re.findall(r"^([B-F])\. (.*)$", messages[-1].text, re.MULTILINE)
        letter = next((one for one, text in options if re.search(self._pattern, text)), "A")
        answer = f"Answer: {letter}." + (f"\n{self._act}" if letter != "A" else "")
        return Reply(text=answer, usage={"output_tokens": 7})


async def work(benchmark: Benchmark, model: Reader | None = None, **settings: object) -> Episode:
    """Run one episode on the benchmark's first task."""
    agent = make_agent("mindact", benchmark, model, **settings)
    task = benchmark.tasks()[0]
    async with benchmark, benchmark.session(task) as session:
        return await run_episode(task, session, agent)


@pytest.fixture(scope="module")
def recorded() -> Benchmark:
    return load_benchmark("mind2web", website="click-cubed")


async def test_without_a_predictor_the_top_candidate_is_clicked(recorded: Benchmark) -> None:
    episode = await work(recorded)
    assert [step.actions[0]["name"] for step in episode.steps] == ["click"] * 3
    assert all(step.notes["pool"] for step in episode.steps)


async def test_a_language_model_chooses_among_the_top_candidates(recorded: Benchmark) -> None:
    model = Reader(ONE)
    episode = await work(recorded, model, predictor="llm")
    marked = recorded.score(recorded.tasks()[0], episode)
    assert [step["success"] for step in marked.details["steps"]] == [1, 0, 0]
    assert episode.steps[0].usage["output_tokens"] >= 7
    assert episode.steps[0].notes["rounds"][0]["words"].startswith("Answer")


async def test_the_prompt_has_three_examples_and_the_serialized_page(
    recorded: Benchmark,
) -> None:
    model = Reader("nothing")
    await work(recorded, model, predictor="llm")
    roles = [message.role for message in model.shown[0]]
    assert roles == ["system", *["user", "assistant"] * 3, "user"]
    answers = [message.text for message in model.shown[0] if message.role == "assistant"]
    assert answers == [
        "Answer: C.\nAction: SELECT\nValue: Medium",
        "Answer: A.",
        "Answer: D.\nAction: CLICK",
    ]
    assert model.shown[0][-1].text.startswith("'''\n<html")


async def test_on_recorded_pages_the_recorded_actions_are_the_history(recorded: Benchmark) -> None:
    model = Reader("nothing")
    await work(recorded, model, predictor="llm")
    assert "Previous actions:\n[button]  1 -> CLICK\n[button]  2" in model.shown[-1][-1].text


@pytest.mark.parametrize(
    ("reply", "f1"), [("", 0), ("Action: ENTER", 0), ("Action: CLICK\nValue: Submit", 2 / 3)]
)
async def test_an_operation_other_than_the_recorded_one_fails_the_step(
    recorded: Benchmark, reply: str, f1: float
) -> None:
    episode = await work(recorded, Reader(ONE, reply), predictor="llm")
    first = recorded.score(recorded.tasks()[0], episode).details["steps"][0]
    assert (first["element"], first["success"]) == (1, 0)
    assert first["operation"] == pytest.approx(f1)


async def test_choosing_no_candidate_is_recorded_as_the_cause(recorded: Benchmark) -> None:
    episode = await work(recorded, Reader("nothing"), predictor="llm")
    marked = recorded.score(recorded.tasks()[0], episode)
    assert {step["cause"] for step in marked.details["steps"]} == {"none chosen"}


async def test_ranks_can_be_read_from_a_file(recorded: Benchmark, tmp_path: Path) -> None:
    steps = [
        (demo.annotation_id, step)
        for demo in recorded.demonstrations  # pyright: ignore
        for step in recorded.dataset.steps(demo)  # pyright: ignore
    ]
    scores = {
        step.key: {
            one.id: float(one in step.positives) for one in (*step.negatives, *step.positives)
        }
        for _, step in steps
    }
    write_scores(tmp_path / "s.pkl", scores)
    episode = await work(recorded, scores=tmp_path / "s.pkl", top_k=1)
    assert recorded.score(recorded.tasks()[0], episode).value == 1.0


async def test_a_file_without_scores_for_the_steps_is_a_user_error(
    recorded: Benchmark, tmp_path: Path
) -> None:
    write_scores(tmp_path / "s.pkl", {"other": {"1": 1.0}})
    with pytest.raises(UserError, match=r"has no scores for 3 steps, such as"):
        await work(recorded, scores=tmp_path / "s.pkl")


async def test_scores_of_another_recording_are_a_user_error(
    recorded: Benchmark, tmp_path: Path
) -> None:
    keys = recorded.step_keys  # pyright: ignore
    write_scores(tmp_path / "s.pkl", {key: {"x": 1.0, "y": 0.5} for key in keys})
    with pytest.raises(UserError, match="2 of the 2 ids in the scores file are not candidates"):
        await work(recorded, scores=tmp_path / "s.pkl")


async def test_the_agent_runs_on_a_live_game() -> None:
    game = load_benchmark("webgames", family=("click-cubed",), difficulty=("base",))
    model = Reader(ONE)
    episode = await work(game, model, predictor="llm", max_steps=2)
    assert episode.steps[0].actions[0]["name"] == "click"
    assert episode.steps[0].results[0].ok
    # On a live page the agent's own actions are the history.
    assert "Previous actions:\n[button]  1 -> CLICK" in model.shown[-1][-1].text


async def test_the_agent_fills_in_a_live_form() -> None:
    form = load_benchmark("turkingbench", task=("Colours in a scene",), instances=1)
    model = Reader(r"<input id=\d+ text count", "Action: TYPE\nValue: 5")
    episode = await work(form, model, predictor="llm", max_steps=1)
    [action] = episode.steps[0].actions
    assert action == {
        "name": "modify_text",
        "arguments": {"input_name": "count", "input_value": "5"},
    }
    assert episode.steps[0].results[0].ok


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"predictor": "llm"}, "needs a model"),
        ({"predictor": "nonsense"}, "no predictor"),
        ({"predictor": "multi-choice"}, "needs"),
        ({"ranker": "nonsense"}, "no ranker"),
        ({"predictor": "multi-choice:x", "group_size": 1}, "group_size must be 2 to 25"),
        ({"predictor": "ranker:x"}, "leave 'x' out"),
        ({"examples": Path("examples.json")}, "'examples' has no effect with --predictor ranker"),
        (
            {"ranker": "embeddings", "scores": Path("scores.json")},
            "'ranker' has no effect with --scores",
        ),
        (
            {"predictor": "multi-choice:x", "system_message": "Be brief."},
            "'system_message' has no effect with --predictor multi-choice:x",
        ),
    ],
)
def test_invalid_settings_are_user_errors(
    recorded: Benchmark, settings: dict[str, object], what: str
) -> None:
    with pytest.raises(UserError, match=what):
        make_agent("mindact", recorded, None, **settings)
