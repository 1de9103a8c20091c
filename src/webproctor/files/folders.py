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
        try:
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UserError(
                f"{folder}: another process writes to this folder. Wait until it has ended."
            ) from error
        except (ImportError, OSError) as error:  # Not all file systems have locks.
            _log.info("%s: the folder cannot be locked: %s", folder, error)
        try:
            yield
        finally:
            if is_new:
                with suppress(OSError):  # It is not empty.
                    path.rmdir()
