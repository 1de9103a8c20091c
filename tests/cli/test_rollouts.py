"""Tests of `webproctor rollouts serve`, as a process."""

import json
import signal
import subprocess
import sys

import httpx
import pytest
from cli.conftest import Program


@pytest.mark.usefixtures("executable")
def test_the_service_keeps_open_sessions_when_it_is_stopped() -> None:
    command = [sys.executable, "-m", "webproctor", "rollouts", "serve", "webgames"]
    with subprocess.Popen(
        [*command, "--task", "date", "--clock", "virtual", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        client = httpx.Client(
            base_url=told["url"],
            headers={"authorization": f"Bearer {told['token']}"},
            timeout=60,
            trust_env=False,
        )
        session = client.post("/sessions", json={}).json()["session"]
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        assert process.stderr.readline() == "waiting up to 30 s for 1 open session(s)\n"
        ended = client.post(f"/sessions/{session}/score", json={}).json()["ended"]
        assert ended["outcome"] == "scored"
        client.post(f"/sessions/{session}/close", json={})
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


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
