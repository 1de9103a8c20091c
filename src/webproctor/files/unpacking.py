"""Unpack untrusted archives within limits on size and number of entries."""

import errno
import gzip
import io
import lzma
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO

from webproctor.core.errors import UserError

MAX_ENTRIES = 200_000
"""Maximum number of entries of an archive."""
# A header is read into memory at once; real archives have shorter ones.
_MAX_HEADER = 1 << 20
_DAMAGE_ERRORS = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    IndexError,  # An entry without a name, before Python 3.12.
    OverflowError,
    RuntimeError,  # Includes RecursionError, from nested headers.
    ValueError,
)

# Errors of the file system that damaged names and positions cause: a name that is both a file and
# a folder, or too long, and a position before the archive's start.
_NAME_ERRORS = {errno.EEXIST, errno.EINVAL, errno.EISDIR, errno.ENAMETOOLONG, errno.ENOTDIR}


class TooLarge(UserError):
    """A download or an archive exceeds its size limit."""


def too_large(source: object, size: int, limit: int) -> TooLarge:
    """Return the error for something that has, or declares, more bytes than the limit."""
    return TooLarge(
        f"{source}: has {size / 1e6:.1f} MB or more; the limit is {limit / 1e6:.1f} MB. If you "
        "trust the source, raise the limit with --max-size"
    )


def unpack_tar_gz(
    archive: Path, folder: Path, target_of: Callable[[str], Path | None], max_size: int
) -> None:
    """Unpack the regular files of a tar.gz archive.

    Args:
        folder: The destination, which must exist.
        target_of: Maps an entry's name to its path in the folder; None skips the entry.
        max_size: Maximum unpacked size in bytes, including skipped entries.

    Raises:
        TooLarge: If it is larger, or has more than `MAX_ENTRIES` entries.
        UserError: If it is damaged, or an entry to unpack is not a regular file.
    """
    size = count = 0
    with _report_damage(archive, "tar.gz"), gzip.open(archive) as stream:
        limited = _LimitedStream(stream, archive, max_size)
        with tarfile.open(fileobj=limited, mode="r:") as tar:
            for member in tar:
                if member.size < 0:
                    raise tarfile.ReadError(f"entry {member.name!r} has a negative size")
                count, size = count + 1, size + member.size
                _check_limits(archive, count, size, max_size)
                target = target_of(member.name)
                if target is None or member.isdir():
                    continue
                if not member.isreg():
                    raise UserError(f"{archive}: entry {member.name!r} is not a regular file")
                source = tar.extractfile(member)
                assert source is not None
                _write(source, folder / target)
        while limited.read(_MAX_HEADER):  # The checksum is at the end.
            pass


def unpack_zip(archive: Path, folder: Path, max_size: int, password: bytes | None = None) -> None:
    """Unpack all files of a zip archive, after checking its limits.

    Args:
        folder: The destination; created if it does not exist.
        max_size: Maximum unpacked size in bytes.

    Raises:
        TooLarge: If it is larger, or has more than `MAX_ENTRIES` entries.
        UserError: If it is damaged, the password is wrong, or an entry points outside the folder.
    """
    with _report_damage(archive, "zip"), zipfile.ZipFile(archive) as zip_file:
        files = [entry for entry in zip_file.infolist() if not entry.is_dir()]
        _check_limits(
            archive, len(zip_file.infolist()), sum(one.file_size for one in files), max_size
        )
        for entry in files:
            target = inside(entry.filename)
            if not target.parts:  # It would be written to the folder's own path.
                raise zipfile.BadZipFile("an entry has no name")
            # At most the declared size of an entry is read.
            with zip_file.open(entry, pwd=password) as source:
                _write(source, folder / target)


def zip_entries(archive: Path) -> Sequence[str]:
    """Return the names of the files in a zip archive.

    Raises:
        UserError: If it is damaged.
    """
    return _entries(archive, archive.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _entries(archive: Path, modified_at: int) -> Sequence[str]:
    with _report_damage(archive, "zip"), zipfile.ZipFile(archive) as zip_file:
        return tuple(one.filename for one in zip_file.infolist() if not one.is_dir())


def read_entry(archive: Path, name: str, max_size: int) -> bytes:
    """Return the content of one file in a zip archive.

    Args:
        max_size: Maximum size of the content in bytes.

    Raises:
        UserError: If it is larger, or the archive is damaged.
    """
    with _report_damage(archive, "zip"), zipfile.ZipFile(archive) as zip_file:
        size = zip_file.getinfo(name).file_size
        if size > max_size:
            raise UserError(f"{archive}, {name}: has {size:,} bytes; the limit is {max_size:,}.")
        return zip_file.read(name)


def inside(name: str) -> PurePosixPath:
    """Return the path of an archive's entry.

    Raises:
        UserError: If it points outside the destination folder.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        raise UserError(
            f"the archive's entry {name!r} points outside the folder; do not trust this archive"
        )
    return path


class _LimitedStream(io.RawIOBase):
    """A stream that raises an error if it is longer than `limit` bytes."""

    def __init__(self, stream: gzip.GzipFile, archive: Path, limit: int) -> None:
        super().__init__()
        self._stream, self._archive, self._limit = stream, archive, limit

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= _MAX_HEADER:
            raise UserError(
                f"{self._archive}: has a header of {size} bytes; do not trust this archive"
            )
        data = self._stream.read(size)
        if (position := self.tell()) > self._limit:
            raise too_large(self._archive, position, self._limit)
        return data

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        assert whence == io.SEEK_SET, "tarfile seeks only from the start"
        if offset > self._limit:  # Checked before anything up to the offset is unpacked.
            raise too_large(self._archive, offset, self._limit)
        return self._stream.seek(offset)

    def tell(self) -> int:
        return self._stream.tell()


def _check_limits(archive: Path, count: int, size: int, max_size: int) -> None:
    if count > MAX_ENTRIES:
        raise TooLarge(f"{archive}: has more than {MAX_ENTRIES} entries; do not trust this archive")
    if size > max_size:
        raise too_large(f"{archive}, unpacked", size, max_size)


def _write(source: IO[bytes], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with source, path.open("wb") as out:
        shutil.copyfileobj(source, out)


@contextmanager
def _report_damage(archive: Path, kind: str) -> Iterator[None]:
    try:
        yield
    except (gzip.BadGzipFile, *_DAMAGE_ERRORS) as error:
        raise UserError(f"{archive}: not a complete {kind} archive: {error}") from error
    except OSError as error:
        if error.errno not in _NAME_ERRORS:
            raise
        reason = error.strerror or error
        raise UserError(f"{archive}: not a valid {kind} archive: {reason}") from error
