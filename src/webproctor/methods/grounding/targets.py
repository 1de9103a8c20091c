"""Grounding targets: one record type for all grounding data sets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

# In pixels. Boxes and points that are given as fractions of the image have smaller rounding errors.
_ROUNDING = 1e-6


class Region(Protocol):
    """A part of an image, in pixels of the image."""

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point is in the region, including its edges."""
        ...

    @property
    def centre(self) -> tuple[float, float]:
        """Return a central point in the region."""
        ...

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the bounding box."""
        ...


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle given by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> "Rectangle":
        """Create a box from its edges."""
        return cls(left, top, right - left, bottom - top)

    def contains(self, x: float, y: float) -> bool:
        return self.distance(x, y) <= _ROUNDING

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.x + self.width, self.y + self.height

    def scaled(self, x_scale: float, y_scale: float) -> "Rectangle":
        """Return the box on an image that is stretched by these factors."""
        return Rectangle(
            self.x * x_scale, self.y * y_scale, self.width * x_scale, self.height * y_scale
        )

    def distance(self, x: float, y: float) -> float:
        """Return the Manhattan distance of a point from the box; 0 inside."""
        x_distance = max(self.x - x, 0, x - self.x - self.width)
        y_distance = max(self.y - y, 0, y - self.y - self.height)
        return x_distance + y_distance


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon given by three or more corners.

    Shapely is not used: the score needs one exact test of a point, where edges count as inside, and
    polygons from data sets may cross themselves.
    """

    points: tuple[tuple[float, float], ...]

    def contains(self, x: float, y: float) -> bool:
        inside = False
        for (ax, ay), (bx, by) in zip(self.points, self._next_points(), strict=True):
            cross_product = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if (
                cross_product == 0
                and min(ax, bx) <= x <= max(ax, bx)
                and min(ay, by) <= y <= max(ay, by)
            ):
                return True  # On this edge.
            # A ray to the right from an inner point crosses the outline an odd number of times.
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside

    def scaled(self, x_scale: float, y_scale: float) -> "Polygon":
        """Return the polygon on an image that is stretched by these factors."""
        return Polygon(tuple((x * x_scale, y * y_scale) for x, y in self.points))

    def _next_points(self) -> Sequence[tuple[float, float]]:
        return (*self.points[1:], self.points[0])

    @property
    def centre(self) -> tuple[float, float]:
        """Return an inner point: the middle of the widest of some horizontal spans.

        For a polygon of zero height, return the centre of the bounding box.
        """
        min_x, top, max_x, bottom = self.corners
        spans = [
            span for part in range(1, 16) for span in self._spans(top + (bottom - top) * part / 16)
        ]
        flat = min_x, max_x, (top + bottom) / 2
        left, right, y = max(spans, key=lambda span: span[1] - span[0], default=flat)
        return (left + right) / 2, y

    def _spans(self, y: float) -> list[tuple[float, float, float]]:
        """Return the spans of a horizontal line in the polygon: left end, right end, y."""
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(self.points, self._next_points(), strict=True)
            if (ay > y) != (by > y)
        )
        return [
            (left, right, y) for left, right in zip(crossings[::2], crossings[1::2], strict=True)
        ]

    @property
    def corners(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Target:
    """One instruction for one image.

    Attributes:
        key: Its name in the data set.
        image: The image: a file, its bytes as PNG or JPEG, or a function that returns them.
        instruction: Describes the element to find.
        regions: A point in any of them is correct. Empty if no element matches and declining is
            correct.
        groups: Groups for metrics, as pairs of a kind and a value, such as `platform` and `web`; a
            kind can occur several times.
    """

    key: str
    image: Path | bytes | Callable[[], bytes]
    instruction: str
    regions: tuple[Region, ...]
    groups: tuple[tuple[str, str], ...] = ()

    def read(self) -> bytes:
        """Return the image's bytes.

        Raises:
            OSError: If they cannot be read.
        """
        if isinstance(self.image, bytes):
            return self.image
        return self.image.read_bytes() if isinstance(self.image, Path) else self.image()
