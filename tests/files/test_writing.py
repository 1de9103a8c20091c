"""A file is written completely or not at all."""

from pathlib import Path

import pytest

from webproctor.files.writing import write_atomically


def test_a_text_replaces_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, "old")
    write_atomically(file, "n\u00e9w\n")
    assert file.read_text(encoding="utf-8") == "n\u00e9w\n"
    assert list(tmp_path.iterdir()) == [file]


def test_the_file_stays_if_the_new_text_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, "old")

    def fail(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_text", fail)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(file, "new")
    assert file.read_text(encoding="utf-8") == "old"


def test_a_link_in_the_place_of_the_temporary_file_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("kept")
    (tmp_path / "a.json.new").symlink_to(other)
    write_atomically(tmp_path / "a.json", "new")
    assert other.read_text() == "kept"
    assert (tmp_path / "a.json").read_text() == "new"
