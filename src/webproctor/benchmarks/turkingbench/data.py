"""`webproctor data turkingbench`: audit a folder, download the public data set, record pictures."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from webproctor.benchmarks.turkingbench.audit import audit, grouped
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.download import MAX_SIZE, URL, Progress, download
from webproctor.benchmarks.turkingbench.recording import Done, record


def check(folder: Path) -> dict[str, Any]:
    """Audit a data folder.

    Returns:
        `problems`, each with file, row, line, field, severity and message; `groups`, similar
        problems of one file in one line, each with severity and text; and `counts`, the total
        tasks, submissions and instances.

    Raises:
        UserError: If the folder contains no tasks.
    """
    found = audit(folder)
    counts = list(found.counts.values())
    return {
        "problems": [asdict(problem) | {"text": str(problem)} for problem in found.problems],
        "groups": [
            {"severity": group.severity, "text": str(group)} for group in grouped(found.problems)
        ],
        "counts": {
            "tasks": len(counts),
            "submissions": sum(count.submissions for count in counts),
            "instances": sum(count.instances for count in counts),
        },
    }


def get(
    folder: Path,
    *,
    url: str | None,
    sha256: str | None,
    progress: Progress | None,
    max_size: int | None = None,
) -> dict[str, Any]:
    """Download the public data set into a folder.

    Args:
        max_size: Limit, in bytes, for the archive and for its unpacked files; `MAX_SIZE` if None.

    Raises:
        UserError: If the data set cannot be downloaded, or is not the expected one.
    """
    downloaded = download(
        folder,
        url=url or URL,
        sha256=sha256,
        progress=progress,
        max_size=MAX_SIZE if max_size is None else max_size,
    )
    tasks = len(Dataset(downloaded.path).folders)
    return {
        "folder": str(downloaded.path),
        "tasks": tasks,
        "sha256": downloaded.sha256,
        "bytes": downloaded.size,
    }


def record_pictures(folder: Path, target: Path, progress: Done | None) -> dict[str, Any]:
    """Download the pictures and other public files that the pages of a data folder name.

    Args:
        target: The folder to write, or to continue; `--mirror` of a run serves it.
        progress: Called with the number of finished files and of all files.

    Returns:
        `folder`, the number of recorded `files`, and `absent`: the number of files that are not
        available, by task.

    Raises:
        UserError: If the data cannot be read, or the folder cannot be written.
    """
    recorded = record(Dataset(folder), target, done=progress)
    absent = Counter(task for file in recorded.absent.values() for task in file.tasks)
    return {
        "folder": str(target),
        "files": len(recorded.files),
        "absent": dict(absent.most_common()),
    }
