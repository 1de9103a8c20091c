"""Charts whose exact values stay on the server: a page is given what it draws, in whole pixels.

What stands at a place of the chart the server tells when the witness has seen the mouse go there,
or the arrow keys pressed on the chart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webproctor.benchmarks.webgames.play import Refused, Table


@dataclass(frozen=True)
class Frame:
    """Where a chart is drawn.

    Attributes:
        width, height: Of the whole, in pixels.
        low, high: Of the upright axis, in units.
        step: Between its marks, in units.
        grain: Pixels to which heights are rounded.
    """

    width: int
    height: int
    low: int
    high: int
    step: int
    grain: int = 1

    # Room for marks, in pixels.
    LEFT = 56
    BOTTOM = 34
    TOP = 14

    def slots(self, many: int) -> list[float]:
        """The middle of each of so many columns, in pixels from the left."""
        wide = (self.width - self.LEFT) / many
        return [round(self.LEFT + wide * (n + 0.5), 1) for n in range(many)]

    def y(self, value: float) -> int:
        """How far down a value is drawn, in pixels."""
        tall = self.height - self.TOP - self.BOTTOM
        up = (value - self.low) / (self.high - self.low) * tall
        return self.height - self.BOTTOM - round(up / self.grain) * self.grain

    def view(self, labels: Sequence[str], unit: str) -> dict[str, Any]:
        """What a page needs to draw axes."""
        return {
            "width": self.width,
            "height": self.height,
            "floor": self.y(self.low),
            "slots": self.slots(len(labels)),
            "labels": list(labels),
            "marks": [
                [self.y(value), f"{unit}{value}"]
                for value in range(self.low, self.high + 1, self.step)
            ],
        }


class Pointing:
    """Whether a chart was pointed at, as the witness has seen it."""

    def __init__(self, table: Table, frame: Frame, many: int) -> None:
        self._table, self._frame, self._many = table, frame, many
        self._heard = 0

    def at(self, slot: int, left: float) -> None:
        """Somebody points at a column.

        Args:
            left: Where the chart begins in the view, in pixels.

        Raises:
            Refused: If nothing was seen that points there.
        """
        new = self._table.inputs[self._heard :]
        self._heard += len(new)
        wide = (self._frame.width - self._frame.LEFT) / self._many
        for one in reversed(new):
            if one.kind == "key" and one.target == "chart":
                return
            at = (one.x - left - self._frame.LEFT) / wide
            if one.kind in ("move", "down", "up") and abs(at - slot - 0.5) <= 0.6:
                return
        raise Refused("nothing was seen to point there")
