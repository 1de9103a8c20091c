"""Check the mouse moves that a page reports for its simulation steps against recorded inputs."""

from collections import deque
from collections.abc import Iterator, Sequence

from webproctor.benchmarks.webgames.play import Evidence, Refused
from webproctor.environments.browser.witness import Input

Move = tuple[int, float, float, float, float]
"""A step, the position in pixels from the corner of the field, and the position in the viewport."""

# Steps per second in all simulations.
RATE = 60
# Maximum difference in seconds between a move and the step for which it is reported: a busy machine
# simulates many steps at once. It can be large, because positions and their order must match the
# inputs.
_LAG = 3.0
# The longest game that is accepted, in steps: half an hour.
_MAX_STEPS = 30 * 60 * RATE
# In pixels: positions are reported as whole or fractional pixels.
_TOLERANCE = 1.0


def check_moves(
    evidence: Evidence,
    steps: int,
    moves: Sequence[Move],
    *,
    began: float,
) -> None:
    """Check that there was time for the steps, and that the reported moves were recorded.

    The moves must have been recorded in this order and at about these times.

    Args:
        steps: The number of steps of the game.
        moves: The moves, in order.
        began: Milliseconds from the page's load to step 0.

    Raises:
        Refused: If the number of steps is not possible, or a move was not recorded.
    """
    if not 0 < steps <= _MAX_STEPS:
        raise Refused(f"invalid number of steps: {steps}")
    if began / 1000 + steps / RATE > evidence.now() + _LAG:
        raise Refused("more steps than the elapsed time allows")
    inputs = [event for event in evidence.inputs if event.kind in ("move", "down", "up")]
    index = 0
    for step, _, _, x, y in moves:
        time = began / 1000 + step / RATE
        while index < len(inputs) and not _matches(inputs[index], time, x, y):
            index += 1
        if index == len(inputs):
            raise Refused(f"no recorded input put the mouse at ({x:g}, {y:g}) around step {step}")


def _matches(event: Input, time: float, x: float, y: float) -> bool:
    near = abs(event.x - x) <= _TOLERANCE and abs(event.y - y) <= _TOLERANCE
    return near and abs(event.at - time) <= _LAG


def positions(steps: int, moves: Sequence[Move]) -> Iterator[tuple[float, float] | None]:
    """Yield the mouse position at each step, in pixels; None before the first move.

    Args:
        moves: The moves, in order.
    """
    position: tuple[float, float] | None = None
    remaining = deque(moves)
    for step in range(steps):
        while remaining and remaining[0][0] <= step:
            position = remaining.popleft()[1:3]
        yield position
