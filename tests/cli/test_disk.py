"""Tests of commands on a full disk, with a file system that is really full."""

import errno
import json
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn, TextIO

import pytest
from in_memory import MEMORY

from webproctor.cli.disk import ELSEWHERE, REPEAT, DiskFull, is_disk_full, writing_to
from webproctor.harness import runs
from webproctor.harness.runs import run
from webproctor.report import page

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
# Mounts a file system of $2 KiB on $1, copies $3 into it, fills it if $4 is `filled`, and runs the
# remaining arguments.
SMALL = """
mount -t tmpfs -o size="$2k" full "$1" || exit 99
if [ -n "$3" ]; then cp -r "$3" "$1/run"; fi
if [ "$4" = filled ]; then cat /dev/zero > "$1/rest" 2> /dev/null; fi
shift 4
exec "$@"
"""
Program = Callable[..., subprocess.CompletedProcess[str]]
OnSmallDisk = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def on_small_disk(tmp_path: Path) -> OnSmallDisk:
    """Return a function that runs a command with a disk of `kib` KiB mounted on the folder `small`.

    With `holding`, the disk has a copy of that folder and is full.
    """
    (tmp_path / "small").mkdir()
    if shutil.which("unshare") is None:
        pytest.skip("unshare is not installed")
    tried = [*NAMESPACE, "mount", "-t", "tmpfs", "x", str(tmp_path / "small")]
    if subprocess.run(tried, capture_output=True, check=False).returncode:
        pytest.skip("users cannot mount file systems on this machine")

    def call(
        kib: int, *arguments: object, holding: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-m", "webproctor", *map(str, arguments)]
        folder, filled = tmp_path / "small", "filled" if holding else ""
        mounted = ["sh", "-c", SMALL, "sh", str(folder), str(kib), str(holding or ""), filled]
        return subprocess.run(
            [*NAMESPACE, *mounted, *program],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )

    return call


def sentence(folder: str, then: str = "repeat the command.") -> str:
    return f"{folder}: no space left on the disk. Free some space, then {then}"


# The disk is full at `run.json`, or at the logs' buffer.
@pytest.mark.exhaustive
@pytest.mark.parametrize("kib", [44, 4])
def test_a_run_on_a_full_disk_prints_one_line_and_json(
    on_small_disk: OnSmallDisk, kib: int
) -> None:
    command = ("run", "grounding", "--agent", "centre", "--targets", 2, "--out", "small/run")
    done = on_small_disk(kib, *command, "--json")
    assert done.returncode == 1
    given = shlex.join(["webproctor", *map(str, command), "--json", "--resume"])
    message = sentence("small/run", f"resume with: {given}")
    assert json.loads(done.stdout) == {"error": message}
    assert done.stderr == f"webproctor: {message}\n"


def full(*given: object, **more: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_the_error_of_a_run_without_space_says_how_to_resume(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("run", MEMORY, "--out", "made")
    with monkeypatch.context() as patched:
        patched.setattr(page, "write_report", full)
        done = program(*command)
    assert done.returncode == 1
    resume = shlex.join(["webproctor", *command, "--resume"])
    assert done.stderr.endswith(f"webproctor: {sentence('made', f'resume with: {resume}')}\n")
    assert program(*shlex.split(resume)[1:]).returncode == 0


def test_a_run_that_has_written_nothing_is_not_resumed(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "lock_folder", full)
    done = program("run", MEMORY, "--out", "made")
    assert (done.returncode, done.stderr) == (1, f"webproctor: {sentence('made')}\n")


def test_the_error_of_a_sweep_without_space_says_how_to_resume(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "write_report", full)
    command = ("sweep", MEMORY, "--agent", "random", "--over", "seed=1")
    done = program(*command, "--out", "made", "--json")
    assert done.returncode == 1
    message = sentence("made", "run the same command with --out made.")
    assert json.loads(done.stdout) == {"error": message}


def test_a_demo_without_space_is_repeated_in_another_folder(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "write_report", full)
    done = program("demo", "mind2web", "--out", "made")
    message = sentence("made", "repeat the command with another folder for --out.")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, f"webproctor: {message}")
    again = program("demo", "mind2web", "--out", "made")
    message = "webproctor: made: the folder already contains runs. Choose another folder.\n"
    assert (again.returncode, again.stderr) == (2, message)


def test_the_error_names_a_full_disk_of_standard_output(full_output: TextIO) -> None:
    command = [sys.executable, "-m", "webproctor", "doctor", "--json"]
    done = subprocess.run(
        command, stdout=full_output, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == f"webproctor: {sentence('standard output')}\n"


def test_a_user_error_is_printed_although_standard_output_is_full(full_output: TextIO) -> None:
    command = [sys.executable, "-m", "webproctor", "serve", "missing", "--json"]
    done = subprocess.run(
        command, stdout=full_output, stderr=subprocess.PIPE, text=True, check=False
    )
    [line] = done.stderr.splitlines()
    assert done.returncode == 2
    assert line.startswith("webproctor: no benchmark 'missing'. Available: ")


def test_the_error_of_a_report_without_space_is_one_line(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("grounding", "centre", settings={"targets": 2}, folder=tmp_path / "made")
    monkeypatch.setattr(page, "write_report", full)
    done = program("report", "made")
    assert done.returncode == 1
    assert done.stderr == f"webproctor: {sentence('made')}\n"


@pytest.mark.parametrize(
    ("function", "command", "then"),
    [
        ("analysis.tables.write_tables", ["tables"], REPEAT),
        ("analysis.tables.write_summary", ["tables", "--format", "latex"], REPEAT),
        ("export.chats.write_chats", ["export", "run"], ELSEWHERE),
    ],
)
def test_the_error_of_an_export_without_space_names_its_output(
    program: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    command: list[str],
    then: str,
) -> None:
    run("grounding", "centre", settings={"targets": 2}, folder=tmp_path / "made")
    monkeypatch.setattr(f"webproctor.{function}", full)
    done = program(*command, "made", "--out", "small/exported")
    assert done.returncode == 1
    assert done.stderr == f"webproctor: {sentence('small/exported', then)}\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize("machine", [True, False])
def test_the_error_of_a_report_on_a_full_disk_is_one_line(
    on_small_disk: OnSmallDisk, tmp_path: Path, machine: bool
) -> None:
    run("grounding", "centre", settings={"targets": 2}, folder=tmp_path / "made")
    flags = ["--json"] if machine else []
    done = on_small_disk(256, "report", "small/run", *flags, holding=tmp_path / "made")
    assert done.returncode == 1
    assert done.stderr == f"webproctor: {sentence('small/run')}\n"
    assert done.stdout == (json.dumps({"error": sentence("small/run")}) + "\n" if machine else "")


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        sqlite3.OperationalError("database or disk is full"),
        ExceptionGroup("tasks", [OSError(errno.ENOSPC, "x")]),
        RuntimeError("the run failed: [Errno 28] No space left on device"),
    ],
)
def test_a_full_disk_is_recognised_in_wrapped_errors(fault: Exception, tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match="no space left"), writing_to(tmp_path):
        raise fault


@pytest.mark.parametrize(
    "fault",
    [
        sqlite3.OperationalError("disk I/O error"),
        RuntimeError("[enforce fail at inline_container.cc:672] . unexpected pos 96448 vs 96336"),
    ],
)
def test_a_write_that_failed_for_an_unknown_reason_is_a_full_disk_without_free_space(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(f_bavail=1, f_frsize=4096))
    assert is_disk_full(fault, tmp_path)


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.EACCES, "Permission denied"),
        ValueError("full"),
        sqlite3.OperationalError("disk I/O error"),
        RuntimeError("[enforce fail at inline_container.cc:672] . unexpected pos 96448 vs 96336"),
    ],
)
def test_other_errors_are_not_reported_as_a_full_disk(fault: Exception, tmp_path: Path) -> None:
    assert not is_disk_full(fault, tmp_path)
    with pytest.raises(type(fault)), writing_to(tmp_path):
        raise fault
