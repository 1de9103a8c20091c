"""Temporary folders that record their owner, so that they can be removed when it has died."""

import asyncio
import contextlib
import functools
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from webproctor.environments.isolation.removal import remove

PREFIX = "webproctor-"
OWNER = ".owner"
"""The file beside a folder that identifies its owner: process id and start time. Programs that may
write in the folder cannot change it."""
_FOLDER = "files"


@contextlib.contextmanager
def owned_folder() -> Iterator[Path]:
    """Create a temporary folder of this process; it is removed at the end of the block.

    If something in it cannot be removed, `sweep` tries again when this process has ended.
    """
    outer = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        (outer / OWNER).write_text(owner(), encoding="utf-8")
        folder = outer / _FOLDER
        folder.mkdir()
        yield folder
    finally:
        _remove_owned(outer)


def _remove_owned(outer: Path) -> bool:
    """Remove a folder with its owner file; return whether nothing is left."""
    remove(outer / _FOLDER)
    if not (outer / _FOLDER).exists():
        remove(outer)
    return not outer.exists()


@contextlib.asynccontextmanager
async def temporary_folder(under: Path, prefix: str) -> AsyncIterator[Path]:
    """Create a folder for a program in an owned one; it is removed at the end of the block.

    A program may have filled it with files, so other episodes continue while they are removed.
    """
    folder = Path(tempfile.mkdtemp(dir=under, prefix=prefix))
    try:
        yield folder
    finally:
        await asyncio.to_thread(remove, folder)


def owner() -> str:
    """Return the content of an owner file for this process."""
    return f"{os.getpid()} {_start_time(os.getpid())}\n"


def sweep(under: Path | None = None) -> list[Path]:
    """Remove the temporary folders of this user whose owner process has ended.

    Args:
        under: The folder with temporary folders; by default the system's.

    Returns:
        The folders that were removed.
    """
    under = under or Path(tempfile.gettempdir())
    abandoned = [folder for folder in under.glob(f"{PREFIX}*") if _abandoned(folder)]
    return [folder for folder in abandoned if _remove_owned(folder)]


@functools.cache
def sweep_once() -> None:
    """Remove the folders that earlier runs left, once per process."""
    sweep()


def _abandoned(folder: Path) -> bool:
    try:
        if folder.is_symlink() or folder.lstat().st_uid != os.getuid():
            return False
        pid, start_time = (folder / OWNER).read_text(encoding="utf-8").split()
        return _start_time(int(pid)) != start_time
    except (OSError, ValueError):  # It has no owner file, or was just removed.
        return False


def _start_time(pid: int) -> str:
    """Return the start time of a process, in clock ticks since boot; "" if it does not run."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return ""
    # The second field is the program's name in parentheses, which may contain anything.
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]
