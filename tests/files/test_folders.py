"""Tests of output folders."""

import errno
import re
from pathlib import Path
from unittest import mock

import pytest

from webproctor.core.errors import UserError
from webproctor.files.folders import lock_task, make_folder


def test_a_folder_is_created_with_its_parents(tmp_path: Path) -> None:
    for _ in range(2):  # It may exist.
        make_folder(tmp_path / "a" / "b")
        assert (tmp_path / "a" / "b").is_dir()


def test_a_task_in_a_folder_is_locked_until_it_ends(tmp_path: Path) -> None:
    for _ in range(2):
        with (
            lock_task(tmp_path, "one", "refused"),
            lock_task(tmp_path, "two", "refused"),
            pytest.raises(UserError, match="refused"),
            lock_task(tmp_path, "one", "refused"),
        ):
            pass
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "why"),
    [("file", "is a file, not a folder"), ("file/x", "the folder cannot be created: Not a dir")],
)
def test_a_folder_that_cannot_be_created_is_a_user_error(
    tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=f"^{re.escape(str(tmp_path / name))}: {why}"):
        make_folder(tmp_path / name)


def test_a_folder_without_permission_is_a_user_error(tmp_path: Path) -> None:
    # Administrators may write to every folder.
    with (
        mock.patch("os.access", return_value=False),
        pytest.raises(UserError, match="no permission to write to the folder"),
    ):
        make_folder(tmp_path)


def test_a_full_disk_is_not_a_user_error(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with mock.patch.object(Path, "mkdir", side_effect=full), pytest.raises(OSError, match="space"):
        make_folder(tmp_path / "x")
