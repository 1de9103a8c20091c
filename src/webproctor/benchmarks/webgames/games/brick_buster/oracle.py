"""Find ball and bricks in the screenshot, predict where the ball lands, and aim at bricks left."""

from collections import Counter, deque
from copy import copy
from dataclasses import dataclass
from math import cos, dist, floor, hypot, sin

import numpy as np

from webproctor.benchmarks.webgames.games.brick_buster.field import (
    HEIGHT,
    PADDLE_TOP,
    WIDTH,
    Field,
    Level,
)
from webproctor.benchmarks.webgames.materials.moves import RATE
from webproctor.benchmarks.webgames.player import OracleError, Player, Point
from webproctor.core.actions import web

# Seconds between two screenshots that give the ball's velocity, and before its landing when the
# paddle is moved.
GLANCE, NEAR = 0.05, 0.6
LONGEST, TRIES = 600, 60
# Pixels between the landing positions that are compared.
STRIDE = 2
# The canvas' border in pixels. Its box includes it: the field is shown a little smaller.
BORDER = 2
# Most pixels between the ball and its predicted position for the prediction to hold.
FITS = 12.0


@dataclass(frozen=True)
class Sight:
    """What a screenshot shows; it was taken between two times, in seconds of the episode.

    Attributes:
        ball: The ball's position; None if it was not found.
        bricks: The corners of the remaining bricks, with None for broken ones.
    """

    began: float
    ended: float
    ball: Point | None
    bricks: list[Point | None]


@dataclass(frozen=True)
class Forecast:
    """The field at a time in seconds of the episode, to predict what a later screenshot shows."""

    field: Field
    time: float

    def met(self, sight: Sight) -> Field | None:
        """Return the field that a screenshot shows; None if it was predicted otherwise."""
        if sight.ball is None:
            return None
        field, steps = _copy(self.field), floor((sight.ended - self.time) * RATE)
        for _ in range(steps):
            field.step(None)
        # The page may be one step further, since a step can begin at any time.
        later = _copy(field)
        later.step(None)
        best = min(field, later, key=lambda one: dist(sight.ball or (), (one.x, one.y)))
        x, y = sight.ball[0] - best.x, sight.ball[1] - best.y
        if best.bricks != sight.bricks or hypot(x, y) > FITS:
            return None
        best.x, best.y = sight.ball
        # How far it is beside its predicted way shows its direction more exactly.
        speed = hypot(best.right, best.down)
        turn = (best.right * y - best.down * x) / speed / (speed * max(steps, 3))
        best.right, best.down = (
            best.right * cos(turn) - best.down * sin(turn),
            best.right * sin(turn) + best.down * cos(turn),
        )
        return best


async def solve(player: Player) -> None:
    for _ in range(TRIES):
        await player.click("[data-id=start]")
        if await _play(player):
            return
    raise OracleError("the ball fell too often")


