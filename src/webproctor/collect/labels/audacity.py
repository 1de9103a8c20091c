"""Segments of a recording as an Audacity label track.

Source: https://manual.audacityteam.org/man/importing_and_exporting_labels.html. Each line is a
start and an end in seconds and a text, separated by tabs. Lines that begin with a backslash hold
frequencies of the line before and are ignored.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from webproctor.core.errors import UserError
from webproctor.files.reading import read_text


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a recording.

    Attributes:
        start: Its start, in seconds from the start of the recording.
        end: Its end, in seconds; not before its start.
        text: Its transcript, or another text.
    """

    start: float
    end: float
    text: str = ""


def write(path: Path, segments: Iterable[Segment]) -> None:
    """Write a label track; tabs and line breaks in a text become spaces."""
    lines = (
        f"{segment.start:.6f}\t{segment.end:.6f}\t{' '.join(segment.text.split())}\n"
        for segment in segments
    )
    path.write_text("".join(lines), encoding="utf-8")


def read(path: Path) -> list[Segment]:
    """Return the segments of a label track, by start.

    Raises:
        UserError: If a line is not a label.
    """
    segments = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip() or line.startswith("\\"):
            continue
        parts = line.split("\t", 2)
        try:
            start, end = float(parts[0]), float(parts[1])
        except (IndexError, ValueError) as error:
            raise UserError(
                f"{path}, line {number}: must be a start, an end and a text, separated by tabs."
            ) from error
        if not (isfinite(start) and isfinite(end) and 0 <= start <= end):
            raise UserError(f"{path}, line {number}: {start:g} to {end:g} is not a time range.")
        segments.append(Segment(start, end, parts[2] if len(parts) > 2 else ""))
    return sorted(segments, key=lambda one: (one.start, one.end))
