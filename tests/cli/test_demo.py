"""`webproctor demo`, the first thing that a new user calls."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.usefixtures("executable")
def test_it_runs_the_baselines_and_writes_a_report(program: Program, tmp_path: Path) -> None:
    told = json.loads(program("demo", "--out", "here", "--json").stdout)
    scores = {run["agent"]: run["figures"][run["headline"]] for run in told["runs"]}
    assert scores["oracle"] == 1.0
    assert scores["do-nothing"] < scores["oracle"]
    assert scores["random"] < scores["oracle"]
    report = tmp_path / told["report"]
    assert report.is_file()
    compared = sorted(one.name for one in (report.parent / "comparisons").iterdir())
    assert len(compared) == len({run["benchmark"] for run in told["runs"]})
