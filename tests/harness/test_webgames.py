"""Tests of WebGames through the harness."""

import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import list_eval_logs, read_eval_log
from per_change import first

from webproctor.benchmarks.webgames.demo import SETTINGS
from webproctor.harness import runs

GAMES: tuple[str, ...] = tuple(SETTINGS["task"])
pytestmark = pytest.mark.usefixtures("executable")


@pytest.mark.parametrize("game", first("tab-sync", "maze/*", "recipe-calculator"))
def test_steps_continue_after_one_that_opened_another_page(tmp_path: Path, game: str) -> None:
    settings = {"task": (game,), "clock": "virtual"}
    done = runs.run("webgames", "oracle", settings=settings, folder=tmp_path / "run")
    assert done.summary is not None
    assert done.summary.figures["success"] == 1.0


@pytest.mark.parametrize(
    ("agent", "games"),
    first(("do-nothing", GAMES[::8]), ("do-nothing", GAMES), ("random", GAMES)),
    ids=["do-nothing-some", "do-nothing", "random"],
)
def test_agents_that_ignore_the_page_solve_no_game(
    agent: str, games: tuple[str, ...], tmp_path: Path
) -> None:
    settings = SETTINGS | {"task": games}
    done = runs.run("webgames", agent, settings=settings, folder=tmp_path / "run", parallel=2)
    assert done.summary is not None
    assert done.summary.figures["success"] == 0.0
    assert done.outcomes() == {"scored": len(games), "errored": 0, "void": 0}


@pytest.mark.exhaustive
def test_inspect_eval_accepts_a_family_as_text(tmp_path: Path) -> None:
    command = [
        *(Path(sys.executable).with_name("inspect"), "eval", "webproctor/webgames"),
        *("--solver", "webproctor/oracle", "-T", "clock=virtual", "-T", "difficulty=base"),
        *("-T", "family=date", "--log-dir", tmp_path / "logs", "--display", "plain"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    [log] = [read_eval_log(info) for info in list_eval_logs(str(tmp_path / "logs"))]
    assert log.status == "success"
    assert log.results
    assert log.results.total_samples == 1


@pytest.mark.exhaustive
def test_seeds_create_several_instances_of_each_task(tmp_path: Path) -> None:
    settings = {"task": ("date",), "clock": "virtual", "seeds": 3}
    done = runs.run("webgames", "oracle", settings=settings, folder=tmp_path / "run")
    assert [result.task for result in done.results] == ["date@0", "date@1", "date@2"]
    assert done.summary is not None
    assert done.summary.figures["success"] == 1.0
    assert done.summary.figures["action economy"] == 1.0


def test_a_trace_is_part_of_the_condition_as_it_runs_scripts_in_the_page(tmp_path: Path) -> None:
    settings = {"task": GAMES[:1], "clock": "virtual"}
    conditions = [
        runs.run(
            "webgames", "do-nothing", settings=settings, folder=tmp_path / kind, recordings=[kind]
        ).condition
        for kind in ("trace", "har")
    ]
    assert [condition.get("trace") for condition in conditions] == [True, None]