async def _play(player: Player) -> bool:
    """Play one ball and return whether all bricks are broken."""
    level: Level = player.puzzle.level
    box = (await player.one("canvas")).box
    left, top = round(box.x) + BORDER, round(box.y) + BORDER
    landings: Counter[int] = Counter()  # By the number of bricks left.
    lags = deque([0.0], maxlen=5)
    ahead: Forecast | None = None
    while not (ended := await player.see("#password, [data-id=start]:not([disabled])")):
        after = await _look(player, level, left, top)
        field = ahead and ahead.met(after)
        if field is None:
            before = after
            await player.wait(GLANCE)
            after = await _look(player, level, left, top)
            # How long it takes to look: nothing under the virtual clock, long on a busy machine.
            lags.append(0.0 if player.virtual else after.ended - before.began - GLANCE)
            field = _seen(level, before, after)
        ahead = None
        if field is None:
            continue
        lag = max(lags)
        near = NEAR + 2 * lag
        # Under the virtual clock, a screenshot shows the field at an exact time.
        ahead = Forecast(_copy(field), after.ended) if player.virtual else None
        sure, soonest = field.down > 0, _soonest(field)
        fall = _fly(field) / RATE
        sure &= field.bricks == after.bricks
        if fall > near:
            # Look again before it lands: it may hit bricks in another way than predicted.
            if lag:
                await _put(player, left, top, field.x)
            pause = min(0.7 * fall, soonest - 0.6 * near)
            await player.wait(max(pause - (player.now() - after.began), GLANCE))
            continue
        gone = after.bricks.count(None)
        landings[gone] += 1
        if lag or not sure:
            # First make sure that the ball is caught, then choose where it should bounce to.
            await _put(player, left, top, field.x)
        off = _best(field, landings[gone] // 3)
        if lag and player.now() - after.began > fall - lag / 2:
            continue  # It is too late to aim.
        if not sure:
            await player.wait(GLANCE)
            continue
        await _put(player, left, top, field.x - off)
        flown = _bounced(field, off)
        if ahead is not None:
            ahead = Forecast(_copy(flown), after.ended + fall + 1 / RATE)
        soonest = _soonest(flown)
        away = _fly(flown) / RATE
        landing = max(fall - (player.now() - after.ended), 0)
        if lag:
            # There may be too little time to look again: go where it should land next.
            if player.now() - after.began > fall:
                continue  # It may have landed while the paddle was still moving.
            await player.wait(landing)
            await _put(player, left, top, flown.x)
            landing = 0
        # Do not look again until it has covered most of its way back.
        await player.wait(landing + max(min(0.8 * away, soonest - 0.6 * near), 0.05))
    return all(one.id != "start" for one in ended)


async def _put(player: Player, left: int, top: int, x: float) -> None:
    """Move the paddle's center to x."""
    point = [left + min(max(x, 1), WIDTH - 1), top + 478]
    await player.act(web.MoveMouse(path=[point], seconds=0.02))


async def _look(player: Player, level: Level, left: int, top: int) -> Sight:
    began = player.now()
    shown_width, shown_height = WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER
    board = await player.pixels(left, top, shown_width, shown_height)
    y, x = np.nonzero(board.min(axis=2) > 245)
    across, down = shown_width / WIDTH, shown_height / HEIGHT
    wide, tall = level.brick
    bricks = [
        (x, y)
        if board[int((y + tall / 2) * down), int((x + wide / 2) * across)].max() > 100
        else None
        for x, y in level.bricks()
    ]
    # The middle of a pixel is half a pixel from its corner.
    ball = ((x.mean() + 0.5) / across, (y.mean() + 0.5) / down) if len(x) > 20 else None
    return Sight(began, player.now(), ball, bricks)


def _seen(level: Level, before: Sight, after: Sight) -> Field | None:
    """Return the field from two screenshots; None if the ball bounced between them."""
    if before.ball is None or after.ball is None:
        return None
    right, down = after.ball[0] - before.ball[0], after.ball[1] - before.ball[1]
    way = (right**2 + down**2) ** 0.5
    # The steps between the screenshots, at least and at most.
    least, most = (after.began - before.ended) * RATE, (after.ended - before.began) * RATE
    if not 0.8 * level.speed * least < way < 1.2 * level.cap * most or way == 0:
        return None
    # The direction is exact, but not the time between the screenshots: the speed is limited to what
    # the level allows.
    speed = min(max(way * 2 / (least + most), level.speed), level.cap)
    field = Field(level, (right / way * speed, down / way * speed))
    if abs(field.down) < 0.5:
        return None
    field.x, field.y = after.ball
    field.bricks = list(after.bricks)
    return field


def _copy(field: Field) -> Field:
    made = copy(field)
    made.bricks = list(field.bricks)
    return made


def _soonest(field: Field) -> float:
    """Return the fewest seconds after which the ball can reach the paddle, whatever it hits."""
    foot = PADDLE_TOP - field.level.radius
    lowest = max((corner[1] for corner in field.bricks if corner), default=0)
    up = max(field.y - lowest - field.level.brick[1], 0) if field.down < 0 else 0
    return (up + foot - (field.y - up)) / abs(field.down) / RATE


def _fly(field: Field) -> int:
    """Simulate until the ball is about to land and return the number of steps."""
    foot = PADDLE_TOP - field.level.radius
    for steps in range(LONGEST):
        if field.down > 0 and field.y + field.down >= foot:
            return steps
        field.step(None)
    return LONGEST


def _bounced(field: Field, off: float) -> Field:
    """Return the field after the ball has hit the paddle `off` pixels right of its center."""
    after = _copy(field)
    half = field.level.paddle / 2
    after.paddle = min(max(field.x - off, half), WIDTH - half)
    after.step(None)
    return after


def _best(field: Field, rank: int) -> float:
    """Return how far right of the paddle's center the ball should land to break most bricks.

    Args:
        rank: 0 for the best position; higher for the next best, if better ones have failed.
    """
    reach = int(2 / 3 * field.level.paddle / 2)
    offs = range(-reach, reach + 1, STRIDE)
    broken: list[int] = []
    flights: list[int] = []
    for off in offs:
        tried = _bounced(field, off)
        flights.append(_fly(tried))
        broken.append(tried.bricks.count(None) - field.bricks.count(None))
    # The ball lands a little beside the predicted position: prefer bricks that it hits anyway.
    sure = [sum(broken[max(n - 1, 0) : n + 2]) for n in range(len(broken))]
    order = sorted(range(len(offs)), key=lambda n: (-sure[n], -broken[n], flights[n]))
    return offs[order[rank % len(order)]]
