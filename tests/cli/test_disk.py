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
from typing import NoReturn

import pytest
from in_memory import MEMORY

from webproctor.cli.disk import DiskFull, is_disk_full, writing_to
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
def test_a_run_on_a_full_disk_ends_in_a_sentence_and_json(
    on_small_disk: OnSmallDisk, kib: int
) -> None:
    command = ("run", "grounding", "--agent", "centre", "--targets", 2, "--out", "small/run")
    done = on_small_disk(kib, *command, "--json")
    assert done.returncode == 1
    given = shlex.join(["webproctor", *map(str, command), "--json", "--resume"])
    told = sentence("small/run", f"resume with: {given}")
    assert json.loads(done.stdout) == {"error": told}
    assert done.stderr == f"webproctor: {told}\n"


def full(*given: object, **more: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_run_without_space_says_how_to_resume_it(
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
    monkeypatch.setattr(runs, "locked", full)
    done = program("run", MEMORY, "--out", "made")
    assert (done.returncode, done.stderr) == (1, f"webproctor: {sentence('made')}\n")


def test_a_sweep_without_space_says_how_to_resume_it(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "write_report", full)
    command = ("sweep", MEMORY, "--agent", "random", "--over", "seed=1")
    done = program(*command, "--out", "made", "--json")
    assert done.returncode == 1
    told = sentence("made", "run the same command with --out made.")
    assert json.loads(done.stdout) == {"error": told}


def test_a_full_disk_of_standard_output_is_named(tmp_path: Path) -> None:
    always_full = Path("/dev/full")
    if not always_full.exists():
        pytest.skip("this system has no /dev/full")
    run(MEMORY, "oracle", folder=tmp_path / "made")
    command = [sys.executable, "-m", "webproctor", "board", ".", "--json"]
    with always_full.open("w") as output:
        done = subprocess.run(
            command, stdout=output, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path
        )
    assert done.returncode == 1
    assert done.stderr == f"webproctor: {sentence('standard output')}\n"


def test_a_report_without_space_ends_in_a_sentence(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("grounding", "centre", settings={"targets": 2}, folder=tmp_path / "made")
    monkeypatch.setattr(page, "write_report", full)
    done = program("report", "made")
    assert done.returncode == 1
    assert done.stderr == f"webproctor: {sentence('made')}\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize("machine", [True, False])
def test_a_report_on_a_full_disk_ends_in_a_sentence(
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
def test_a_full_disk_is_found_behind_what_it_raised(fault: Exception, tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match="no space left"), writing_to(tmp_path):
        raise fault


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.EACCES, "Permission denied"),
        ValueError("full"),
        sqlite3.OperationalError("disk I/O error"),
    ],
)
def test_another_fault_stays_what_it_is(fault: Exception, tmp_path: Path) -> None:
    assert not is_disk_full(fault, tmp_path)
    with pytest.raises(type(fault)), writing_to(tmp_path):
        raise fault
