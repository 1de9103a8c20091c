"""Tests of benchmarks and agents through Inspect's program and functions."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import inspect_ai
import pytest
from inspect_ai import score
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import Sample
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.solver import Generate, Solver, SolverSpec, TaskState, solver

import webproctor
from webproctor.core.errors import UserError
from webproctor.harness.registered import agent
from webproctor.harness.samples import result_of
from webproctor.harness.scoring import episode_score
from webproctor.harness.tasks import agent_solver, inspect_task
from webproctor.run.results import Run

pytestmark = pytest.mark.usefixtures("executable")


def test_inspect_finds_benchmark_and_agent_by_name(tmp_path: Path) -> None:
    [log] = inspect_ai.eval(
        "webproctor/grounding",
        solver=SolverSpec("webproctor/oracle"),
        task_args={"targets": 2},
        model=None,
        display="none",
        log_dir=str(tmp_path / "logs"),
    )
    assert log.status == "success"
    assert log.results
    assert log.results.scores[-1].metrics["accuracy"].value == 1.0
    assert log.results.total_samples == 2


@pytest.mark.exhaustive
def test_inspect_eval_finds_benchmark_and_agent_by_name(tiny: Path, tmp_path: Path) -> None:
    inspect = Path(sys.executable).with_name("inspect")
    command = [
        *(inspect, "eval", "webproctor/turkingbench", "--solver", "webproctor/oracle"),
        *("-T", f"data={tiny}", "-T", "split=all", "-T", "instances=2"),
        *("--log-dir", tmp_path / "logs", "--display", "plain"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    [log] = [read_eval_log(info) for info in list_eval_logs(str(tmp_path / "logs"))]
    assert log.status == "success"
    assert log.results
    assert log.results.scores[-1].metrics["mean over tasks"].value == 1.0
    assert log.results.total_samples == 2


def test_a_stored_log_is_scored_again_without_a_browser(
    finished: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    [log] = [read_eval_log(info) for info in list_eval_logs(str(finished.folder))]
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    again = score(log, episode_score(), action="overwrite", display="none")
    assert again.results
    assert again.results.scores[-1].metrics["mean over tasks"].value == 1.0


def test_a_sample_without_a_record_is_void_and_unscored(tmp_path: Path) -> None:
    @solver
    def theirs() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            return state

        return solve

    task = inspect_task("grounding", {"targets": 4})
    [log] = inspect_ai.eval(
        task, solver=theirs(), model=None, display="none", log_dir=str(tmp_path)
    )
    assert log.status == "success"
    assert log.results is not None
    assert log.results.scores[0].unscored_samples == 4
    results = [result_of(sample) for sample in log.samples or ()]
    assert [(one.outcome, one.cause) for one in results if one] == [("void", "no record")] * 4


def test_epochs_of_inspect_count_in_all_metrics_and_are_reduced(tmp_path: Path) -> None:
    @solver
    def learns() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            agent = "do-nothing" if state.epoch == 1 else "oracle"
            return await agent_solver(agent, {})(state, generate)

        return solve

    [log] = inspect_ai.eval(
        inspect_task("grounding", {"targets": 2}),
        solver=learns(),
        epochs=inspect_ai.Epochs(2, ["mean", "pass_at_2"]),
        model=None,
        display="none",
        log_dir=str(tmp_path),
    )
    assert log.results
    mean, pass_at_2, figures = log.results.scores
    assert figures.metrics["accuracy"].value == 0.5
    assert mean.metrics["mean"].value == 0.5
    assert pass_at_2.metrics["mean"].value == 1


@pytest.mark.parametrize(
    ("task_settings", "agent_settings", "message"),
    [
        ({"target": 2}, {}, "benchmark 'grounding' has no setting 'target'"),
        ({}, {"sed": 1}, "agent 'random' has no setting 'sed'. Did you mean 'seed'?"),
        ({}, {"seed": "x"}, "agent 'random', setting 'seed': Input should be a valid integer"),
        ({}, {"max_steps": 0}, "agent 'random', setting 'max_steps': Input should be greater"),
    ],
)
def test_a_wrong_setting_is_an_error_that_inspect_prints_without_a_traceback(
    task_settings: dict[str, int], agent_settings: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(PrerequisiteError) as raised:
        inspect_ai.eval(
            "webproctor/grounding",
            solver=SolverSpec("webproctor/random", args_passed=agent_settings),
            task_args=task_settings,
            model=None,
            display="none",
            log_dir=str(tmp_path),
        )
    assert isinstance(raised.value, UserError)
    assert message in str(raised.value)


def test_a_wrong_setting_of_an_agent_given_by_name_is_an_error_before_the_first_sample() -> None:
    with pytest.raises(PrerequisiteError, match="agent 'random' has no setting 'sed'"):
        agent("random", sed=1)


@pytest.mark.parametrize("solver_name", ["webproctor/mindact", "webproctor/agent"])
def test_an_agent_that_does_not_support_the_benchmark_is_an_error_before_the_first_sample(
    solver_name: str, tmp_path: Path
) -> None:
    settings = {"name": "mindact"} if solver_name == "webproctor/agent" else {}
    with pytest.raises(PrerequisiteError, match="mindact' reads dom") as raised:
        inspect_ai.eval(
            "webproctor/grounding",
            solver=SolverSpec(solver_name, args_passed=settings),
            model=None,
            display="none",
            log_dir=str(tmp_path),
        )
    assert isinstance(raised.value, UserError)


def test_only_logs_of_webproctor_can_be_scored(tmp_path: Path) -> None:
    task = inspect_ai.Task([Sample("Hello.")], solver=[])
    [log] = inspect_ai.eval(task, model="mockllm/model", display="none", log_dir=str(tmp_path))
    # Scoring a log whose samples are not loaded yet would change asyncio for later tests.
    log = read_eval_log(log.location)
    with pytest.raises(UserError, match="the sample has no task of webproctor"):
        score(log, episode_score(), display="none")


def test_the_log_of_a_run_has_the_name_of_the_benchmark(tmp_path: Path) -> None:
    webproctor.evaluate("grounding", "oracle", settings={"targets": 1}, out=tmp_path / "run")
    [log] = list_eval_logs(str(tmp_path / "run"))
    assert read_eval_log(log, header_only=True).eval.task == "grounding"
