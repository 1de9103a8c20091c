"""`webproctor serve`, as a user calls it."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def serving(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command while it serves; ended with the block, should it run still."""
    command = [str(Path(sys.executable).with_name("webproctor")), "serve", *arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with running, ExitStack() as end:
        end.callback(running.kill)
        yield running


def first_line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_the_address_serves_and_ends_cleanly(how: signal.Signals):
    with serving("turkingbench", "--no-open", "--json") as running:
        url = json.loads(first_line(running))["url"]
        assert b"14 tasks" in urlopen(url).read()
        running.send_signal(how)
        assert running.communicate() == ("", "")
        assert running.returncode == 0


def test_settings_of_the_benchmark_choose_what_is_shown():
    with serving("turkingbench", "--split", "train", "--no-open", "--json") as running:
        url = json.loads(first_line(running))["url"]
        assert b"2 tasks" in urlopen(url).read()


def test_people_are_told_the_address_and_how_to_end_it():
    with serving("turkingbench", "--no-open") as running:
        assert first_line(running).startswith("http://127.0.0.1:")


def test_the_persons_browser_is_opened_at_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened.part\n'
                       f"mv {tmp_path}/opened.part {tmp_path}/opened\n")  # fmt: skip
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving("turkingbench", "--json") as running:
        url = json.loads(first_line(running))["url"]
        running.send_signal(signal.SIGINT)
        running.wait()
    assert (tmp_path / "opened").read_text().strip() == url


def test_a_port_that_is_taken_is_told(program: Program):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = program("serve", "turkingbench", "--no-open", "--port", port)
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["turkinbench"], "no benchmark 'turkinbench'"),
        (["turkingbench", "--task", "Same question"], "Same question or not"),
        (["turkingbench", "--port", "99999"], "--port"),
    ],
)
def test_a_mistake_is_told_in_plain_words(program: Program, arguments: list[str], said: str):
    done = program("serve", *arguments, "--no-open")
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
