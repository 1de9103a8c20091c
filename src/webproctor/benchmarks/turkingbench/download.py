"""Fetching the public data set.

The archive of the original repository is downloaded (and taken up again where it broke off), its
task folders and split lists are unpacked, and what came is counted before it is put in place. So
a destination either holds the whole data set or does not exist.
"""

import contextlib
import csv
import gzip
import hashlib
import json
import os
import shutil
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import httpx

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.errors import UserError

COMMIT = "f1a3854"
URL = f"https://codeload.github.com/JHU-CLSP/turking-bench/tar.gz/{COMMIT}"

Progress = Callable[[int, int | None], None]
"""Called with the bytes that are here and the bytes that there are, if the server tells."""

_PARTS = {("tasks",): "tasks", ("data", "splits"): "splits"}
"""What is unpacked of the archive, below its one top folder, and where to."""


@dataclass(frozen=True)
class Expected:
    """What a task must count; None is not checked, and a `batch.csv` may then be missing."""

    submissions: int | None
    instances: int
    answers: int


@dataclass(frozen=True)
class Manifest:
    """What a data set must hold: the number of task folders, and the counts of some tasks."""

    folders: int
    tasks: Mapping[str, Expected]


@dataclass(frozen=True)
class Downloaded:
    """A data set that is now in place, and the SHA-256 (hex) and size (bytes) of its archive."""

    path: Path
    sha256: str
    size: int


def public_manifest() -> Manifest:
    """The public data set: 159 folders, and the counts of its 20 test tasks.

    One of them, Sentence Compression, may lack its `batch.csv` and is then not counted.
    """
    path = Path(__file__).with_name("expected.csv")
    with path.open(encoding="utf-8", newline="") as file:
        tasks = {
            row["task"]: Expected(
                int(row["submissions"]) if row["submissions"] else None,
                int(row["instances"]),
                int(row["answers"]),
            )
            for row in csv.DictReader(file)
        }
    return Manifest(159, tasks)


def download(
    destination: Path,
    *,
    url: str = URL,
    sha256: str | None = None,
    manifest: Manifest | None = None,
    progress: Progress | None = None,
    attempts: int = 5,
    pause: float = 1.0,
) -> Downloaded:
    """Fetch the data set into a folder that does not exist yet, or is empty.

    Args:
        destination: The folder to make; it will hold `tasks` and `splits`.
        url: Where the tar.gz archive of the repository is.
        sha256: What the archive's SHA-256 must be, in hex; not checked without.
        manifest: What the data set must hold; the public one's counts if not given.
        progress: Called as bytes arrive.
        attempts: How often in a row the download may break off without a byte having come.
        pause: Seconds to wait after the first of those; each further wait is twice as long.

    Raises:
        UserError: If the destination is taken, the archive cannot be had, or it is not the
            expected one; nothing is put in place then, and an unfinished download is kept.
    """
    destination = destination.resolve()
    if destination.exists() and (not destination.is_dir() or any(destination.iterdir())):
        raise UserError(f"{destination}: is already there; delete it or name another folder")
    part = destination.with_name(f".{destination.name}.part")
    with _disk_errors():
        part.parent.mkdir(parents=True, exist_ok=True)
        _fetch(url, part, progress or (lambda here, total: None), attempts, pause)
        found, size = _sha256(part), part.stat().st_size
        if sha256 is not None and found != sha256.lower():
            _forget(part)
            raise UserError(
                f"{url}: the archive's SHA-256 is {found}, not {sha256.lower()}; "
                "it was changed on its way or at its source (the download was deleted)"
            )
        with tempfile.TemporaryDirectory(
            dir=destination.parent, prefix=f".{destination.name}."
        ) as scratch:
            unpacked = Path(scratch) / "data"
            try:
                unpack(part, unpacked)
                _check(unpacked, manifest or public_manifest(), url)
            except UserError:
                _forget(part)
                raise
            unpacked.replace(destination)
        _forget(part)
    return Downloaded(destination, found, size)


