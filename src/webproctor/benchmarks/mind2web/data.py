"""`webproctor data mind2web`: audit a folder, download the public data set, convert the raw dump's
archived pages.
"""

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web import archives
from webproctor.benchmarks.mind2web.audit import Problem, audit
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.files import hub
from webproctor.files.downloading import Progress
from webproctor.files.unpacking import TooLarge, unpack_zip

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
        UserError: If the folder contains no files with tasks.
    """
    faults: list[UserError] = []
    report = audit(Dataset(folder, faults=faults))
    report.problems[:0] = [Problem("error", "", str(fault)) for fault in faults]
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
    progress: Progress | None,
    max_size: int | None = None,
) -> dict[str, Any]:
    """Download the public data set from the Hugging Face Hub, and unpack the test splits.

    Args:
        url: Address of another hub with the same API.
        max_size: Limit, in bytes, for the files together and for the unpacked test splits;
            `MAX_SIZE` if None.

    Raises:
        UserError: If the data set cannot be downloaded, or is too large.
    """
    limit = MAX_SIZE if max_size is None else max_size
    hub.download(
        REPOSITORY, folder, limit=limit, include=["data/*", _TESTS], hub=url, progress=progress
    )
    _unpack(folder, limit)
    tasks = len(Dataset(folder).demonstrations)
    size = sum(path.stat().st_size for path in folder.rglob("*.json"))
    return {"folder": str(folder), "tasks": tasks, "bytes": size}


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
