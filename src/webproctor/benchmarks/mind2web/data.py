"""The data for the command line: `check` audits a folder, `get` downloads the public data set,
`rebuild` takes the raw dump's archived pages anew.
"""

import asyncio
import zipfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web import archives
from webproctor.benchmarks.mind2web.audit import audit
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.errors import UserError
from webproctor.sessions import SessionLost

REPOSITORY = "osunlp/Mind2Web"
# The tests are packed, so that no crawler reads them; the authors publish the password.
_TESTS, _PASSWORD = "test.zip", b"mind2web"


def check(folder: Path) -> dict[str, Any]:
    """Audit a folder or a file of data.

    Returns:
        `problems`, each with severity, split, message and examples; `counts` of the whole; and
        `splits`, the counts of each.

    Raises:
        UserError: If the folder holds no tasks.
    """
    found = audit(Dataset(folder))
    every = list(found.counts.values())
    return {
        "problems": [asdict(problem) | {"text": str(problem)} for problem in found.problems],
        "counts": {
            "tasks": sum(of.tasks for of in every),
            "steps": sum(of.steps for of in every),
            "steps without positives": sum(of.without_positives for of in every),
            "lost colons": sum(of.lost_colons for of in every),
            "leaked marks": sum(of.marks for of in every),
        },
        "splits": {split: asdict(of) for split, of in found.counts.items()},
    }


def rebuild(folder: Path, progress: Callable[[], None] | None) -> dict[str, Any]:
    """Take DOM snapshots of the raw dump's archived pages, where it has none.

    Raises:
        UserError: If no archived page is there, or one cannot be opened.
    """
    try:
        pages = asyncio.run(archives.rebuild(folder, progress))
    except SessionLost as lost:
        raise UserError(f"{folder}: {lost}") from lost
    return {"folder": str(folder), "pages": pages}


def get(
    folder: Path,
    *,
    url: str | None,
    sha256: str | None,
    progress: Callable[[int, int | None], None] | None,
) -> dict[str, Any]:
    """Download the public data set from its hub, and unpack the tests.

    Args:
        url: Address of another hub that speaks the same protocol.

    Raises:
        UserError: If it cannot be had.
    """
    if sha256 is not None:
        raise UserError("--sha256: the hub itself says what its files are; leave it out.")
    try:
        from huggingface_hub import snapshot_download  # pyright: ignore
        from huggingface_hub.errors import HfHubHTTPError  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "downloading needs huggingface_hub: pip install 'webproctor[data]'."
        ) from error
    try:
        snapshot_download(
            REPOSITORY,
            repo_type="dataset",
            local_dir=folder,
            allow_patterns=["data/**", _TESTS],
            endpoint=url,
        )
    except (HfHubHTTPError, OSError, ValueError) as error:
        raise UserError(f"{REPOSITORY} cannot be had: {error}") from error
    _unpack(folder)
    tasks = len(Dataset(folder).demonstrations)
    size = sum(path.stat().st_size for path in folder.rglob("*.json"))
    return {"folder": str(folder), "tasks": tasks, "bytes": size}


def _unpack(folder: Path) -> None:
    packed = folder / _TESTS
    if not packed.is_file():
        return
    try:
        with zipfile.ZipFile(packed) as archive:
            archive.extractall(folder / "data", pwd=_PASSWORD)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise UserError(
            f"{packed}: cannot be unpacked: {error}. Unpack it by hand into {folder / 'data'}; "
            f"the authors' password is {_PASSWORD.decode()}."
        ) from error
