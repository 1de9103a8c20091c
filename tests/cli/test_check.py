"""Tests of `webproctor check`."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]
AGENT = """
from webproctor import Step


class Noisy:
    reads = frozenset({"text"})

    def __init__(self, benchmark, *, benchmark_name: str = "", loud: bool = True):
        print("starting")
        self.notes = {"benchmark": object()} if loud else {}

    async def act(self, observation):
        return Step(done=True, notes=self.notes)
"""


def test_a_benchmark_is_checked_with_its_settings(program: Program) -> None:
    done = program("check", "benchmark", "mind2web", "--website", "click-cubed", "--check-tasks", 1)
    assert done.returncode == 0, done.stdout
    assert "  passed  oracle\n" in done.stdout
    assert " skipped  hermetic pages: " in done.stdout


@pytest.mark.usefixtures("executable")
def test_an_agent_in_a_file_that_fails_a_check_exits_with_1(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "agent.py").write_text(AGENT)
    done = program("check", "agent", "agent.py:Noisy", "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert (report["checked"], report["passed"]) == ("agent.py:Noisy", False)
    assert {one["name"]: one["outcome"] for one in report["checks"]} == {
        "loads": "passed",
        "episode": "passed",
        "record": "failed",
        "actions": "passed",
    }
    assert "starting" in done.stderr
    assert program("check", "agent", "agent.py:Noisy", "--no-loud").returncode == 0


def test_an_agent_is_checked_on_another_benchmark(program: Program) -> None:
    done = program("check", "agent", "centre", "--benchmark", "grounding")
    assert done.returncode == 0, done.stdout


def test_an_unknown_name_is_a_user_error(program: Program) -> None:
    done = program("check", "benchmark", "webgame")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no benchmark 'webgame'. Did you mean 'webgames'?" in done.stderr


def test_help_names_the_settings(program: Program) -> None:
    assert "--check-tasks" in program("check", "benchmark", "webgames", "--help").stdout
    assert "--seed" in program("check", "agent", "random", "--help").stdout
