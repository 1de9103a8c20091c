"""Repeatedly move the mouse behind the sheep farthest from the pen to drive it there."""

from math import dist

from webproctor.benchmarks.webgames.games.herding.game import PEN
from webproctor.benchmarks.webgames.player import OracleError, Player, Point
from webproctor.core.actions import web

# Seconds between two observations.
INTERVAL = 0.1
# Pixels between a sheep and the mouse that drives it.
DISTANCE = 55


async def solve(player: Player) -> None:
    box = (await player.first(".field")).box
    left, top = box.x + 2, box.y + 2
    goal = (left + PEN[0] + PEN[2] / 2, top + PEN[1] + PEN[2] / 2)
    previous: list[Point] = []
    for _ in range(3000):
        positions = [sheep.centre for sheep in await player.see(".sheep")]
        if await player.password():
            return
        # Where each sheep stops without further input: it slows down for about twenty steps.
        glide = 19 / (60 * INTERVAL)
        stops = [
            (x + (x - old_x) * glide, y + (y - old_y) * glide)
            for (x, y), (old_x, old_y) in zip(positions, previous or positions, strict=True)
        ]
        previous = positions
        outside = [n for n, stop in enumerate(stops) if _is_outside(stop, goal)]
        if not outside:
            mouse = left + 820, top + 480
        else:
            farthest = max(outside, key=lambda n: dist(stops[n], goal))
            x, y = positions[farthest]
            offset = DISTANCE / dist((x, y), goal)
            mouse = x + (x - goal[0]) * offset, y + (y - goal[1]) * offset
        point = [
            min(max(mouse[0], left + 1), left + 858),
            min(max(mouse[1], top + 1), top + 518),
        ]
        await player.act(web.MoveMouse(path=[point], seconds=INTERVAL))
    raise OracleError("the sheep did not reach the pen")


def _is_outside(point: Point, goal: Point) -> bool:
    """Return whether a point is outside the pen, or within 12 pixels of its edge."""
    limit = PEN[2] / 2 - 12
    return abs(point[0] - goal[0]) > limit or abs(point[1] - goal[1]) > limit
