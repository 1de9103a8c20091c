"""The MindAct bench: formatting is linear, and streaming needs little memory."""

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    few = ["--size", "200", "--size", "1600", "--shard-mb", "20", "--json"]
    done = subprocess.run(
        [sys.executable, "bench/mind2web.py", *few],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    # It fails if the baseline's texts differ.
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.exhaustive
def test_time_per_element_does_not_grow_with_the_page(report: dict[str, Any]) -> None:
    small, large = (statistics.median(row["ours"]["processor"]) for row in report["results"][:2])
    assert large < 2.5 * small


@pytest.mark.exhaustive
def test_copying_the_tree_for_every_candidate_is_much_slower(report: dict[str, Any]) -> None:
    large = report["results"][1]
    theirs, ours = (statistics.median(large[one]["processor"]) for one in ("theirs", "ours"))
    assert theirs > 20 * ours


@pytest.mark.exhaustive
def test_reading_a_shard_needs_less_memory_than_its_size(report: dict[str, Any]) -> None:
    peak = next(row for row in report["results"] if row["unit"] == "MB")
    assert peak["ours"]["rounds"][0] < 250
