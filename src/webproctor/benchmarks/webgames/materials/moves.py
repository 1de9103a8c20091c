"""Check the mouse moves that a page reports for its simulation steps against recorded inputs."""

from collections.abc import Sequence

from webproctor.benchmarks.webgames.play import Evidence, Refused
from webproctor.environments.browser.witness import Input

Move = tuple[int, float, float]

# Steps per second in all simulations.
RATE = 60
# Largest difference in seconds between a move and the step for which it is reported: a busy machine
# catches up in batches. It can be large, because positions and their order must match the inputs.
LAG = 3.0
# Tolerance in pixels: positions are reported as whole or fractional pixels.
_NEAR = 1.0


def check(
    evidence: Evidence, moves: Sequence[Move], *, began: float, left: float, top: float
) -> None:
    """Check that all reported moves were recorded, in this order and at about these times.

    Args:
        moves: For each move the step, and the position in pixels from the field's corner.
        began: Seconds from the page's load to step 0.
        left, top: The field's top left corner in the viewport, in pixels.

    Raises:
        Refused: If a move was not recorded.
    """
    seen = [one for one in evidence.inputs if one.kind in ("move", "down", "up")]
    at = 0
    for step, x, y in moves:
        while at < len(seen) and not _same(seen[at], began + step / RATE, left + x, top + y):
            at += 1
        if at == len(seen):
            raise Refused(f"no recorded input put the mouse at ({x:g}, {y:g}) around step {step}")


def _same(one: Input, time: float, x: float, y: float) -> bool:
    return abs(one.at - time) <= LAG and abs(one.x - x) <= _NEAR and abs(one.y - y) <= _NEAR
