"""Create output folders."""

import errno
import os
from pathlib import Path

from webproctor.core.errors import UserError


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
