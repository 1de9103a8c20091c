"""Showdown-clicks: clicks of people at work on desktops (General Agents, 2025)."""

import csv
from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import Record
from webproctor.errors import UserError
from webproctor.grounding.targets import Box, Target

_EDGES = ("x1", "y1", "x2", "y2")


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """A CSV file; `x1, y1, x2, y2` are a box's edges in pixels."""
    if path is None:
        raise UserError("this data set is not in the package: name its CSV file by --data.")
    found = sorted(path.glob("**/*.csv")) if path.is_dir() else [path]
    if not found:
        raise UserError(f"{path}: no CSV file is in it.")
    for file in found:
        with file.open(encoding="utf-8", newline="") as lines:
            for place, row in enumerate(csv.DictReader(lines)):
                record = Record(row, file, place)
                try:
                    edges = [float(row[name]) for name in _EDGES]
                except (KeyError, TypeError, ValueError) as error:
                    raise record.fault(
                        ", ".join(_EDGES), f"four numbers are needed: {error}"
                    ) from (error)
                yield Target(
                    key=record.text("id"),
                    image=_picture(record, images),
                    instruction=record.text("instruction"),
                    regions=(Box.between(*edges),),
                    groups=record.groups(recording="recording_id"),
                )


def _picture(record: Record, images: Path | None) -> Path:
    """Named with or without the folder that holds it."""
    named = Path(record.text("image"))
    for folder in [images] if images else [record.file.parent, record.file.parent / "frames"]:
        for part in (named, Path(named.name)):
            if (folder / part).is_file():
                return folder / part
    return record.picture("image", images)
