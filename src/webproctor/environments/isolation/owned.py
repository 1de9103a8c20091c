"""Temporary folders that their owner locks, so that they can be removed when it has died."""

import asyncio
import contextlib
import fcntl
import functools
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from webproctor.environments.isolation.removal import remove

PREFIX = "webproctor-"
OWNER = ".owner.lock"
"""The file beside a folder that its owner, a process, locks until it ends. The system releases the
lock of a process that is killed. Unlike a process id, it is also valid for other machines and
containers that share the temporary folders. Programs that may write in the folder cannot change
it."""
_UNLOCKED_OWNER = ".owner.new"
_FOLDER = "files"


@contextlib.contextmanager
def owned_folder() -> Iterator[Path]:
    """Create a temporary folder of this process; it is removed at the end of the block.

    If something in it cannot be removed, `sweep` tries again when this process has ended.
    """
    outer = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        with (outer / _UNLOCKED_OWNER).open("w") as file:
            with contextlib.suppress(OSError):  # Without locks, `sweep` keeps the folder too.
                fcntl.flock(file, fcntl.LOCK_EX)
            Path(file.name).rename(outer / OWNER)
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


def sweep(under: Path | None = None) -> list[Path]:
    """Remove the temporary folders of this user whose owner process has ended.

    Args:
        under: The folder with temporary folders; by default the system's.

    Returns:
        The folders that were removed.
    """
    under = under or Path(tempfile.gettempdir())
    return [folder for folder in under.glob(f"{PREFIX}*") if _remove_abandoned(folder)]


@functools.cache
def sweep_once() -> None:
    """Remove the folders that earlier runs left, once per process."""
    sweep()


def _remove_abandoned(folder: Path) -> bool:
    """Remove a folder if its owner has ended; return whether nothing is left."""
    # It has no owner file, the file is locked, or another process has just removed the folder.
    with contextlib.suppress(OSError):
        if not folder.is_symlink() and folder.lstat().st_uid == os.getuid():
            with (folder / OWNER).open("r+") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return _remove_owned(folder)
    return False
