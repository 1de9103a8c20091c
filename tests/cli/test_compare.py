"""Tests of `webproctor compare` in the terminal."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from in_memory import MEMORY

from webproctor.harness.runs import run


def test_tasks_that_one_of_three_runs_solves_are_listed_for_each_pair(
    program: Callable[..., CompletedProcess[str]], tmp_path: Path
) -> None:
    agents = ("oracle", "do-nothing", "random")
    for agent in agents:
        run(MEMORY, agent, folder=tmp_path / agent)
    lines = program("compare", *agents).stdout.splitlines()
    assert lines[-2:] == [
        "Solved by oracle, not by do-nothing: one, two",
        "Solved by oracle, not by random: one, two",
    ]
