"""Tests of `webproctor score`."""

import asyncio
import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from webproctor.benchmarks.mind2web.benchmark import SAMPLE
from webproctor.benchmarks.mind2web.replay import Replay

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def passes(data: Path) -> Path:
    return data / "webgames/pass_status.csv"


def test_a_table_of_passes_is_scored_by_category(program: Program, passes: Path) -> None:
    done = program("score", "webgames", "--pass-status", passes)
    assert done.returncode == 0
    assert "gpt-4o" in done.stdout
    assert "36.19" in done.stdout


def test_rule_and_weights_can_be_selected(program: Program, passes: Path) -> None:
    arguments = ("--pass-status", passes, "--rule", "published", "--json")
    summary = json.loads(program("score", "webgames", *arguments).stdout)
    assert summary["rule"] == "published"
    assert round(100 * summary["scores"]["gpt-4o"]["average"], 1) == 36.6


def test_a_missing_file_is_a_user_error(program: Program) -> None:
    done = program("score", "webgames", "--pass-status", "nowhere.csv")
    assert done.returncode != 0
    assert "nowhere.csv" in done.stderr
    assert "Traceback" not in done.stderr


def test_stored_answers_become_a_run_with_a_report_once(program: Program, tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text("[]")
    given = ("score", "mind2web", "--data", SAMPLE, "--predictions", "answers.json", "--out", "run")
    done = program(*given)
    assert done.returncode == 0, done.stderr
    assert "21 steps of 7 tasks" in done.stdout
    assert done.stderr == "Report: run/report.html\n"
    again = program(*given)
    assert again.returncode == 2
    assert "run: the folder already contains a run. Choose another folder." in again.stderr


def test_a_run_of_stored_answers_that_is_stopped_is_reported_as_incomplete(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stop(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)
        await asyncio.Event().wait()

    monkeypatch.setattr(Replay, "run", stop)
    (tmp_path / "answers.json").write_text("[]")
    given = ("score", "mind2web", "--data", SAMPLE, "--predictions", "answers.json", "--out", "run")
    done = program(*given)
    assert done.returncode == 1
    assert "The run is not complete: " in done.stderr
    assert "Remove run and repeat the command." in done.stderr


def test_a_stored_run_is_rescored_with_other_rules(program: Program, tmp_path: Path) -> None:
    run = ("run", "realwebassist", "--agent", "centre", "--out", "run", "--json")
    assert program(*run).returncode == 0
    done = program("score", "realwebassist", "run", "--metric-variant", "paper", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["changed"] == {"metric_variant": {"run": "code", "now": "paper"}}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("score", "grounding"), "grounding scores only stored runs: name the folder of one."),
        (("score", "mind2web"), "Missing option '--data'"),
        (("score", "mind2web", "nowhere"), "nowhere: not a run folder"),
    ],
)
def test_missing_arguments_are_user_errors(
    program: Program, given: tuple[str, ...], message: str
) -> None:
    done = program(*given)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_non_integer_value_is_named_as_for_other_options(program: Program) -> None:
    done = program("score", "mind2web", "--top-k", "x")
    assert "'x' is not a valid integer." in " ".join(done.stderr.split())
