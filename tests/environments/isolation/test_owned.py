"""Temporary folders record their owner; those of dead owners are removed, all others stay."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from webproctor.environments.isolation import owned_folder, sweep
from webproctor.environments.isolation.owned import OWNER


def test_a_folder_is_removed_at_the_end_of_its_block():
    with owned_folder() as folder:
        (folder / "file").write_text("x")
    assert not folder.exists()


def test_a_folder_whose_owner_was_killed_is_removed(tmp_path: Path):
    script = (
        "import os, signal, tempfile; from webproctor.environments.isolation import owned_folder\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "with owned_folder(): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    [left] = tmp_path.iterdir()
    assert sweep(tmp_path) == [left]
    assert not left.exists()


def test_the_owner_cannot_be_changed_in_the_folder():
    with owned_folder() as folder:
        assert [*folder.iterdir()] == []


def test_a_folder_that_could_not_be_removed_is_removed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with monkeypatch.context() as failing, owned_folder():
        failing.setattr("webproctor.environments.isolation.owned.remove", lambda folder: None)
    [left] = tmp_path.iterdir()
    assert (left / OWNER).exists()
    (left / OWNER).write_text(f"{os.getpid()} 1\n")
    assert sweep(tmp_path) == [left]


def test_a_folder_in_use_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with owned_folder() as folder:
        assert sweep(tmp_path) == []
        assert folder.exists()


@pytest.mark.parametrize("owner", [None, "", "x y", "1"])
def test_a_folder_without_a_valid_owner_is_kept(tmp_path: Path, owner: str | None):
    folder = tmp_path / "webproctor-other"
    folder.mkdir()
    if owner is not None:
        (folder / OWNER).write_text(owner)
    assert sweep(tmp_path) == []
    assert folder.exists()


def test_a_process_that_reuses_the_id_of_the_owner_is_not_the_owner(tmp_path: Path):
    folder = tmp_path / "webproctor-old"
    folder.mkdir()
    (folder / OWNER).write_text(f"{os.getpid()} 1\n")
    assert sweep(tmp_path) == [folder]


def test_a_link_is_not_followed(tmp_path: Path):
    target = tmp_path / "precious"
    target.mkdir()
    (target / OWNER).write_text(f"{os.getpid()} 1\n")
    (tmp_path / "webproctor-link").symlink_to(target)
    assert sweep(tmp_path) == []
    assert target.exists()
