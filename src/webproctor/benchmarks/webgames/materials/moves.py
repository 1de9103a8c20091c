"""Check the mouse moves that a page reports for its simulation steps against recorded inputs."""

from collections.abc import Sequence

from webproctor.benchmarks.webgames.play import Evidence, Refused
from webproctor.environments.browser.witness import Input

Move = tuple[int, float, float]
"""A step, and the position in pixels from the corner of the field."""

# Steps per second in all simulations.
RATE = 60
# Maximum difference in seconds between a move and the step for which it is reported: a busy machine
# simulates many steps at once. It can be large, because positions and their order must match the
# inputs.
LAG = 3.0
# In pixels: positions are reported as whole or fractional pixels.
_TOLERANCE = 1.0


def check_moves(
    evidence: Evidence, moves: Sequence[Move], *, began: float, left: float, top: float
) -> None:
    """Check that all reported moves were recorded, in this order and at about these times.

    Args:
        moves: The moves, in order.
        began: Seconds from the page's load to step 0.
        left, top: The field's top left corner in the viewport, in pixels.

    Raises:
        Refused: If a move was not recorded.
    """
    inputs = [event for event in evidence.inputs if event.kind in ("move", "down", "up")]
    index = 0
    for step, x, y in moves:
        time = began + step / RATE
        while index < len(inputs) and not _matches(inputs[index], time, left + x, top + y):
            index += 1
        if index == len(inputs):
            raise Refused(f"no recorded input put the mouse at ({x:g}, {y:g}) around step {step}")


def _matches(event: Input, time: float, x: float, y: float) -> bool:
    near = abs(event.x - x) <= _TOLERANCE and abs(event.y - y) <= _TOLERANCE
    return near and abs(event.at - time) <= LAG
