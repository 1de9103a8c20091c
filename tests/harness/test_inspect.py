"""Tests of benchmarks and agents through Inspect's program and functions."""

import subprocess
import sys
from pathlib import Path

import inspect_ai
import pytest
from inspect_ai import score
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.solver import Generate, Solver, SolverSpec, TaskState, solver

from webproctor.harness.samples import result_of
from webproctor.harness.scoring import episode_score
from webproctor.harness.tasks import inspect_task
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
    assert log.results.scores[0].metrics["accuracy"].value == 1.0
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
    assert log.results.scores[0].metrics["mean over tasks"].value == 1.0
    assert log.results.total_samples == 2


def test_a_stored_log_is_scored_again_without_a_browser(
    finished: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    [log] = [read_eval_log(info) for info in list_eval_logs(str(finished.folder))]
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    again = score(log, episode_score(), action="overwrite", display="none")
    assert again.results
    assert again.results.scores[0].metrics["mean over tasks"].value == 1.0


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
