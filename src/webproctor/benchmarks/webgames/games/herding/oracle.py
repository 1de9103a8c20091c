"""Repeatedly move the mouse behind the sheep farthest from the pen to drive it there."""

from math import dist

from webproctor.benchmarks.webgames.games.herding.game import PEN
from webproctor.benchmarks.webgames.player import OracleError, Player, Point
from webproctor.core.actions import web

# Seconds between two observations, and the mouse's distance behind a sheep in pixels.
LOOK = 0.1
BEHIND = 55


async def solve(player: Player) -> None:
    box = (await player.one(".field")).box
    left, top = box.x + 2, box.y + 2
    goal = (left + PEN[0] + PEN[2] / 2, top + PEN[1] + PEN[2] / 2)
    before: list[Point] = []
    for _ in range(3000):
        places = [one.centre for one in await player.see(".sheep")]
        if await player.password():
            return
        # Where each sheep comes to rest without further input: it glides for about twenty steps.
        glide = 19 / (60 * LOOK)
        rests = [
            (x + (x - was_x) * glide, y + (y - was_y) * glide)
            for (x, y), (was_x, was_y) in zip(places, before or places, strict=True)
        ]
        before = places
        away = [n for n, rest in enumerate(rests) if _out(rest, goal)]
        if not away:
            mouse = left + 820, top + 480
        else:
            n = max(away, key=lambda one: dist(rests[one], goal))
            (x, y), far = places[n], dist(places[n], goal)
            mouse = x + (x - goal[0]) / far * BEHIND, y + (y - goal[1]) / far * BEHIND
        point = [
            min(max(mouse[0], left + 1), left + 858),
            min(max(mouse[1], top + 1), top + 518),
        ]
        await player.act(web.MoveMouse(path=[point], seconds=LOOK))
    raise OracleError("the sheep did not reach the pen")


def _out(rest: Point, goal: Point) -> bool:
    edge = PEN[2] / 2 - 12
    return abs(rest[0] - goal[0]) > edge or abs(rest[1] - goal[1]) > edge
