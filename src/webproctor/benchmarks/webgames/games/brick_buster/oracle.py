"""Sees ball and bricks in the picture, reckons where the ball comes down, aims at what is left."""

from collections import Counter
from collections.abc import Sequence
from copy import copy

import numpy as np

from webproctor.actions import web
from webproctor.benchmarks.webgames.games.brick_buster.field import (
    HEIGHT,
    PADDLE_TOP,
    WIDTH,
    Field,
    Level,
)
from webproctor.benchmarks.webgames.materials.moves import RATE
from webproctor.benchmarks.webgames.player import Lost, Player, Point

# Seconds between two looks that tell how the ball flies, and before it lands when the paddle goes.
GLANCE, NEAR = 0.05, 0.6
LONGEST, TRIES = 600, 25


async def solve(player: Player) -> None:
    for _ in range(TRIES):
        await player.click("[data-id=start]")
        if await _play(player):
            return
    raise Lost("the ball fell too often")


async def _play(player: Player) -> bool:
    """One ball; whether all bricks are broken in the end."""
    level: Level = player.puzzle.level
    box = (await player.one("canvas")).box
    left, top = round(box.x + 2), round(box.y + 2)
    landings: Counter[int] = Counter()  # By the number of bricks left.
    while not await player.password():
        if await player.see("[data-id=start]:not([disabled])"):
            return False
        at = player.now()
        before, _ = await _look(player, level, left, top)
        await player.wait(GLANCE)
        passed = player.now() - at
        ball, bricks = await _look(player, level, left, top)
        field = _seen(level, before, ball, passed, bricks)
        if field is None:
            continue
        at = player.now()
        sure, soonest = field.down > 0, _soonest(field)
        fall = _fly(field) / RATE
        sure &= field.bricks == bricks
        if fall > NEAR:
            # Look again before it lands: it may meet bricks otherwise than was reckoned.
            pause = min(0.7 * fall, soonest - 0.6 * NEAR)
            await player.wait(max(pause - (player.now() - at), GLANCE))
            continue
        gone = bricks.count(None)
        landings[gone] += 1
        # First where the ball is caught, then, with that certain, where it flies on best.
        await _put(player, left, top, field.x)
        off = _best(field, landings[gone] // 3)
        await _put(player, left, top, field.x - off)
        if not sure:
            await player.wait(GLANCE)
            continue
        # It need not be looked at before it has flown most of its way back.
        flown = _bounced(field, off)
        soonest = _soonest(flown)
        back = min(0.8 * _fly(flown) / RATE, soonest - 0.6 * NEAR)
        await player.wait(max(fall - (player.now() - at), 0) + max(back, 0.05))
    return True


async def _put(player: Player, left: int, top: int, x: float) -> None:
    """Put the paddle's middle at x."""
    point = [left + min(max(x, 1), WIDTH - 1), top + 478]
    await player.act(web.MoveMouse(path=[point], seconds=0.02))


async def _look(
    player: Player, level: Level, left: int, top: int
) -> tuple[Point | None, list[Point | None]]:
    """Where the ball is, and the corners of the bricks that are left, None where one was."""
    board = await player.pixels(left, top, WIDTH, HEIGHT)
    y, x = np.nonzero((board > 245).all(axis=2))
    wide, tall = level.brick
    bricks = [
        (x, y) if board[round(y + tall / 2), round(x + wide / 2)].max() > 100 else None
        for x, y in level.bricks()
    ]
    return ((float(x.mean()), float(y.mean())) if len(x) > 20 else None), bricks


def _seen(
    level: Level,
    before: Point | None,
    ball: Point | None,
    passed: float,
    bricks: Sequence[Point | None],
) -> Field | None:
    """The field as two looks tell it; None if the ball bounced between them."""
    if before is None or ball is None or passed <= 0:
        return None
    steps = passed * RATE
    right, down = (ball[0] - before[0]) / steps, (ball[1] - before[1]) / steps
    if not 0.8 * level.speed < (right**2 + down**2) ** 0.5 < 1.2 * level.cap or abs(down) < 0.5:
        return None
    field = Field(level, (right, down))
    field.x, field.y = ball
    field.bricks = list(bricks)
    return field


def _soonest(field: Field) -> float:
    """Seconds in which the ball can be back at the paddle, whatever bricks it meets."""
    foot = PADDLE_TOP - field.level.radius
    lowest = max((corner[1] for corner in field.bricks if corner), default=0)
    up = max(field.y - lowest - field.level.brick[1], 0) if field.down < 0 else 0
    return (up + foot - (field.y - up)) / abs(field.down) / RATE


def _fly(field: Field) -> int:
    """Let the ball fly until it is about to land; how many steps that takes."""
    foot = PADDLE_TOP - field.level.radius
    for steps in range(LONGEST):
        if field.down > 0 and field.y + field.down >= foot:
            return steps
        field.step(None)
    return LONGEST


def _bounced(field: Field, off: float) -> Field:
    """A landing field after the ball has met the paddle, so far right of its middle."""
    after = copy(field)
    after.bricks, after.paddle = list(field.bricks), field.x - off
    after.step(None)
    return after


def _best(field: Field, rank: int) -> float:
    """How far right of the paddle's middle the ball should land, to break the most bricks.

    Args:
        rank: 0 for the best place; others where that one has been tried in vain.
    """
    half = field.level.paddle / 2
    chances = []
    for n in range(-6, 7):
        off = n / 9 * half
        tried = _bounced(field, off)
        steps = _fly(tried)
        broken = field.bricks.count(None) - tried.bricks.count(None)
        chances.append((broken, steps, abs(n), off))
    return sorted(chances)[rank % len(chances)][-1]
