"""Tests of output folders that commands cannot use."""

import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from in_memory import MEMORY

from webproctor.benchmarks.mind2web.benchmark import SAMPLE
from webproctor.files.folders import lock_folder
from webproctor.harness.runs import run

Program = Callable[..., CompletedProcess[str]]
COMMANDS = {
    "run": ["run", MEMORY],
    "sweep": ["sweep", MEMORY, "--agent", "random", "--over", "seed=1,2"],
    "compare": ["compare", "made", "other"],
    "tables": ["tables", "made"],
    "demo": ["demo", "grounding"],
    "dump": ["dump", "turkingbench", "--instances", "1", "--allow-test"],
    "export": ["export", "turkingbench", "--instances", "1"],
    "export run": ["export", "run", "made", "--allow-test"],
    "train ranker": ["train", "ranker", "--data", str(SAMPLE)],
    "train predictor": ["train", "predictor", "--data", str(SAMPLE)],
    "speech": ["speech", "realwebassist", "--recogniser", "given"],
}

# Commands that write to their folder for a longer time.
LOCKING = ("dump", "run", "export", "export run", "train ranker", "train predictor")


def test_an_output_path_that_is_not_a_folder_is_a_user_error(
    program: Program, tmp_path: Path
) -> None:
    run(MEMORY, "oracle", folder=tmp_path / "made")
    shutil.copytree(tmp_path / "made", tmp_path / "other")
    (tmp_path / "file").touch()
    results = {}
    for name, command in COMMANDS.items():
        done = program(*command, "--out", "file")
        results[name] = done.returncode, done.stderr
    expected = "webproctor: file: is a file, not a folder. Choose another path.\n"
    assert results == dict.fromkeys(COMMANDS, (2, expected))


def test_commands_do_not_write_to_a_folder_at_the_same_time(
    program: Program, tmp_path: Path
) -> None:
    run(MEMORY, "oracle", folder=tmp_path / "made")
    commands = {name: [*COMMANDS[name], "--out", "locked"] for name in LOCKING} | {
        "data": ["data", "turkingbench", "--get", "--url", "http://127.0.0.1:9/", "--to", "locked"],
        "play": ["play", "turkingbench", "--study", "locked"],
    }
    with lock_folder(tmp_path / "locked"):
        results = {}
        for name, command in commands.items():
            done = program(*command)
            results[name] = done.returncode, done.stderr
    expected = (
        "webproctor: locked: another process writes to this folder. Wait until it has ended.\n"
    )
    assert results == dict.fromkeys(commands, (2, expected))


def test_two_policies_are_not_trained_in_a_folder_at_the_same_time(
    program: Program, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="the extra `models` is not installed")
    with lock_folder(tmp_path / "locked"):
        done = program("train", "policy", "webgames", "--split", "train", "--out", "locked")
    assert done.returncode == 2
    assert "locked: another process writes to this folder" in done.stderr


@pytest.mark.parametrize(
    ("out", "why"),
    [
        ("file/board.html", "file: is a file, not a folder. Choose another path."),
        ("made", "made: is a folder. Name a file, such as made/board.html."),
    ],
)
def test_a_board_that_cannot_be_written_is_a_user_error(
    program: Program, tmp_path: Path, out: str, why: str
) -> None:
    run(MEMORY, "oracle", folder=tmp_path / "made")
    (tmp_path / "file").touch()
    done = program("board", ".", "--out", out)
    assert (done.returncode, done.stderr) == (2, f"webproctor: {why}\n")


def test_a_working_folder_that_was_deleted_is_a_user_error(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (deleted := tmp_path / "deleted").mkdir()
    monkeypatch.chdir(deleted)
    deleted.rmdir()
    completed = program("run", MEMORY, "--agent", "random")
    assert completed.returncode == 2
    assert completed.stderr == (
        "webproctor: the working folder does not exist any more. Change to another folder.\n"
    )
