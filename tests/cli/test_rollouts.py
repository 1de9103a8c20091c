"""Tests of `webproctor rollouts serve`, as a process."""

import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from cli.conftest import Program
from click.testing import CliRunner

from webproctor.cli import rollouts


@contextlib.contextmanager
def served(*options: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """The process of a service, and a client; the process has ended at the end."""
    command = [sys.executable, "-m", "webproctor", "rollouts", "serve", "webgames"]
    command += ["--clock", "virtual"]
    with subprocess.Popen(
        [*command, "--task", "date", "--split", "train", "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        connection = json.loads(process.stdout.readline())
        headers = {"authorization": f"Bearer {connection['token']}"}
        with httpx.Client(
            base_url=connection["url"], headers=headers, timeout=60, trust_env=False
        ) as client:
            yield process, client
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def waiting(process: subprocess.Popen[str]) -> str:
    """Return the line that a service prints when it waits for its open sessions."""
    assert process.stderr is not None
    return process.stderr.readline()


@pytest.mark.usefixtures("executable")
def test_the_service_keeps_open_sessions_when_it_is_stopped() -> None:
    with served() as (process, client):
        session = client.post("/sessions", json={}).json()["session"]
        process.send_signal(signal.SIGTERM)
        assert "waiting up to 30 s for 1 open session(s)" in waiting(process)
        ended = client.post(f"/sessions/{session}/score", json={}).json()["ended"]
        assert ended["outcome"] == "scored"
        client.post(f"/sessions/{session}/close", json={})


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_a_second_ctrl_c_closes_open_sessions() -> None:
    with served("--drain", "3000") as (process, client):
        client.post("/sessions", json={})
        process.send_signal(signal.SIGINT)
        assert "press Ctrl-C again to close them now" in waiting(process)
        process.send_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("webgame",), "webgame"),
        (("webgames", "--max-sessions", "0"), "must be at least 1"),
        (("webgames", "--task", "nothing"), "no task 'nothing'"),
    ],
)
def test_invalid_arguments_are_user_errors(
    program: Program, arguments: tuple[str, ...], why: str
) -> None:
    done = program("rollouts", "serve", *arguments)
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_the_service_says_that_tasks_are_of_a_test_split(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def end_at_once(*_: object) -> None:
        pass

    monkeypatch.setattr(rollouts, "_serve", end_at_once)
    for split, told in (("train", ""), ("test", "3 of 3 tasks are of test splits")):
        arguments = ["serve", "webgames", "--task", "date", "--seeds", "3", "--split", split]
        outcome = CliRunner().invoke(rollouts.command, arguments, standalone_mode=False)
        assert outcome.exception is None
        assert outcome.stderr.startswith(told)
        assert bool(outcome.stderr) == bool(told)
