"""Tests of `webproctor sweep`."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from harness.test_sweeps import SPENDER

from webproctor.cli import command
from webproctor.core.errors import UserError

SWEEP = ["sweep", "realwebassist", "--participant", "2", "--agent", "noisy-oracle"]


def sweep(out: Path, over: str, *more: str) -> dict[str, Any]:
    arguments = [*SWEEP, "--over", over, "--out", str(out), "--json", *more]
    outcome = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    return json.loads(outcome.stdout)


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """The output of a sweep over a setting of the agent, and its folder."""
    folder = tmp_path_factory.mktemp("swept")
    return sweep(folder, "error-rate=0,0.5"), folder


def test_a_setting_of_the_agent_is_swept(swept: tuple[dict[str, Any], Path]) -> None:
    summary, _ = swept
    accuracy = [point["figures"]["step accuracy"] for point in summary["points"]]
    assert accuracy[0] == 1 > accuracy[1]
    assert [point["value"] for point in summary["points"]] == ["0", "0.5"]


@pytest.mark.exhaustive
def test_a_setting_of_the_benchmark_is_swept(tmp_path: Path) -> None:
    summary = sweep(tmp_path, "metric-variant=code,paper", "--error-rate", "0.2")
    assert len(summary["points"]) == 2
    assert summary["over"] == "metric_variant"


def test_table_plot_and_reports_are_written(swept: tuple[dict[str, Any], Path]) -> None:
    summary, folder = swept
    with (folder / "sweep.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["error_rate"] for row in rows] == ["0", "0.5"]
    assert Path(summary["plot"]).read_text().count("<svg") == 1
    page = Path(summary["report"]).read_text()
    assert "noisy-oracle, error_rate 0.5" in page
    assert "<svg" in page
    assert "error_rate 0.5 - error_rate 0" in page, "points are compared"
    assert all((Path(point["run"]) / "report.html").is_file() for point in summary["points"])


@pytest.mark.exhaustive
def test_repeating_a_sweep_keeps_existing_runs(tmp_path: Path) -> None:
    sweep(tmp_path, "past=0")
    logs = sorted((tmp_path / "past-0").rglob("*.eval"))
    assert sweep(tmp_path, "past=0,5")["over"] == "past"
    assert sorted((tmp_path / "past-0").rglob("*.eval")) == logs


@pytest.mark.parametrize(
    ("over", "what"),
    [
        ("past", "give a setting and its values"),
        ("colour=1,2", "no setting 'colour'"),
        ("eror-rate=0,1", "Did you mean 'error-rate'"),
        ("past=0,many", "setting 'past'"),
    ],
)
def test_user_errors_are_raised_before_anything_runs(over: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=what):
        sweep(tmp_path, over)
    assert list(tmp_path.iterdir()) == []


def test_the_results_of_an_unfinished_run_are_marked(tmp_path: Path) -> None:
    (tmp_path / "spender.py").write_text(SPENDER)
    arguments = [
        "sweep",
        "grounding",
        "--targets",
        "2",
        "--agent",
        f"{tmp_path}/spender.py:Spender",
    ]
    arguments += [
        "--over",
        "note=a,b",
        "--budget",
        "9",
        "--parallel",
        "1",
        "--out",
        str(tmp_path / "swept"),
    ]
    shown = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    assert "b (not finished)" in shown.output
    with (tmp_path / "swept/sweep.csv").open() as file:
        assert [row["complete"] for row in csv.DictReader(file)] == ["True", "False"]
    page = (tmp_path / "swept/report.html").read_text()
    assert "Spender, note b, not finished" in page
    assert "Conditions differ: finished is 2 of 2 tasks, 1 of 2 tasks" in page
