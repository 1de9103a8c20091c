"""The isolation bench runs the same tasks with and without sandboxes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from webproctor.environments.isolation import unavailable_reason

PROJECT = Path(__file__).parents[2]
TASK = "Same question or not"


@pytest.mark.exhaustive
def test_runs_of_both_kinds_and_commands_of_all_connections_are_timed(executable: Path) -> None:
    if missing := unavailable_reason():
        pytest.skip(f"no sandbox: {missing}")
    few = ["--benchmark", "turkingbench", "--task", TASK, "--instances", "1"]
    few += ["--rounds", "1", "--commands", "5", "--json"]
    done = subprocess.run(
        [sys.executable, "bench/isolation.py", *few],
        cwd=PROJECT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    runs, *commands = json.loads(done.stdout)["results"]
    assert runs["name"] == "turkingbench, 2 at a time"
    assert all(runs[one]["processor"][0] > 0 for one in ("ours", "theirs"))
    assert {row["name"].partition(", ")[2] for row in commands} == {"proxy, input", "proxy, script"}
