"""Charts drawn on the server: a page gets an image, but no values or heights.

The server sends the value at a position only after a mouse move to that position, or an arrow key
pressed on the chart, was recorded.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from webproctor.benchmarks.webgames.play import Evidence, Refused

# Charts are drawn at this multiple of their size and scaled down, for smooth edges.
FINE = 3


@dataclass(frozen=True)
class Frame:
    """The size and vertical axis of a chart.

    Attributes:
        width, height: Size of the whole chart, in pixels.
        low, high: Range of the vertical axis, in units.
        step: Distance between its ticks, in units.
    """

    width: int
    height: int
    low: int
    high: int
    step: int

    # Space for axis labels, in pixels.
    LEFT = 56
    BOTTOM = 34
    TOP = 14

    @property
    def floor(self) -> int:
        """The y coordinate of the lowest value, in pixels from the top."""
        return self.y(self.low)

    def slots(self, many: int) -> list[float]:
        """Return the centers of `many` columns, in pixels from the left."""
        wide = (self.width - self.LEFT) / many
        return [self.LEFT + wide * (n + 0.5) for n in range(many)]

    def y(self, value: float) -> int:
        """Return the y coordinate of a value, in pixels from the top."""
        tall = self.height - self.TOP - self.BOTTOM
        up = (value - self.low) / (self.high - self.low) * tall
        return self.height - self.BOTTOM - round(up)

    def view(self, many: int) -> dict[str, Any]:
        """Return what a page needs to map the mouse position to one of `many` columns."""
        return {
            "width": self.width,
            "height": self.height,
            "left": self.LEFT,
            "floor": self.floor,
            "columns": many,
        }


Paint = Callable[[ImageDraw.ImageDraw], None]


def draw(frame: Frame, labels: Sequence[str], unit: str, paint: Paint) -> bytes:
    """Draw a chart with its axes, as PNG.

    Args:
        labels: The labels of the columns.
        unit: A prefix for the values of the vertical axis.
        paint: Draws the data, at `FINE` times the frame's pixels.
    """
    image = Image.new("RGB", (frame.width * FINE, frame.height * FINE), "#ffffff")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(13 * FINE)
    for value in range(frame.low, frame.high + 1, frame.step):
        y = frame.y(value) * FINE
        pen.line((52 * FINE, y, image.width, y), fill="#e3e7ee", width=FINE)
        pen.text((46 * FINE, y), f"{unit}{value}", fill="#59637a", font=font, anchor="rm")
    every = -(-len(labels) * 46 // (frame.width - frame.LEFT))
    for label, x in list(zip(labels, frame.slots(len(labels)), strict=True))[::every]:
        place = x * FINE, (frame.floor + 16) * FINE
        pen.text(place, label, fill="#59637a", font=font, anchor="mm")
    paint(pen)
    png = io.BytesIO()
    image.resize((frame.width, frame.height), Image.Resampling.LANCZOS).save(png, "PNG")
    return png.getvalue()


class Pointing:
    """Checks by the recorded inputs whether the player pointed at a chart."""

    def __init__(self, evidence: Evidence, frame: Frame, many: int) -> None:
        self._evidence, self._frame, self._many = evidence, frame, many
        self._heard = 0

    def at(self, slot: int, left: float) -> None:
        """Check that the player points at a column.

        Args:
            slot: The column, from 0.
            left: The chart's left edge in the viewport, in pixels.

        Raises:
            Refused: If no recorded input points there.
        """
        new = self._evidence.inputs[self._heard :]
        self._heard += len(new)
        wide = (self._frame.width - self._frame.LEFT) / self._many
        for one in reversed(new):
            if one.kind == "key" and one.target == "chart":
                return
            at = (one.x - left - self._frame.LEFT) / wide
            if one.kind in ("move", "down", "up") and abs(at - slot - 0.5) <= 0.6:
                return
        raise Refused("no recorded input points there")