def differences(dataset: Dataset, manifest: Manifest) -> list[str]:
    """One sentence for each thing in which a data set differs from a manifest."""
    found = []
    if len(dataset.folders) != manifest.folders:
        found.append(f"{len(dataset.folders)} task folders, not {manifest.folders}")
    for name, expected in manifest.tasks.items():
        folder = dataset.folders.get(name)
        if folder is None:
            found.append(f"no task {name!r}")
        elif folder.has_batch:
            here = vars(folder.counts)
            for what, wanted in vars(expected).items():
                if wanted is not None and here[what] != wanted:
                    found.append(f"{name!r} has {here[what]} {what}, not {wanted}")
        elif expected.submissions is not None:
            found.append(f"{name!r} has no batch.csv")
    return found


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the task folders and split lists of a repository's tar.gz archive.

    Raises:
        UserError: If it is damaged, or an entry points out of the archive or is a link where only
            plain files belong.
    """
    folder.mkdir()
    try:
        with gzip.open(archive) as plain, tarfile.open(fileobj=plain, mode="r:") as tar:
            for member in tar:
                target = _target(member.name)
                if target is None or member.isdir():
                    continue
                if not member.isreg():
                    raise UserError(f"{archive}: entry {member.name!r} is not a plain file")
                source = tar.extractfile(member)
                assert source is not None
                path = folder / target
                path.parent.mkdir(parents=True, exist_ok=True)
                with source, path.open("wb") as out:
                    shutil.copyfileobj(source, out)
            while plain.read(1 << 20):  # the checksum stands at the end
                pass
    except (tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UserError(f"{archive}: is not a whole tar.gz archive: {error}") from error


def _target(name: str) -> Path | None:
    """Where an archive's entry goes; None if it is not wanted."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name:
        raise UserError(f"the archive's entry {name!r} points out of it; do not trust this archive")
    below = path.parts[1:]
    for source, target in _PARTS.items():
        if below[: len(source)] == source and len(below) > len(source):
            return Path(target, *below[len(source) :])
    return None


def _check(folder: Path, manifest: Manifest, url: str) -> None:
    if found := differences(Dataset(folder), manifest):
        raise UserError(f"{url}: not the expected data set: {'; '.join(found)}")


def _fetch(url: str, part: Path, progress: Progress, attempts: int, pause: float) -> None:
    """Download into the part file until it is whole."""
    failures = 0
    while True:
        before = _size(part)
        try:
            _fetch_once(url, part, progress)
            return
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise UserError(f"{url}: is not a web address: {error}") from error
        except httpx.HTTPStatusError as error:
            answer = error.response
            fault = f"the server answered {answer.status_code} {answer.reason_phrase}"
            if answer.status_code < 500 and answer.status_code != 429:
                raise UserError(f"{url}: {fault}; check the address") from error
        except httpx.RequestError as error:
            fault = str(error) or type(error).__name__
        failures = 1 if _size(part) > before else failures + 1
        if failures >= attempts:
            raise UserError(
                f"{url}: cannot be downloaded: {fault}; check the network and start again "
                f"({_size(part)} bytes are here already)"
            )
        time.sleep(pause * 2 ** (failures - 1))


def _fetch_once(url: str, part: Path, progress: Progress) -> None:
    """Ask for what is missing, and write what comes."""
    headers = {"Accept-Encoding": "identity"}
    start = _size(part)
    validator = _validator(part, url)
    if start and validator:
        headers |= {"Range": f"bytes={start}-", "If-Range": validator}
    with httpx.stream("GET", url, headers=headers, follow_redirects=True, timeout=30) as response:
        continued = response.headers.get("Content-Range", "")
        if response.status_code == 416 and continued == f"bytes */{start}":
            return  # all of it is here
        if response.status_code == 416 or (
            response.status_code == 206 and not continued.startswith(f"bytes {start}-")
        ):
            _forget(part)
            raise httpx.RemoteProtocolError(f"asked for byte {start}, got {continued or 'none'}")
        response.raise_for_status()
        if response.status_code != 206:
            start = 0
            _note(part, url, response.headers)
        length = response.headers.get("Content-Length")
        total = start + int(length) if length else None
        with part.open("r+b" if start else "wb") as file:
            file.seek(start)
            for chunk in response.iter_raw():
                file.write(chunk)
                start += len(chunk)
                progress(start, total)


def _note(part: Path, url: str, headers: httpx.Headers) -> None:
    """Remember what tells whether the file on the server is still the same one."""
    validator = headers.get("ETag", "")
    if not validator or validator.startswith("W/"):
        validator = headers.get("Last-Modified", "")
    note = {"url": url, "validator": validator}
    part.with_suffix(".json").write_text(json.dumps(note), encoding="utf-8")


def _validator(part: Path, url: str) -> str:
    try:
        note = json.loads(part.with_suffix(".json").read_text(encoding="utf-8"))
        return str(note["validator"]) if note["url"] == url else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # without it the download starts anew


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _forget(part: Path) -> None:
    part.unlink(missing_ok=True)
    part.with_suffix(".json").unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        place = f"{os.fspath(error.filename)}: " if error.filename else ""
        raise UserError(
            f"{place}cannot be written: {error.strerror}; "
            "make room or choose another folder, and start again"
        ) from error
