"""The data for the command line: `check` audits a folder, `get` downloads the public data set."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from webproctor.benchmarks.turkingbench.audit import audit
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.download import URL, Progress, download


def check(folder: Path) -> dict[str, Any]:
    """Audit a data folder.

    Returns:
        `problems`, each with file, row, line, field, severity and message; and `counts` of the
        whole: tasks, submissions, instances.

    Raises:
        UserError: If the folder holds no tasks.
    """
    found = audit(folder)
    counts = list(found.counts.values())
    return {
        "problems": [asdict(problem) | {"text": str(problem)} for problem in found.problems],
        "counts": {
            "tasks": len(counts),
            "submissions": sum(of.submissions for of in counts),
            "instances": sum(of.instances for of in counts),
        },
    }


def get(
    folder: Path, *, url: str | None, sha256: str | None, progress: Progress | None
) -> dict[str, Any]:
    """Download the public data set into a folder.

    Raises:
        UserError: If it cannot be had or is not what it should be.
    """
    got = download(folder, url=url or URL, sha256=sha256, progress=progress)
    tasks = len(Dataset(got.path).folders)
    return {"folder": str(got.path), "tasks": tasks, "sha256": got.sha256, "bytes": got.size}
