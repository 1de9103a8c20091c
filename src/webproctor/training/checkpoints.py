"""Checkpoints of a training run: only complete ones, resumed only under the same conditions."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webproctor.core.errors import UserError
from webproctor.files.reading import read_json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_FOLDER = "checkpoints"
_STATE = "state.json"


def checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a training run in a folder, the last one last."""
    found = (folder / _FOLDER).glob("epoch-*")
    # Shorter names first: their numbers have at least three digits, and can have more.
    return sorted(found, key=lambda path: (len(path.name), path.name))


def folder_of(folder: Path) -> Path:
    """Return the subfolder of a training run's checkpoints."""
    return folder / _FOLDER


def save(written: Path, folder: Path, epoch: int, state: Mapping[str, Any], limit: int) -> None:
    """Complete a written checkpoint, and delete old ones.

    Args:
        written: Its path until now, in the same folder.
        folder: The folder of the training.
        state: What to save with it: `conditions`, and what a resumed training needs.
        limit: Number of checkpoints to keep.
    """
    (written / _STATE).write_text(json.dumps(state), encoding="utf-8")
    written.replace(folder / _FOLDER / f"epoch-{epoch:03}")
    for old in checkpoints(folder)[:-limit]:
        shutil.rmtree(old)


def delete(folder: Path) -> None:
    """Delete the checkpoints of a training run."""
    shutil.rmtree(folder / _FOLDER, ignore_errors=True)


def require_none(folder: Path) -> None:
    """Raise `UserError` if a folder has checkpoints of a training run."""
    if checkpoints(folder):
        raise UserError(
            f"{folder}: already has a training run. Resume it with --resume, or use another --out."
        )


def check_folder(folder: Path, *, resume: bool) -> None:
    """Check that a folder fits a training run, before its model is loaded.

    Raises:
        UserError: If it has checkpoints without `resume`, or none with it.
    """
    if not resume:
        require_none(folder)
    elif not checkpoints(folder):
        raise UserError(f"{folder}: there is no checkpoint to resume.")


def conditions(settings: "DataclassInstance", inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a training run's result depends on, as JSON data.

    Args:
        inputs: What it depends on besides the settings.
    """
    return json.loads(json.dumps({**asdict(settings), **inputs}))


def read_state(checkpoint: Path, now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a checkpoint that a training run can resume.

    Args:
        now: The conditions of the training.

    Raises:
        UserError: If it is of other conditions, or of another version of this program.
    """
    file = checkpoint / _STATE
    if not file.is_file():
        raise UserError(
            f"{file}: file not found. The checkpoint cannot be resumed: use another --out."
        )
    saved = read_json(file)
    if not isinstance(saved, dict) or "conditions" not in saved:
        raise UserError(f"{file}: not the state of a training run. Use another --out.")
    require_equal(saved["conditions"], now, checkpoint)
    return saved


def require_equal(before: Mapping[str, Any], now: Mapping[str, Any], source: Path) -> None:
    """Raise `UserError` if the conditions of a training run differ from those of `source`."""
    if differing := [
        f"{name} {before.get(name)}, now {now.get(name)}"
        for name in {**before, **now}
        if before.get(name) != now.get(name)
    ]:
        raise UserError(
            f"{source}: has other settings: {'; '.join(differing)}. Use the same settings, or "
            "another --out."
        )
