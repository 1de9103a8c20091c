"""Remove folders into which programs could write."""

import contextlib
import os
import uuid
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove a folder, as far as possible, without following links.

    `tempfile.TemporaryDirectory` fails at folders that are nested too deeply, as it recurses and
    uses their paths, and it may change the permissions of files that links point to
    (CVE-2023-6597). Here, nested folders are moved up, so that no path is long.
    """
    folders = _remove_files(folder)
    while folders:
        current = folders.pop()
        with contextlib.suppress(OSError):
            for nested in _remove_files(current):
                nested.chmod(0o700)  # A folder that cannot be changed cannot be moved.
                moved = folder / uuid.uuid4().hex
                nested.rename(moved)
                folders.append(moved)
            current.rmdir()
    with contextlib.suppress(OSError):
        folder.rmdir()


def _remove_files(folder: Path) -> list[Path]:
    """Remove the files of a folder, and return its folders."""
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
        with os.scandir(folder) as entries:
            return [Path(one) for one in entries if not _removed(one)]
    return []


def _removed(entry: "os.DirEntry[str]") -> bool:
    """Remove a file; return False for a folder."""
    if entry.is_dir(follow_symlinks=False):
        return False
    with contextlib.suppress(OSError):
        Path(entry).unlink()
    return True
