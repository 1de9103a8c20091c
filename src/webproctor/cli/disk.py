"""Detect a full disk, whichever exception it caused."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
# SQLite and Inspect do not keep the error number.
_MESSAGES = (*map(os.strerror, sorted(_NO_SPACE)), "database or disk is full")
# If the disk is full: SQLite's message if it could not write a page, and PyTorch's for a file.
_FAILED_WRITES = ("disk I/O error", "inline_container.cc")

REPEAT = "repeat the command."
ELSEWHERE = "repeat the command with another folder for --out."


class DiskFull(Exception):
    """No space is left on the disk of an output folder, or for standard output."""

    def __init__(self, output: Path | str, hint: str = REPEAT) -> None:
        super().__init__(f"{output}: no space left on the disk. Free some space, then {hint}")


@contextmanager
def writing_to(folder: Path, hint: Callable[[], str] = lambda: REPEAT) -> Iterator[None]:
    """Raise an error that names the folder if its disk fills up during the block.

    Args:
        hint: Returns what to do when space is free again, for the error.

    Raises:
        DiskFull: If the disk is full.
    """
    try:
        yield
    except Exception as error:
        if not is_disk_full(error, folder):
            raise
        raise DiskFull(folder, hint()) from error


def after_a_full_disk(folder: Path, *resumable: str) -> str:
    """Return what to do after a training has stopped for lack of disk space.

    Args:
        folder: The folder of the training.
        resumable: Patterns of the paths in it with which it can be resumed.
    """
    resumes = any(path for pattern in resumable for path in folder.glob(pattern))
    return "repeat the command with --resume." if resumes else REPEAT


def is_disk_full(error: BaseException, folder: Path) -> bool:
    """Whether an exception that was raised while writing to a folder was caused by a full disk."""
    for cause in causes(error):
        if isinstance(cause, OSError) and cause.errno in _NO_SPACE:
            return True
        text = str(cause)
        if any(message in text for message in _MESSAGES):
            return True
        if any(message in text for message in _FAILED_WRITES) and _is_full(folder):
            return True
    return False


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception, and all exceptions that it contains or that led to it."""
    unvisited, seen = [error], set[int]()
    while unvisited:
        current = unvisited.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        grouped = current.exceptions if isinstance(current, BaseExceptionGroup) else ()
        unvisited += [*grouped, *filter(None, (current.__cause__, current.__context__))]


def _is_full(folder: Path) -> bool:
    """Whether less than 64 KiB are left on a folder's disk."""
    existing = next(
        path for path in (folder.absolute(), *folder.absolute().parents) if path.exists()
    )
    usage = os.statvfs(existing)
    return usage.f_bavail * usage.f_frsize < 64 * 1024


def is_output_full() -> bool:
    """Whether the disk of standard output is full. Prints an empty line to find out."""
    try:
        # After a failed write, the buffer is empty, so a flush at exit does not fail too.
        print(flush=True)
    except OSError as error:
        return error.errno in _NO_SPACE
    return False
