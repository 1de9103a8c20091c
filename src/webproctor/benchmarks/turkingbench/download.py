"""Download of the public data set.

The archive of the original repository is downloaded (interrupted downloads are resumed), its task
folders and split lists are unpacked and counted, and only then moved to the destination. The
destination therefore contains the whole data set or does not exist.
"""

import contextlib
import csv
import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.files.downloading import Progress, fetch, new_client, remove_part
from webproctor.files.unpacking import TooLarge, inside, unpack_tar_gz

COMMIT = "f1a3854"
URL = f"https://codeload.github.com/JHU-CLSP/turking-bench/tar.gz/{COMMIT}"
MAX_SIZE = 1_000_000_000
"""Default limit, in bytes, for the archive and for its unpacked files."""

_PARTS = {("tasks",): "tasks", ("data", "splits"): "splits"}
"""Parts of the archive to unpack (below its top folder), and their destinations."""


@dataclass(frozen=True)
class Expected:
    """Expected counts of a task. `submissions=None`: not checked, `batch.csv` may be missing."""

    submissions: int | None
    instances: int
    answers: int


@dataclass(frozen=True)
class Manifest:
    """Expected contents of a data set: number of task folders, and counts of some tasks."""

    folders: int
    tasks: Mapping[str, Expected]


@dataclass(frozen=True)
class Downloaded:
    """A downloaded data set, with the SHA-256 (hex) and size (bytes) of its archive."""

    path: Path
    sha256: str
    size: int


def public_manifest() -> Manifest:
    """Return the manifest of the public data set: 159 folders, and counts of the 20 test tasks.

    Sentence Compression may lack its `batch.csv` and is not counted then.
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
    max_size: int = MAX_SIZE,
    attempts: int = 5,
    pause: float = 1.0,
) -> Downloaded:
    """Download the data set into a folder that does not exist or is empty.

    Args:
        destination: The folder to create, with `tasks` and `splits`.
        url: Address of the repository's tar.gz archive.
        sha256: Expected SHA-256 of the archive, in hex; not checked if None.
        manifest: Expected contents; default: those of the public data set.
        progress: Called as bytes arrive.
        max_size: Limit, in bytes, for the archive and for its unpacked files.
        attempts: Number of consecutive attempts that may fail without receiving a byte.
        pause: Seconds to wait after the first failed attempt; doubled after each further one.

    Raises:
        UserError: If the destination is not empty, or the archive cannot be downloaded, is too
            large, or is not the expected one. The destination is not created then; an unfinished
            download is kept.
    """
    destination = destination.resolve()
    if destination.exists() and (not destination.is_dir() or any(destination.iterdir())):
        raise UserError(f"{destination}: already exists; delete it or choose another folder")
    part = destination.with_name(f".{destination.name}.part")
    with _disk_errors():
        part.parent.mkdir(parents=True, exist_ok=True)
        with new_client() as client:
            fetch(client, url, part, progress, max_size, attempts=attempts, pause=pause)
        digest, size = _sha256(part), part.stat().st_size
        if sha256 is not None and digest != sha256.lower():
            remove_part(part)
            raise UserError(
                f"{url}: the archive's SHA-256 is {digest}, not {sha256.lower()}; "
                "it was changed at its source or in transit (the download was deleted)"
            )
        with tempfile.TemporaryDirectory(
            dir=destination.parent, prefix=f".{destination.name}."
        ) as temporary_folder:
            unpacked = Path(temporary_folder) / "data"
            try:
                unpack(part, unpacked, max_size)
                _check(unpacked, manifest or public_manifest(), url)
            except TooLarge:  # Keep the download: the user may raise the limit.
                raise
            except UserError:
                remove_part(part)
                raise
            unpacked.replace(destination)
        remove_part(part)
    return Downloaded(destination, digest, size)


def differences(dataset: Dataset, manifest: Manifest) -> list[str]:
    """Return a message for each difference between a data set and a manifest."""
    found = []
    if len(dataset.folders) != manifest.folders:
        found.append(f"{len(dataset.folders)} task folders, not {manifest.folders}")
    for name, expected in manifest.tasks.items():
        folder = dataset.folders.get(name)
        if folder is None:
            found.append(f"no task {name!r}")
        elif folder.has_batch:
            counts = vars(folder.counts)
            for quantity, number in vars(expected).items():
                if number is not None and counts[quantity] != number:
                    found.append(f"{name!r} has {counts[quantity]} {quantity}, not {number}")
        elif expected.submissions is not None:
            found.append(f"{name!r} has no batch.csv")
    return found


def unpack(archive: Path, folder: Path, max_size: int = MAX_SIZE) -> None:
    """Unpack the task folders and split lists of a repository's tar.gz archive.

    Raises:
        UserError: If it is damaged or too large, an entry points outside the archive, or an entry
            is not a plain file.
    """
    folder.mkdir()
    unpack_tar_gz(archive, folder, _target, max_size)


def _target(name: str) -> Path | None:
    """Return the destination of an archive's entry; None to skip it."""
    parts = inside(name).parts[1:]
    for source, target in _PARTS.items():
        if parts[: len(source)] == source and len(parts) > len(source):
            return Path(target, *parts[len(source) :])
    return None


def _check(folder: Path, manifest: Manifest, url: str) -> None:
    if found := differences(Dataset(folder), manifest):
        raise UserError(f"{url}: not the expected data set: {'; '.join(found)}")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        prefix = f"{os.fspath(error.filename)}: " if error.filename else ""
        raise UserError(
            f"{prefix}cannot be written: {error.strerror}; "
            "free some space or choose another folder, and start again"
        ) from error
