"""Charts drawn on the server: a page gets an image, but no values or heights.

The server sends the value at a position only after a mouse move to that position, or an arrow key
pressed on the chart, was recorded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from webproctor.benchmarks.webgames.play import Evidence, Refused
from webproctor.environments.browser.witness import Input

# Charts are drawn at this multiple of their size and then reduced, for smooth edges.
SCALE = 3


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

    def column_width(self, columns: int) -> float:
        """Return the width of one of this number of columns, in pixels."""
        return (self.width - self.LEFT) / columns

    def column_centres(self, columns: int) -> list[float]:
        """Return the x coordinates of the centres of the columns, in pixels from the left."""
        width = self.column_width(columns)
        return [self.LEFT + width * (n + 0.5) for n in range(columns)]

    def y(self, value: float) -> int:
        """Return the y coordinate of a value, in pixels from the top."""
        axis_height = self.height - self.TOP - self.BOTTOM
        above_floor = (value - self.low) / (self.high - self.low) * axis_height
        return self.height - self.BOTTOM - round(above_floor)

    def view(self, columns: int) -> dict[str, Any]:
        """Return the data that a page needs to map the mouse position to a column."""
        return {
            "width": self.width,
            "height": self.height,
            "left": self.LEFT,
            "floor": self.floor,
            "columns": columns,
        }


Paint = Callable[[ImageDraw.ImageDraw], None]


def draw_chart(frame: Frame, labels: Sequence[str], unit: str, paint: Paint) -> Image.Image:
    """Draw a chart with its axes.

    Args:
        labels: The labels of the columns.
        unit: A prefix for the values of the vertical axis.
        paint: Draws the data, at `SCALE` times the frame's pixels.
    """
    image = Image.new("RGB", (frame.width * SCALE, frame.height * SCALE), "#ffffff")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(13 * SCALE)
    for value in range(frame.low, frame.high + 1, frame.step):
        y = frame.y(value) * SCALE
        draw.line((52 * SCALE, y, image.width, y), fill="#e3e7ee", width=SCALE)
        draw.text((46 * SCALE, y), f"{unit}{value}", fill="#59637a", font=font, anchor="rm")
    # A label is up to 46 pixels wide: in narrow columns, only every n-th one is drawn.
    interval = -(-len(labels) * 46 // (frame.width - frame.LEFT))
    columns = list(zip(labels, frame.column_centres(len(labels)), strict=True))
    for label, x in columns[::interval]:
        position = x * SCALE, (frame.floor + 16) * SCALE
        draw.text(position, label, fill="#59637a", font=font, anchor="mm")
    paint(draw)
    return image.resize((frame.width, frame.height), Image.Resampling.LANCZOS)


class PointerCheck:
    """Checks by the recorded inputs that the player pointed at a column of a chart."""

    def __init__(self, evidence: Evidence, frame: Frame, columns: int) -> None:
        self._evidence, self._frame, self._columns = evidence, frame, columns
        self._inputs_checked = 0

    def check(self, column: int, left: float) -> None:
        """Check that an input after the one of the last check points at a column.

        Args:
            column: Its index, from 0.
            left: The chart's left edge in the viewport, in pixels.

        Raises:
            Refused: If no recorded input points there.
        """
        # Several inputs may be recorded before the message about the first one is handled.
        inputs = self._evidence.inputs
        for index in range(self._inputs_checked, len(inputs)):
            if self._points_at(inputs[index], column, left):
                self._inputs_checked = index + 1
                return
        raise Refused("no recorded input points there")

    def _points_at(self, event: Input, column: int, left: float) -> bool:
        if event.kind == "key":
            return event.target == "chart"
        width = self._frame.column_width(self._columns)
        position = (event.x - left - self._frame.LEFT) / width
        return event.kind in ("move", "down", "up") and abs(position - column - 0.5) <= 0.6
