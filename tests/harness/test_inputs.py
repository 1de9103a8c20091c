"""Tests that runs with scripts possible and runs with verified inputs are never mixed."""

import sys
from pathlib import Path
from typing import Any

import pytest

from webproctor.agents import inputs_of, make_agent
from webproctor.analysis.comparing import compare
from webproctor.benchmarks import load_benchmark
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.report.board import gather


@pytest.mark.parametrize(
    ("agent", "settings", "inputs"),
    [
        ("oracle", {}, "verified"),
        ("random", {}, "verified"),
        ("external", {"command": sys.executable, "devtools": "input"}, "verified"),
        ("external", {"command": sys.executable, "devtools": "script"}, "scripts possible"),
        ("external", {"command": sys.executable}, "scripts possible"),
    ],
)
def test_the_condition_says_whether_inputs_are_verified(
    agent: str, settings: dict[str, Any], inputs: str
) -> None:
    benchmark = load_benchmark("webgames")
    acting = make_agent(agent, benchmark, **settings)
    assert inputs_of(benchmark, acting) == {"inputs": inputs}


def test_offline_benchmarks_have_no_input_class() -> None:
    benchmark = load_benchmark("grounding", targets=4)
    assert inputs_of(benchmark, make_agent("noisy-oracle", benchmark)) == {}


# The condition is tested above, and separate tables for other conditions in `report/test_board`.
@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_runs_with_different_input_classes_are_in_separate_tables(tmp_path: Path) -> None:
    for policy in ("input", "script"):
        run(
            "webgames",
            "external",
            settings={"task": ("date",), "puzzles": "published"},
            agent_settings={"command": f"{sys.executable} -c 0", "devtools": policy},
            folder=tmp_path / policy,
        )
    one, other = (read_run(tmp_path / policy) for policy in ("input", "script"))
    assert one.condition["inputs"] == "verified"
    assert other.condition["inputs"] == "scripts possible"
    assert len(gather(tmp_path).sections) == 2
    assert compare([one, other]).differing["inputs"] == ["verified", "scripts possible"]
    assert [result.score.details["inputs"] for result in (*one.results, *other.results)] == [
        "verified",
        "scripts possible",
    ]
