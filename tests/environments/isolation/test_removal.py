"""Folders of programs are removed, whatever the programs left there."""

import os
from pathlib import Path

import pytest

from webproctor.environments.isolation.removal import remove


@pytest.mark.parametrize("name", ["d", "d" * 200])
def test_deeply_nested_folders_are_removed(name: str, tmp_path: Path, monkeypatch):
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for _ in range(2000):
        Path(name).mkdir()
        os.chdir(name)
    monkeypatch.chdir(tmp_path)
    remove(folder)
    assert not folder.exists()


def test_folders_without_permissions_are_removed(tmp_path: Path):
    folder = tmp_path / "folder"
    (folder / "outer" / "inner").mkdir(parents=True)
    for path in (folder / "outer" / "inner", folder / "outer", folder):
        path.chmod(0)
    remove(folder)
    assert not folder.exists()


def test_the_target_of_a_link_stays_as_it_is(tmp_path: Path):
    target = tmp_path / "target"
    target.mkdir(mode=0o755)
    (target / "file").touch()
    locked = tmp_path / "folder" / "locked"
    locked.mkdir(parents=True)
    (locked / "link").symlink_to(target)
    locked.chmod(0o500)
    remove(tmp_path / "folder")
    assert [*tmp_path.iterdir()] == [target]
    assert [*target.iterdir()] == [target / "file"]
    assert target.stat().st_mode & 0o777 == 0o755


def test_sockets_pipes_and_names_that_are_not_text_are_removed(tmp_path: Path):
    folder = tmp_path / "folder"
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    os.mkdir(os.fsencode(folder) + b"/\xff\n")  # noqa: PTH102 A path of bytes.
    remove(folder)
    assert not folder.exists()
