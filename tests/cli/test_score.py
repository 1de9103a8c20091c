"""`webproctor score`, as a user calls it."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def passes(data: Path) -> Path:
    return data / "webgames/pass_status.csv"


def test_a_table_of_passes_becomes_scores_by_category(program: Program, passes: Path) -> None:
    done = program("score", "webgames", "--pass-status", passes)
    assert done.returncode == 0
    assert "gpt-4o" in done.stdout
    assert "36.19" in done.stdout


def test_rule_and_weights_can_be_chosen(program: Program, passes: Path) -> None:
    arguments = ("--pass-status", passes, "--rule", "published", "--json")
    told = json.loads(program("score", "webgames", *arguments).stdout)
    assert told["rule"] == "published"
    assert round(100 * told["scores"]["gpt-4o"]["average"], 1) == 36.6


def test_a_missing_file_is_a_clear_error(program: Program) -> None:
    done = program("score", "webgames", "--pass-status", "nowhere.csv")
    assert done.returncode != 0
    assert "nowhere.csv" in done.stderr
    assert "Traceback" not in done.stderr
