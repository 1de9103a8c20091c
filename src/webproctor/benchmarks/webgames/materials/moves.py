"""Mouse moves that a page tells by step of its simulation, checked against what was seen."""

from collections.abc import Sequence

from webproctor.benchmarks.webgames.play import Refused, Table
from webproctor.browser.witness import Input

Move = tuple[int, float, float]

# Steps in a second, of every simulation.
RATE = 60
# Seconds between a move and the step that it is told for: a slow machine catches up in batches.
LAG = 0.5
# Pixels: places are told in whole or broken pixels.
_NEAR = 1.0


def check(table: Table, moves: Sequence[Move], *, began: float, left: float, top: float) -> None:
    """Every move that a page tells was seen, in this order and at about that time.

    Args:
        moves: The step, and the place from the field's corner in pixels.
        began: Seconds from the loading of the page to step 0.
        left, top: The field's corner in the view.

    Raises:
        Refused: If one was not seen.
    """
    seen = [one for one in table.inputs if one.kind in ("move", "down", "up")]
    at = 0
    for step, x, y in moves:
        while at < len(seen) and not _same(seen[at], began + step / RATE, left + x, top + y):
            at += 1
        if at == len(seen):
            raise Refused(f"nobody saw the mouse at ({x:g}, {y:g}) about step {step}")


def _same(one: Input, time: float, x: float, y: float) -> bool:
    return abs(one.at - time) <= LAG and abs(one.x - x) <= _NEAR and abs(one.y - y) <= _NEAR
