"""`webproctor data mind2web`: audit a folder, download the public data set, convert the raw dump's
archived pages.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web import archives
from webproctor.benchmarks.mind2web.audit import audit
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.files.downloading import fetch, remove_part
from webproctor.files.unpacking import TooLarge, inside, too_large, unpack_zip

REPOSITORY = "osunlp/Mind2Web"
# The test splits are in an encrypted archive, to keep crawlers out. The password is public.
_TESTS, _PASSWORD = "test.zip", b"mind2web"
MAX_SIZE = 20_000_000_000
"""Default limit, in bytes, for the downloaded files together and for the unpacked test splits."""


def check(folder: Path) -> dict[str, Any]:
    """Audit a data folder or file.

    Returns:
        `problems`, each with severity, split, message and examples; `counts`, the totals; and
        `splits`, the counts of each split.

    Raises:
        UserError: If the folder contains no tasks.
    """
    report = audit(Dataset(folder))
    counts = list(report.counts.values())
    return {
        "problems": [asdict(problem) | {"text": str(problem)} for problem in report.problems],
        "counts": {
            "tasks": sum(count.tasks for count in counts),
            "steps": sum(count.steps for count in counts),
            "steps without positives": sum(count.without_positives for count in counts),
            "lost colons": sum(count.lost_colons for count in counts),
            "leaked marks": sum(count.marks for count in counts),
        },
        "splits": {split: asdict(count) for split, count in report.counts.items()},
    }


def rebuild(folder: Path, progress: Callable[[], None] | None) -> dict[str, Any]:
    """Take the DOM snapshots that the raw dump lacks, from its archived pages.

    Raises:
        UserError: If there are no archived pages, or one cannot be opened.
    """
    try:
        pages = asyncio.run(archives.rebuild(folder, progress))
    except SessionLost as error:
        raise UserError(f"{folder}: {error}") from error
    return {"folder": str(folder), "pages": pages}


def get(
    folder: Path,
    *,
    url: str | None,
    sha256: str | None,
    progress: Callable[[int, int | None], None] | None,
    max_size: int | None = None,
) -> dict[str, Any]:
    """Download the public data set from the Hugging Face hub, and unpack the test splits.

    Args:
        url: Address of another hub with the same API.
        sha256: Must be None; the data set is not a single archive.
        max_size: Limit, in bytes, for the files together (as declared and as received) and for
            the unpacked test splits; `MAX_SIZE` if None.

    Raises:
        UserError: If the data set cannot be downloaded, or is too large.
    """
    if sha256 is not None:
        raise UserError(
            "--sha256 is not available for mind2web, which is not a single archive: remove it."
        )
    limit = MAX_SIZE if max_size is None else max_size
    files = _hub_files(folder, url)
    declared = sum(file.size for file in files)
    if declared > limit:
        raise too_large(REPOSITORY, declared, limit)
    remaining = limit
    for file in files:
        remaining -= _download(file, remaining, progress)
    _unpack(folder, limit)
    tasks = len(Dataset(folder).demonstrations)
    size = sum(path.stat().st_size for path in folder.rglob("*.json"))
    return {"folder": str(folder), "tasks": tasks, "bytes": size}


@dataclass(frozen=True)
class _HubFile:
    """A file listed by the hub.

    Attributes:
        path: Local path to download to.
        url: Address on the hub.
        size: Size in bytes, as declared by the hub.
        headers: Request headers for the hub.
    """

    path: Path
    url: str
    size: int
    headers: Mapping[str, str]


def _hub_files(folder: Path, hub: str | None) -> list[_HubFile]:
    """List the files of the data set on the hub."""
    try:
        from huggingface_hub import hf_hub_url, snapshot_download  # pyright: ignore
        from huggingface_hub.errors import HfHubHTTPError  # pyright: ignore
        from huggingface_hub.utils import build_hf_headers  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "Downloading requires huggingface_hub: pip install 'webproctor[data]'."
        ) from error
    try:
        files = snapshot_download(
            REPOSITORY,
            repo_type="dataset",
            local_dir=folder,
            allow_patterns=["data/**", _TESTS],
            endpoint=hub,
            dry_run=True,
        )
    except (HfHubHTTPError, OSError, ValueError) as error:
        raise UserError(f"{REPOSITORY} cannot be downloaded: {error}") from error
    return [
        _HubFile(
            folder / inside(file.filename),
            hf_hub_url(
                REPOSITORY,
                file.filename,
                repo_type="dataset",
                revision=file.commit_hash,
                endpoint=hub,
            ),
            file.file_size or 0,
            build_hf_headers(),
        )
        for file in files
    ]


def _download(
    file: _HubFile, limit: int, progress: Callable[[int, int | None], None] | None
) -> int:
    """Download a file, unless it exists. Return its size, at most `limit` bytes."""
    try:
        if not file.path.is_file() or file.path.stat().st_size != file.size:
            part = file.path.with_name(f".{file.path.name}.part")
            part.parent.mkdir(parents=True, exist_ok=True)
            fetch(file.url, part, progress, limit, headers=file.headers)
            part.replace(file.path)
            remove_part(part)
        return file.path.stat().st_size
    except OSError as error:
        raise UserError(f"{file.path}: cannot be written: {error.strerror}.") from error


def _unpack(folder: Path, limit: int) -> None:
    archive = folder / _TESTS
    if not archive.is_file():
        return
    try:
        unpack_zip(archive, folder / "data", limit, _PASSWORD)
    except TooLarge:
        raise
    except (UserError, OSError) as error:
        raise UserError(
            f"{archive}: cannot be unpacked: {error}. Unpack it manually into {folder / 'data'}; "
            f"the password is {_PASSWORD.decode()}."
        ) from error
