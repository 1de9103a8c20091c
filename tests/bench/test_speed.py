"""The speed bench: all programs do the same work."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
# A task of the sample with radio buttons, a list, text boxes, a text area, and revealed fields.
TASK = "Causes and effects of an event"


@pytest.fixture(scope="module")
def report(executable: Path) -> dict[str, Any]:
    """The bench's result for one instance of one task of the sample."""
    command = [sys.executable, "bench/speed.py", "--json", "--browser", str(executable)]
    few = ["--task", TASK, "--instances", "1", "--rounds", "1", "--parallel", "1"]
    done = subprocess.run(
        [*command, *few], cwd=PROJECT, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def scripts(report: dict[str, Any]) -> set[str]:
    """Names of the baselines; without Selenium if there is no chromedriver for the browser."""
    selenium = () if report["without_selenium"] else ("plain Selenium",)
    return {"bare DevTools commands", "plain Playwright", *selenium}


@pytest.mark.exhaustive
def test_baselines_fill_in_the_same_values(report: dict[str, Any], scripts: set[str]) -> None:
    # The bench fails if the fields differ.
    assert report["fields_alike"] == sorted({*scripts, "webproctor core"})


@pytest.mark.exhaustive
def test_webproctor_and_its_baselines_are_timed(report: dict[str, Any], scripts: set[str]) -> None:
    timed = {(row["name"].partition(",")[0], row.get("against")) for row in report["results"]}
    assert timed >= {
        (name, script) for name in ("webproctor run", "webproctor core") for script in scripts
    }


@pytest.mark.exhaustive
def test_processor_time_is_reported_with_wall_clock_time(report: dict[str, Any]) -> None:
    measured = [row["ours"] for row in report["results"]]
    assert all(one["rounds"][0] > 0 and one["processor"][0] > 0 for one in measured)
