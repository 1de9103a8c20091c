"""What is to be pointed at: one record for every data set of grounding (catalogue, section 7)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class Region(Protocol):
    """A part of a picture, in the picture's own pixels."""

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it, its edges included."""
        ...

    @property
    def centre(self) -> tuple[float, float]:
        """A point in its middle."""
        ...

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the box round it."""
        ...


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> "Box":
        """The box of these edges."""
        return cls(left, top, right - left, bottom - top)

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.x + self.width, self.y + self.height

    def distance(self, x: float, y: float) -> float:
        """How far a point lies from it, across plus down; 0 within."""
        across = max(self.x - x, 0, x - self.x - self.width)
        down = max(self.y - y, 0, y - self.y - self.height)
        return across + down


@dataclass(frozen=True, slots=True)
class Polygon:
    """An area by the corners of its outline; at least three."""

    points: tuple[tuple[float, float], ...]

    def holds(self, x: float, y: float) -> bool:
        inside = False
        for (ax, ay), (bx, by) in zip(self.points, self._next(), strict=True):
            across = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if across == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return True  # On this edge.
            # A ray to the right crosses the outline an odd number of times from within.
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside

    def _next(self) -> Sequence[tuple[float, float]]:
        return (*self.points[1:], self.points[0])

    @property
    def centre(self) -> tuple[float, float]:
        """A point within, halfway across it where it is widest on one of some heights."""
        _, top, _, bottom = self.corners
        spans = [
            span for part in range(1, 16) for span in self._spans(top + (bottom - top) * part / 16)
        ]
        left, right, y = max(spans, key=lambda span: span[1] - span[0])
        return (left + right) / 2, y

    def _spans(self, y: float) -> list[tuple[float, float, float]]:
        """Where a level line runs within it: left end, right end, height."""
        crossed = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(self.points, self._next(), strict=True)
            if (ay > y) != (by > y)
        )
        return [(left, right, y) for left, right in zip(crossed[::2], crossed[1::2], strict=True)]

    @property
    def corners(self) -> tuple[float, float, float, float]:
        across, down = [x for x, _ in self.points], [y for _, y in self.points]
        return min(across), min(down), max(across), max(down)


@dataclass(frozen=True, slots=True)
class Target:
    """One instruction about one picture.

    Attributes:
        key: Its name in the data set.
        image: The picture: a file, its bytes as PNG or JPEG, or what reads them.
        instruction: What is to be found.
        regions: Where a point is right, any of them; none where nothing in the picture fits, so
            that to decline is right.
        groups: What figures are told apart by, as pairs of a kind and a value, such as `platform`
            and `web`; of one kind there may be several.
    """

    key: str
    image: Path | bytes | Callable[[], bytes]
    instruction: str
    regions: tuple[Region, ...]
    groups: tuple[tuple[str, str], ...] = ()

    def read(self) -> bytes:
        """The picture's bytes.

        Raises:
            OSError: If they cannot be had.
        """
        if isinstance(self.image, bytes):
            return self.image
        return self.image.read_bytes() if isinstance(self.image, Path) else self.image()
