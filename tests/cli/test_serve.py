"""Tests of `webproctor serve`."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import httpx
import pytest
from per_change import first

Program = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def serving(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command, and kill it at the end of the block if it is still running."""
    command = [str(Path(sys.executable).with_name("webproctor")), "serve", *arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with running, ExitStack() as end:
        end.callback(running.kill)
        yield running


def first_line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline()


@pytest.mark.parametrize("how", first(signal.SIGINT, signal.SIGTERM))
def test_the_server_prints_its_address_and_ends_cleanly(how: signal.Signals):
    with serving("turkingbench", "--no-open", "--json") as running:
        url = json.loads(first_line(running))["url"]
        assert b"14 tasks" in urlopen(url).read()
        running.send_signal(how)
        assert running.communicate() == ("", "")
        assert running.returncode == 0


def test_sigterm_ends_the_server_in_the_background_where_ctrl_c_is_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with serving("turkingbench", "--no-open", "--json") as running:
            url = json.loads(first_line(running))["url"]
            running.send_signal(signal.SIGINT)
            assert b"14 tasks" in urlopen(url).read()
            running.send_signal(signal.SIGTERM)
            assert running.communicate() == ("", "")
            assert running.returncode == 0
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.exhaustive
def test_sigterm_in_the_background_ends_the_server_at_any_time():
    """The first requests and imports of the server continue after the address has been printed."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(3):
            with serving("turkingbench", "--no-open", "--json") as running:
                first_line(running)
                running.send_signal(signal.SIGTERM)
                assert running.communicate() == ("", "")
                assert running.returncode == 0
    finally:
        signal.signal(signal.SIGINT, before)


# At every change, the page that needs a token is that of another split.
@pytest.mark.exhaustive
def test_settings_of_the_benchmark_select_the_tasks():
    with serving("turkingbench", "--split", "train", "--no-open", "--json") as running:
        url = json.loads(first_line(running))["url"]
        assert b"2 tasks" in urlopen(url).read()


def test_the_browser_of_the_user_is_opened_with_a_token_that_is_not_the_printed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    browser = tmp_path / "browser"
    os.mkfifo(tmp_path / "opened")
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving("turkingbench") as running:
        line = first_line(running)
        url = (tmp_path / "opened").read_text().strip()
        assert url.startswith("http://127.0.0.1:")
        base, _, token = url.partition("?token=")
        assert token
        assert line.startswith(base)
        assert url not in line


def test_the_server_ends_while_the_browser_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    browser = tmp_path / "browser"
    os.mkfifo(tmp_path / "opened")
    browser.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/opened\nexec sleep 600\n")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving("turkingbench", "--json") as running:
        first_line(running)
        blocked = int((tmp_path / "opened").read_text())
        try:
            running.send_signal(signal.SIGTERM)
            assert running.wait(60) == 0
        finally:
            os.kill(blocked, signal.SIGKILL)


def test_a_port_in_use_is_a_user_error(program: Program):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = program("serve", "turkingbench", "--no-open", "--port", port)
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["turkinbench"], "no benchmark 'turkinbench'"),
        (["turkingbench", "--task", "Same question"], "Same question or not"),
        (["turkingbench", "--port", "99999"], "--port"),
    ],
)
def test_user_errors_are_printed(program: Program, arguments: list[str], message: str):
    done = program("serve", *arguments, "--no-open")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_answers_of_workers_require_the_token_of_the_printed_address():
    with serving("turkingbench", "--split", "all", "--no-open", "--json") as running:
        url = json.loads(first_line(running))["url"]
        base, _, token = url.partition("?token=")
        paths = [f"{kind}/{quote('Same question or not')}/0" for kind in ("answers", "score")]
        with httpx.Client(base_url=base) as other:
            assert "18 tasks" in other.get("/").text
            assert other.get(paths[0].replace("answers", "fill")).status_code == 200
            for wrong in ("", "?token=", "?token=x"):
                assert not other.get(f"/{wrong}").cookies
                for path in paths:
                    refused = other.post(path + wrong, content="[]")
                    assert refused.status_code == 403
                    assert "the whole address that webproctor printed" in refused.text
            odd = other.post(paths[0], content="[]", headers={"Host": "a/b.localhost"})
            assert odd.status_code == 403
        with httpx.Client(base_url=base, follow_redirects=True) as person:
            home = person.get("/", params={"token": token})
            assert (home.status_code, str(home.url)) == (200, base)
            assert all(person.post(path, content="[]").status_code == 200 for path in paths)
