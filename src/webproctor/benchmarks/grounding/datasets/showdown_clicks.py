"""Reader for Showdown-clicks: people's clicks on desktops (General Agents, 2025)."""

import csv
import io
from collections.abc import Iterator
from math import isfinite
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import DatasetRecord, Picture
from webproctor.core.errors import UserError
from webproctor.files.reading import file_in, files_in, read_text
from webproctor.methods.grounding.targets import Rectangle, Target

_EDGES = ("x1", "y1", "x2", "y2")
_COLUMNS = ("id", "image", "instruction", *_EDGES)


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of its CSV file. `x1, y1, x2, y2` are a box's edges in pixels."""
    if path is None:
        raise UserError("this data set is not included: give its CSV file with --data.")
    csv_files = (file for file in files_in(path) if file.suffix.lower() == ".csv")
    files = sorted(csv_files) if path.is_dir() else [path]
    if not files:
        raise UserError(f"{path}: contains no CSV file.")
    for file in files:
        for record in _records(file):
            yield Target(
                key=record.text("id"),
                image=_picture(record, images),
                instruction=record.text("instruction"),
                regions=(Rectangle.between(*_edges(record)),),
                groups=record.groups(recording="recording_id"),
            )


def _records(file: Path) -> Iterator[DatasetRecord]:
    rows = csv.DictReader(io.StringIO(read_text(file), newline=""))
    try:
        columns = rows.fieldnames or ()
        if missing := [name for name in _COLUMNS if name not in columns]:
            raise UserError(
                f"{file}: has no column {', '.join(missing)}; its first row is {columns!r:.200}. "
                "Separate columns with commas. To read another file, name it with --data."
            )
        if repeated := [name for name in _COLUMNS if columns.count(name) > 1]:
            raise UserError(f"{file}: has several columns {', '.join(repeated)}; remove one.")
        for index, row in enumerate(rows):
            if None in row or None in row.values():
                raise UserError(
                    f"{file}, entry {index}: must have {len(columns)} cells, as the first row; put "
                    "cells that contain a comma or a quote in double quotes."
                )
            yield DatasetRecord(row, file, index)
    except csv.Error as error:
        raise UserError(f"{file}: not a CSV file: {error}.") from error


def _edges(record: DatasetRecord) -> list[float]:
    try:
        edges = [float(record.fields[name]) for name in _EDGES]
    except (KeyError, TypeError, ValueError) as error:
        raise record.fault(", ".join(_EDGES), f"must be four numbers: {error}") from error
    if not all(map(isfinite, edges)):
        raise record.fault(", ".join(_EDGES), f"must be four finite numbers, not {edges}")
    return edges


def _picture(record: DatasetRecord, images: Path | None) -> Picture:
    """Return the path of the image, which is named with or without its folder."""
    path = Path(record.text("image"))
    for folder in [images] if images else [record.file.parent, record.file.parent / "frames"]:
        for part in (path, Path(path.name)):
            if file := file_in(folder, str(part)):
                return file
    return record.picture(images, "image")
