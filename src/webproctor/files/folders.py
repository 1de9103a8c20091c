"""Create output folders, and lock them."""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from webproctor.core.errors import UserError

_log = logging.getLogger(__name__)


def make_folder(folder: Path) -> None:
    """Create an output folder and its parents, unless it exists.

    A full disk is not a user error, and raises `OSError`.

    Raises:
        UserError: If it cannot be created or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise UserError(f"{folder}: is a file, not a folder. Choose another path.") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise UserError(
            f"{folder}: the folder cannot be created: {error.strerror}. Choose another path."
        ) from error
    if not os.access(folder, os.W_OK):
        raise UserError(f"{folder}: no permission to write to the folder. Choose another path.")


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Keep other processes from writing to a folder while the block runs.

    The folder is created if it does not exist, and removed again if it is empty at the end.

    Raises:
        UserError: If another process writes to it.
    """
    is_new, path = not folder.exists(), folder.absolute()  # The working directory may change.
    make_folder(folder)
    with ExitStack() as stack:
        _lock(
            stack,
            folder,
            os.O_RDONLY,
            f"{folder}: another process writes to this folder. Wait until it has ended.",
        )
        try:
            yield
        finally:
            if is_new:
                with suppress(OSError):  # It is not empty.
                    path.rmdir()


@contextmanager
def lock_task(folder: Path, name: str, refusal: str) -> Iterator[None]:
    """Keep other processes from doing the same task in a folder while the block runs.

    Args:
        folder: An existing folder, in which processes may do different tasks at the same time.
        name: The name of the task. The folder has a file `.NAME.lock` during the block.
        refusal: The error if another process does the task.

    Raises:
        UserError: If another process does the task.
    """
    file = (folder / f".{name}.lock").absolute()
    with ExitStack() as stack:
        handle = _lock(stack, file, os.O_RDWR | os.O_CREAT, refusal)
        # The process that had the lock may have removed the file after it was opened here.
        while handle is not None and not _is_open(handle, file):
            handle = _lock(stack, file, os.O_RDWR | os.O_CREAT, refusal)
        try:
            yield
        finally:
            file.unlink(missing_ok=True)


def _lock(stack: ExitStack, path: Path, flags: int, refusal: str) -> int | None:
    """Open and lock a file or folder until the stack is closed.

    Returns:
        Its descriptor; None if it cannot be locked: not all systems and file systems have locks.

    Raises:
        UserError: If another process has locked it; `refusal` is the message.
    """
    try:
        import fcntl

        handle = os.open(path, flags, 0o600)
        stack.callback(os.close, handle)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UserError(refusal) from error
    except (ImportError, OSError) as error:
        _log.info("%s: cannot be locked: %s", path, error)
        return None
    return handle


def _is_open(handle: int, file: Path) -> bool:
    """Whether an open file is the one that exists at a path now."""
    try:
        return os.path.samestat(os.fstat(handle), file.stat())
    except FileNotFoundError:
        return False
