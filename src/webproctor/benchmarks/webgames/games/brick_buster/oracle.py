"""Sees ball and bricks in the picture, reckons where the ball comes down, aims at what is left."""

from dataclasses import dataclass

import numpy as np

from webproctor.actions import web
from webproctor.benchmarks.webgames.games.brick_buster.field import (
    PADDLE_TOP,
    STEEP,
    WIDTH,
    Level,
)
from webproctor.benchmarks.webgames.player import Lost, Player, Point

# Seconds between two looks that tell how the ball flies.
GLANCE = 0.05
TRIES = 10


@dataclass
class Sight:
    """What two looks tell: the ball's place, its pixels a second, and the bricks that are left."""

    x: float
    y: float
    right: float
    down: float
    bricks: list[Point]


async def solve(player: Player) -> None:
    for _ in range(TRIES):
        await player.click("[data-id=start]")
        if await _play(player):
            return
    raise Lost("the ball fell too often")


async def _play(player: Player) -> bool:
    """One ball; whether all bricks are broken in the end."""
    level: Level = player.puzzle.level
    while not await player.password():
        if await player.see("[data-id=start]:not([disabled])"):
            return False
        seen = await _watch(player, level)
        if seen is None:
            continue
        at = player.now()
        if seen.down < 0:
            # It has the way up to the lowest brick before it, at least.
            lowest = max((y for _, y in seen.bricks), default=0)
            await player.wait(min(max((seen.y - lowest) / -seen.down * 0.9, GLANCE), 3))
            continue
        fall = (PADDLE_TOP - level.radius - seen.y) / seen.down
        if fall < 0:
            await player.wait(GLANCE)
            continue
        await _aim(player, level, _folded(level, seen.x + seen.right * fall), seen.bricks)
        fall -= player.now() - at
        # From far above, look again before it lands: there may be bricks in its way.
        await player.wait(fall * 0.6 if fall > 0.7 else max(fall, 0) + 0.1)
    return True


async def _watch(player: Player, level: Level) -> Sight | None:
    """Two looks; None if the ball bounced between them."""
    began = player.now()
    before, _ = await _look(player, level)
    await player.wait(GLANCE)
    passed = player.now() - began
    ball, bricks = await _look(player, level)
    if before is None or ball is None or passed <= 0:
        return None
    right, down = (ball[0] - before[0]) / passed, (ball[1] - before[1]) / passed
    speed = (right**2 + down**2) ** 0.5 / 60
    if not 0.8 * level.speed < speed < 1.2 * level.cap or abs(down) < 30:
        return None
    return Sight(*ball, right, down, bricks)


async def _look(player: Player, level: Level) -> tuple[Point | None, list[Point]]:
    box = (await player.one("canvas")).box
    left, top = round(box.x + 2), round(box.y + 2)
    board = (await player.pixels())[top : top + 500, left : left + WIDTH]
    y, x = np.nonzero((board > 245).all(axis=2))
    wide, tall = level.brick
    middles = [(x + wide / 2, y + tall / 2) for x, y in level.bricks()]
    bricks = [(x, y) for x, y in middles if board[round(y), round(x)].max() > 100]
    return ((float(x.mean()), float(y.mean())) if len(x) > 20 else None), bricks


def _folded(level: Level, x: float) -> float:
    """Where a ball is that would be at x if there were no side walls."""
    span = WIDTH - 2 * level.radius
    far = (x - level.radius) % (2 * span)
    return level.radius + min(far, 2 * span - far)


async def _aim(player: Player, level: Level, landing: float, bricks: list[Point]) -> None:
    """Put the paddle where the ball lands, so far off its middle that it flies at a brick."""
    slants: list[float] = []
    for x, y in bricks:
        for goal in (x, -x, 2 * WIDTH - x):  # Straight, or by way of a side wall.
            across, up = goal - landing, PADDLE_TOP - y
            slant = across / (across**2 + up**2) ** 0.5
            if 0.13 < abs(slant) < 0.75 * STEEP:
                slants.append(slant)
    slant = min(slants, key=abs) if slants else 0.3
    paddle = min(max(landing - slant / STEEP * level.paddle / 2, 1), WIDTH - 1)
    box = (await player.one("canvas")).box
    await player.act(web.MoveMouse(path=[[box.x + 2 + paddle, box.y + 480]], seconds=0.02))
