"""Find the visible parts of a screenshot without a trained model: edges, connected parts, words.

Lines of text and icons are found as clusters of edges; buttons, fields and cards as outlines. Words
are recognized by the program `tesseract`.
"""

import csv
import io
import os
import shutil
import subprocess
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PIL import Image
from scipy import ndimage

from webproctor.core.errors import UserError
from webproctor.core.pictures import encoded
from webproctor.methods.grounding.coordinates import Box, Point, centre, overlap

_EDGE = 24  # Of 255: difference of neighbouring pixels at an edge.
_REACH = (3, 11)  # Rows and columns within which edges belong to one cluster: letters of a line.
_MIN_SIDE = 8  # Pixels of a side.
_MAX_AREA_SHARE = 0.5  # Share of the image's area.
_DUPLICATE_OVERLAP = 0.6  # Overlap (IoU) from which two parts are merged.
_SCALE = 2
_TSV = ("left", "top", "width", "height")
_MIN_CONFIDENCE = 30.0  # Of 100: tesseract's minimum confidence in a word.


@dataclass(frozen=True)
class Part:
    """A visible part of a screenshot.

    Attributes:
        left, top, right, bottom: The edges in pixels.
        text: The words in it; empty if none were recognized.
    """

    left: int
    top: int
    right: int
    bottom: int
    text: str = ""

    @property
    def box(self) -> Box:
        return self.left, self.top, self.right, self.bottom

    @property
    def centre(self) -> Point:
        return centre(self.box)

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def parts(screenshot: Image.Image) -> list[Part]:
    """Return the parts of a screenshot, from top to bottom and left to right, without words."""
    grey = np.asarray(screenshot.convert("L"), dtype=np.int16)
    edges = np.zeros(grey.shape, dtype=bool)
    edges[:, 1:] |= np.abs(np.diff(grey, axis=1)) > _EDGE
    edges[1:, :] |= np.abs(np.diff(grey, axis=0)) > _EDGE
    clusters = ndimage.binary_closing(edges, np.ones(_REACH, dtype=bool))
    found = _boxes(clusters) + _boxes(ndimage.binary_dilation(edges, iterations=1))
    height, width = grey.shape
    suitable = [
        part
        for part in found
        if min(part.right - part.left, part.bottom - part.top) >= _MIN_SIDE
        and part.area <= _MAX_AREA_SHARE * width * height
    ]
    kept: list[Part] = []
    for part in sorted(suitable, key=lambda one: one.area):
        if not any(overlap(part.box, other.box) > _DUPLICATE_OVERLAP for other in kept):
            kept.append(part)
    return sorted(kept, key=lambda one: (one.top, one.left))


def _boxes(mask: np.ndarray) -> list[Part]:
    labels: Any = ndimage.label(mask, np.ones((3, 3), dtype=bool))
    return [
        Part(columns.start, rows.start, columns.stop, rows.stop)
        for rows, columns in ndimage.find_objects(labels[0])
    ]


def words(screenshot: Image.Image) -> list[Part]:
    """Return the words of a screenshot, in reading order.

    Raises:
        UserError: If tesseract is not installed, or fails.
    """
    program = shutil.which("tesseract")
    if program is None:
        raise UserError(
            "reading words in screenshots needs tesseract: on Debian and Ubuntu "
            "`sudo apt-get install tesseract-ocr`; or choose marks with --model."
        )
    result = subprocess.run(
        [program, "stdin", "stdout", "--psm", "3", "tsv"],
        input=_enlarged(screenshot),
        capture_output=True,
        # Several threads are slower for images of this size.
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    if result.returncode:
        raise UserError(f"tesseract failed: {result.stderr.decode('utf-8', 'replace').strip()}")
    lines = io.StringIO(result.stdout.decode("utf-8", "replace"))
    found = []
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row.get("text") or "").strip()
        if text and float(row["conf"]) >= _MIN_CONFIDENCE:
            left, top, width, height = (int(row[name]) for name in _TSV)
            edges = left, top, left + width, top + height
            found.append(Part(*(round(edge / _SCALE) for edge in edges), text=text))
    return found


def _enlarged(screenshot: Image.Image) -> bytes:
    """Enlarge a screenshot, so that its letters have the size of tesseract's training data."""
    size = screenshot.width * _SCALE, screenshot.height * _SCALE
    picture = screenshot.convert("L").resize(size, Image.Resampling.BICUBIC)
    return encoded(picture)


def read_parts(screenshot: Image.Image) -> list[Part]:
    """Return the parts of a screenshot with their words; a word outside of all parts is a part.

    Raises:
        UserError: If tesseract is not installed, or fails.
    """
    page_words = words(screenshot)
    found = []
    for part in parts(screenshot):
        inside = [word.text for word in page_words if part.contains(*word.centre)]
        found.append(replace(part, text=" ".join(inside)))
    unassigned = [
        word for word in page_words if not any(part.contains(*word.centre) for part in found)
    ]
    return found + unassigned
