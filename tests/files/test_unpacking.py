"""Archives over the limits, and damaged archives."""

import errno
import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.files import unpacking
from webproctor.files.unpacking import TooLarge, unpack_tar_gz, unpack_zip

LIMIT = 1_000_000


def tar_gz(path: Path, *entries: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as tar:
        for entry, content in entries:
            tar.addfile(entry, io.BytesIO(content))
    return path


def entry(name: str, size: int) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = size
    return info, bytes(size)


def unpack(archive: Path, limit: int = LIMIT) -> list[Path]:
    folder = archive.parent / "out"
    folder.mkdir()
    try:
        unpack_tar_gz(
            archive, folder, lambda name: None if name == "left out" else Path(name), limit
        )
    finally:
        assert sum(path.stat().st_size for path in folder.iterdir()) <= limit
    return sorted(folder.iterdir())


def test_an_archive_within_the_limit_is_unpacked(tmp_path: Path) -> None:
    path = tar_gz(tmp_path / "a.tar.gz", entry("a", 600_000), entry("left out", 1))
    assert [one.name for one in unpack(path)] == ["a"]


def test_files_after_folders_and_skipped_entries_are_unpacked_into_their_folders(
    tmp_path: Path,
) -> None:
    info = tarfile.TarInfo("b")
    info.type = tarfile.DIRTYPE
    entries = (info, b""), entry("left out", 1), entry("b/c/d", 1), entry("b/c/e", 2)
    unpack(tar_gz(tmp_path / "a.tar.gz", *entries))
    files = (tmp_path / "out").rglob("*")
    assert sorted(one.name for one in files if one.is_file()) == ["d", "e"]


@pytest.mark.parametrize("name", ["b", "left out"])
def test_the_limit_applies_to_all_entries_together_even_skipped_ones(
    tmp_path: Path, name: str
) -> None:
    path = tar_gz(tmp_path / "a.tar.gz", entry("a", 600_000), entry(name, 600_000))
    with pytest.raises(TooLarge, match=r"a\.tar\.gz, unpacked: has 1\.2 MB.*1\.0 MB.*--max-size"):
        unpack(path)


def test_an_archive_of_exactly_the_limit_is_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a", bytes(LIMIT))
    unpack_zip(tmp_path / "a.zip", tmp_path / "out", LIMIT)
    assert (tmp_path / "out" / "a").stat().st_size == LIMIT


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_an_entry_that_is_a_link_or_a_pipe_is_refused(tmp_path: Path, kind: bytes) -> None:
    info = tarfile.TarInfo("a")
    info.type, info.linkname = kind, "b"
    path = tar_gz(tmp_path / "a.tar.gz", entry("b", 10), (info, b""))
    with pytest.raises(UserError, match="entry 'a' is not a regular file"):
        unpack(path)


def test_an_entry_that_declares_more_than_the_limit_is_not_extracted(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a")
    info.size = 1 << 40
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(info.tobuf() + bytes(1024)))
    with pytest.raises(TooLarge):
        unpack(path)
    assert list((tmp_path / "out").iterdir()) == []


def test_data_after_the_last_entry_counts_toward_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(bytes(5_000_000)))
    with pytest.raises(TooLarge, match=r"a\.tar\.gz: has"):
        unpack(path)


def test_a_header_of_several_megabytes_is_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a")
    info.pax_headers = {"comment": "x" * 3_000_000}
    with pytest.raises(UserError, match="header of"):
        unpack(tar_gz(tmp_path / "a.tar.gz", (info, b"")), 10 * LIMIT)


def test_nested_headers_are_damage(tmp_path: Path) -> None:
    info = tarfile.TarInfo("long")
    info.type = tarfile.GNUTYPE_LONGNAME
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(info.tobuf() * 1500))
    with pytest.raises(UserError, match="not a complete"):
        unpack(path)


def test_a_negative_size_is_damage(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a")
    info.size = -1024
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(info.tobuf(format=tarfile.GNU_FORMAT) + bytes(1024)))
    with pytest.raises(UserError, match="negative"):
        unpack(path)


def test_a_tar_with_too_many_entries_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "MAX_ENTRIES", 3)
    with pytest.raises(TooLarge, match="more than 3 entries"):
        unpack(tar_gz(tmp_path / "a.tar.gz", *[entry(f"{n}", 0) for n in range(4)]))


def zipped(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_zip_over_the_limit_is_refused_before_files_are_written(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", a=bytes(600_000), b=bytes(600_000))
    with pytest.raises(TooLarge, match=r"a\.zip, unpacked: has 1\.2 MB.*--max-size"):
        unpack_zip(path, tmp_path / "out", LIMIT)
    assert not (tmp_path / "out").exists()


def test_a_zip_that_declares_less_than_it_contains_is_stopped_at_the_declared_size(
    tmp_path: Path,
) -> None:
    path = zipped(tmp_path / "a.zip", a=bytes(5_000_000))
    size = (5_000_000).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (1000).to_bytes(4, "little")))
    with pytest.raises(UserError, match="not a complete zip"):
        unpack_zip(path, tmp_path / "out", LIMIT)
    assert (tmp_path / "out" / "a").stat().st_size <= 1000


def test_a_zip_with_too_many_entries_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "MAX_ENTRIES", 1)
    with pytest.raises(TooLarge, match="more than 1 entries"):
        unpack_zip(zipped(tmp_path / "a.zip", a=b"", b=b""), tmp_path / "out", LIMIT)


@pytest.mark.parametrize("name", ["../evil", "/evil", "a/../../evil"])
def test_an_entry_outside_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "a.zip", **{name: b"x"})
    with pytest.raises(UserError, match="points outside the folder"):
        unpack_zip(path, tmp_path / "out", LIMIT)
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("second", ["a/b", "a" * 300])
def test_a_zip_with_impossible_file_names_is_refused(tmp_path: Path, second: str) -> None:
    path = zipped(tmp_path / "a.zip", **{"a": b"x", second: b"x"})
    with pytest.raises(UserError, match="not a valid zip archive"):
        unpack_zip(path, tmp_path / "out", LIMIT)


def test_a_tar_with_a_file_that_is_also_a_folder_is_refused(tmp_path: Path) -> None:
    path = tar_gz(tmp_path / "a.tar.gz", entry("a/b", 1), entry("a", 1))
    with pytest.raises(UserError, match=r"not a valid tar\.gz archive"):
        unpack_tar_gz(path, tmp_path, Path, LIMIT)


def test_a_zip_with_an_empty_entry_name_is_damaged(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", abc=b"x")
    path.write_bytes(path.read_bytes().replace(b"abc", b"\0bc"))
    with pytest.raises(UserError, match="not a complete zip archive"):
        unpack_zip(path, tmp_path / "out", LIMIT)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", [".", "./."])
def test_an_entry_with_the_path_of_the_folder_itself_is_refused(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "a.zip", **{name: b"x"})
    with pytest.raises(UserError, match="not a complete zip archive"):
        unpack_zip(path, tmp_path / "out", LIMIT)
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_not_reported_as_a_damaged_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(unpacking.shutil, "copyfileobj", full)
    with pytest.raises(OSError, match="No space left"):
        unpack_zip(zipped(tmp_path / "a.zip", a=b"x"), tmp_path / "out", LIMIT)
