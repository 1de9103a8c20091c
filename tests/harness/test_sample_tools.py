"""Solvers of other packages use webproctor's tools and are scored."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import inspect_ai
import processes
import pytest
from in_memory import MEMORY
from inspect_ai import score
from inspect_ai.agent import react
from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import Generate, Solver, TaskState, basic_agent, generate, solver
from inspect_ai.tool import ToolDef
from per_change import first

from webproctor import inspect_tools
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import SessionLost
from webproctor.harness.sample_tools import react_with_tools
from webproctor.harness.samples import result_of
from webproctor.harness.scoring import episode_score
from webproctor.harness.tasks import inspect_task
from webproctor.methods.grounding.session import PointingSession

Call = tuple[str, dict[str, Any]]
FILL: Call = ("modify_text", {"input_name": "said", "input_value": "yes to one"})
SUBMIT: Call = ("submit", {"answer": "done"})
LOOK: Call = ("observe", {})
CLICK: Call = ("click", {"element": 0})


def outputs(*calls: Call) -> list[ModelOutput]:
    return [
        metered(ModelOutput.for_tool_call("mockllm/model", name, arguments))
        for name, arguments in calls
    ]


def metered(output: ModelOutput) -> ModelOutput:
    """Add a usage: without it, the model counts tokens with an encoding that is downloaded."""
    return output.model_copy(update={"usage": ModelUsage()})


def evaluated(
    solver: Any,
    replies: Sequence[ModelOutput],
    folder: Path,
    benchmark: str = MEMORY,
    retries: int = 0,
    **settings: Any,
) -> EvalSample:
    """Evaluate a solver on the first sample, and return it from the log."""
    [log] = inspect_ai.eval(
        inspect_task(benchmark, settings, tools=True),
        solver=solver,
        model=get_model("mockllm/model", custom_outputs=list(replies)),
        limit=1,
        retry_on_error=retries,
        log_dir=str(folder / "logs"),
        display="none",
    )
    return only_sample(log)


def only_sample(log: EvalLog) -> EvalSample:
    [sample] = log.samples or []
    return sample


def tool_messages(sample: EvalSample) -> list[str]:
    return [message.text for message in sample.messages if message.role == "tool"]


async def observe_with(state: TaskState) -> None:
    observe: Any = state.tools[0]
    await observe()


@pytest.fixture
def form(tiny: Path) -> dict[str, Any]:
    return {"data": str(tiny), "split": "all"}


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize("how", first("react", "basic_agent", "generate"))
def test_solvers_of_inspect_can_fill_in_a_form(
    how: str, form: dict[str, Any], tmp_path: Path
) -> None:
    solvers = {
        "react": lambda: react(tools=[inspect_tools()]),
        "basic_agent": basic_agent,
        "generate": lambda: generate(tool_calls="loop"),
    }
    replies = outputs(LOOK, FILL, SUBMIT)
    if how == "generate":
        replies[-1] = metered(ModelOutput.from_content("mockllm/model", "done"))
    sample = evaluated(solvers[how](), replies, tmp_path, "turkingbench", **form)
    result = result_of(sample)
    assert result is not None
    assert (result.score.value, result.outcome, result.steps) == (1.0, "scored", 1)
    assert "[0] text input" in tool_messages(sample)[0]


def test_a_game_is_solved_with_the_password_as_the_answer(tmp_path: Path) -> None:
    @solver
    def plays() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            tools = await inspect_tools().tools()
            by_name: dict[str, Any] = {ToolDef(one).name: one for one in tools}
            assert "What is 17 + 25?" in await by_name["observe"]()
            state.output = ModelOutput.from_content("theirs", "42")
            return state

        return solve

    result = result_of(evaluated(plays(), [], tmp_path))
    assert result is not None
    assert result.score.value == 1.0


def test_an_invalid_call_is_an_error_result(tmp_path: Path) -> None:
    wrong = outputs(("click", {"element": "x"}), ("click", {"element": 0, "z": 1}), SUBMIT)
    sample = evaluated(react(tools=[inspect_tools()]), wrong, tmp_path)
    errors = [message.error for message in sample.messages if message.role == "tool"]
    assert all(errors[:2])
    # No session was opened.
    assert [one.cause for one in [result_of(sample)] if one] == ["no record"]


def test_a_failed_action_is_an_error_result(tmp_path: Path) -> None:
    sample = evaluated(react(tools=[inspect_tools()]), outputs(CLICK, SUBMIT), tmp_path)
    [first, *_] = [message.error for message in sample.messages if message.role == "tool"]
    assert first is not None
    assert "there is no such element" in first.message


def test_actions_beyond_the_limit_are_refused(tmp_path: Path) -> None:
    replies = outputs(*[CLICK] * 23, SUBMIT)
    sample = evaluated(react(tools=[inspect_tools()]), replies, tmp_path)
    errors = [message.error for message in sample.messages if message.role == "tool"]
    refused = [one for one in errors if one and "refused: the limit of 20 actions" in one.message]
    assert len(refused) == 3
    assert [one.steps for one in [result_of(sample)] if one] == [20]


def test_a_solver_that_fails_is_errored(tmp_path: Path) -> None:
    @solver
    def fails() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            await observe_with(state)
            raise ValueError("their fault")

        return solve

    result = result_of(evaluated(fails(), [], tmp_path))
    assert result is not None
    assert (result.outcome, result.cause) == ("errored", "agent")
    assert "their fault" in (result.message or "")


@pytest.mark.usefixtures("executable")
def test_a_lost_browser_makes_the_episode_void(form: dict[str, Any], tmp_path: Path) -> None:
    others = processes.find("browser")

    @solver
    def kills() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            await observe_with(state)
            processes.send(signal.SIGKILL, processes.find("browser") - others)
            await observe_with(state)
            return state

        return solve

    result = result_of(evaluated(kills(), [], tmp_path, "turkingbench", **form))
    assert result is not None
    assert result.outcome == "void"


def test_a_void_episode_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    observe, started = PointingSession.observe, list[str]()

    async def lose_once(self: PointingSession, reads: frozenset[View]) -> Observation:
        if len(started) == 1:
            raise SessionLost("browser", "the page is gone")
        return await observe(self, reads)

    @solver
    def looks() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            started.append(str(state.sample_id))
            await observe_with(state)
            return state

        return solve

    monkeypatch.setattr(PointingSession, "observe", lose_once)
    sample = evaluated(looks(), [], tmp_path, "grounding", retries=1)
    assert len(started) == 2
    assert [(one.outcome, one.tries) for one in [result_of(sample)] if one] == [("scored", 2)]


def test_without_text_an_observation_is_an_image(tmp_path: Path) -> None:
    replies = outputs(LOOK, SUBMIT)
    sample = evaluated(react(tools=[inspect_tools()]), replies, tmp_path, "grounding")
    [shown, *_] = [message for message in sample.messages if message.role == "tool"]
    assert isinstance(shown.content, list)
    assert [part.type for part in shown.content] == ["text", "image"]


def test_the_tools_require_a_webproctor_task(tmp_path: Path) -> None:
    task = inspect_ai.Task(solver=react(tools=[inspect_tools()]))
    [log] = inspect_ai.eval(task, model="mockllm/model", log_dir=str(tmp_path), display="none")
    assert log.error
    assert "work only while a task of webproctor is solved" in log.error.message


def test_a_sample_ends_after_many_refused_actions(tmp_path: Path) -> None:
    sample = evaluated(react(tools=[inspect_tools()]), outputs(*[CLICK] * 40), tmp_path)
    assert sample.limit is not None
    assert "the limit of 20 actions is reached" in (sample.limit.reason or "")
    assert [(one.outcome, one.steps) for one in [result_of(sample)] if one] == [("scored", 20)]


def test_the_answer_of_react_is_the_submitted_text_only(tmp_path: Path) -> None:
    # The model writes `tool call for tool submit` beside its call.
    replies = outputs(LOOK, ("submit", {"answer": "42"}))
    result = result_of(evaluated(react_with_tools(), replies, tmp_path))
    assert result is not None
    assert result.score.value == 1.0


def test_an_episode_that_was_not_scored_can_be_scored_later(tmp_path: Path) -> None:
    [log] = inspect_ai.eval(
        inspect_task(MEMORY, {}, tools=True),
        solver=react_with_tools(),
        model=get_model(
            "mockllm/model", custom_outputs=outputs(LOOK, ("submit", {"answer": "42"}))
        ),
        limit=1,
        score=False,
        log_dir=str(tmp_path),
        display="none",
    )
    # Scoring a log whose samples are not loaded yet would change asyncio for later tests.
    log = read_eval_log(log.location)
    result = result_of(only_sample(score(log, episode_score(), display="none")))
    assert result is not None
    assert (result.outcome, result.score.value) == ("scored", 1.0)


@pytest.mark.exhaustive
def test_a_log_is_scored_again_by_inspect(form: dict[str, Any], tmp_path: Path) -> None:
    sample = evaluated(
        react(tools=[inspect_tools()]), outputs(FILL, SUBMIT), tmp_path, "turkingbench", **form
    )
    [info] = list_eval_logs(str(tmp_path / "logs"))
    log = Path(info.name.removeprefix("file://"))
    inspect = Path(sys.executable).with_name("inspect")
    done = subprocess.run(
        [inspect, "score", log, "--action", "overwrite", "--output-file", tmp_path / "again.eval"],
        env=os.environ | {"WEBPROCTOR_BROWSER": "no such browser"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    again = only_sample(read_eval_log(tmp_path / "again.eval"))
    assert result_of(again) == result_of(sample)
