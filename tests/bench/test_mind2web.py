"""The MindAct bench: formatting is linear, and streaming needs little memory."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
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


def test_an_element_costs_as_much_on_a_large_page_as_on_a_small_one(told: dict[str, Any]) -> None:
    small, large = told["formatting"]
    assert large["elements"] > 6 * small["elements"]
    assert large["ours_us_per_element"] < 2.5 * small["ours_us_per_element"]


def test_copying_the_tree_for_every_candidate_is_many_times_slower(told: dict[str, Any]) -> None:
    assert told["formatting"][1]["ratio"] > 20


def test_every_step_of_a_shard_is_read_in_less_memory_than_it_takes(told: dict[str, Any]) -> None:
    read = told["streaming"]
    assert read["steps"] > 30
    assert read["peak_mb"] < 250
