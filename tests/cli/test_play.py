"""`webproctor play`: user errors, and a study that is not served."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from cli.conftest import Program
from collect.players import served

from webproctor.cli import play


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("mind2web",), "mind2web has no tasks for people"),
        (("webgames", "--clock", "virtual"), "remove --clock virtual"),
        (("webgames", "--sound"), "webgames has no recorded instructions"),
        (("webgames", "--public-url", "https://play.example.org"), "give both or none"),
        (("webgames", "--task-url", "https://*.example.org"), "give both or none"),
        (("webgames", "--limit", "0"), "0 is not in the range"),
        (("realwebassist", "--participant", "99"), "no participant 99"),
        *(
            (
                ("webgames", "--public-url", "https://a.org", "--task-url", address),
                "with * as its first part",
            )
            for address in ("https://a.org", "https://*.a.org/x", "ftp://*.a.org", "https://*.*.a")
        ),
    ],
)
def test_user_errors_say_what_to_change(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    done = program("play", *arguments, "--study", tmp_path / "study")
    assert done.returncode == 2
    assert why in done.stderr


def test_a_port_in_use_is_a_user_error(program: Program, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = program("play", "realwebassist", "--study", tmp_path, "--port", port)
    assert done.returncode == 2
    assert f"cannot listen on port {port}" in done.stderr


def test_a_study_without_attempts_is_an_unfinished_run(program: Program, tmp_path: Path) -> None:
    done = program("play", "realwebassist", "--study", tmp_path, "--no-serve", "--json")
    assert done.returncode == 1
    summary = json.loads(done.stdout)
    assert (summary["agent"], summary["finished"], summary["complete"]) == ("human", 0, False)
    assert Path(summary["report"]).is_file()


@pytest.mark.exhaustive
def test_a_mistyped_study_that_is_not_served_is_an_error(program: Program, tmp_path: Path) -> None:
    done = program("play", "realwebassist", "--study", "stduy", "--no-serve")
    assert (done.returncode, (tmp_path / "stduy").exists()) == (2, False)
    assert "--study stduy: not a folder" in done.stderr


async def test_the_links_of_a_study_that_is_served_again_are_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found: list[str] = []
    for _ in range(2):
        async with served(tmp_path, "realwebassist", limit=1) as server:
            play._print_links(server.store, ["ada"], server.administrator, print_json=True)
        links = json.loads(capsys.readouterr().out)
        found.append(links["participants"]["ada"].partition("token=")[2])
    assert found[0] == found[1] != ""


@pytest.mark.exhaustive
def test_a_study_that_is_started_again_prints_the_same_links(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("webproctor")), "play", "realwebassist"]
    command += ["--study", str(tmp_path), "--person", "ada", "--json"]
    tokens: list[str] = []
    for _ in range(2):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                links = json.loads(running.stdout.readline())
            finally:
                running.send_signal(signal.SIGTERM)
        tokens.append(links["participants"]["ada"].partition("token=")[2])
    assert tokens[0] == tokens[1] != ""
