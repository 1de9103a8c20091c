"""The replica copies the files that a program chooses, but no file outside the program's folder."""

import os
from pathlib import Path

import pytest

from webproctor.environments.browser.replica import copy_file


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "music").mkdir(parents=True)
    (folder / "music" / "song.mp3").write_text("la la la")
    return folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


def test_a_file_in_a_subfolder_is_copied(source: Path, target: Path) -> None:
    copy = copy_file(str(source / "music" / "song.mp3"), source, target)
    assert copy == target / "song.mp3"
    assert copy.read_text() == "la la la"


def test_a_link_to_a_file_in_the_folder_is_followed(source: Path, target: Path) -> None:
    (source / "link.mp3").symlink_to("music/song.mp3")
    assert copy_file(str(source / "link.mp3"), source, target).read_text() == "la la la"


def test_a_file_that_was_replaced_by_a_link_out_of_the_folder_is_not_copied(
    source: Path, target: Path
) -> None:
    (source / "link.mp3").symlink_to("/etc/hostname")
    with pytest.raises(OSError, match="is outside of"):
        copy_file(str(source / "link.mp3"), source, target)
    assert not list(target.iterdir())


def test_a_folder_replaced_by_a_link_while_its_file_is_opened_is_not_followed(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, outside = source / "music" / "song.mp3", target.parent / "outside"
    resolve = Path.resolve

    def resolve_and_replace(path: Path) -> Path:
        resolved = resolve(path)
        if path == file:
            (source / "music").rename(outside)
            (source / "music").symlink_to(outside)
        return resolved

    monkeypatch.setattr(Path, "resolve", resolve_and_replace)
    with pytest.raises(NotADirectoryError):
        copy_file(str(file), source, target)


def test_a_named_pipe_is_not_copied(source: Path, target: Path) -> None:
    os.mkfifo(source / "pipe")
    with pytest.raises(OSError, match="is not a file"):
        copy_file(str(source / "pipe"), source, target)
