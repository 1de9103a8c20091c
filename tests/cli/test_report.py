"""Tests of `webproctor report` and `webproctor board` on runs to be checked."""

import errno
import os
from pathlib import Path

import pytest
from cli.conftest import Program

from webproctor.report import page
from webproctor.run.logs import DIGESTS


@pytest.mark.parametrize("command", ["report", "board"])
def test_missing_checksums_are_printed(program: Program, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "runs" / "one"
    program("run", "grounding", "--agent", "random", "--limit", 1, "--out", folder)
    (folder / DIGESTS).unlink()
    shown = program(command, folder if command == "report" else folder.parent)
    assert shown.returncode == 0
    assert "1 log is not in logs.sha256" in shown.stderr


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_report_without_permission_to_write_is_a_user_error(
    program: Program, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def write_report(*_: object) -> None:
        raise OSError(number, os.strerror(number), "one/report.html")

    program("run", "grounding", "--agent", "random", "--limit", 1, "--out", "one")
    monkeypatch.setattr(page, "write_report", write_report)
    done = program("report", "one")
    assert done.returncode == 2
    reason = f"one/report.html: {os.strerror(number)}. Check the path and its permissions."
    assert done.stderr == f"webproctor: {reason}\n"


def test_too_many_open_files_are_a_user_error(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_run(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), "one/run.json")

    monkeypatch.setattr("webproctor.harness.reading.read_run", read_run)
    done = program("report", "one")
    message = "too many open files. Raise the limit that `ulimit -n` shows."
    assert (done.returncode, done.stderr) == (2, f"webproctor: {message}\n")
