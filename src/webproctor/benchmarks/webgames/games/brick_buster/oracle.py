"""Find ball and bricks in the screenshot, predict where the ball lands, and aim at bricks."""

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

# Seconds between two screenshots that give the ball's velocity.
SCREENSHOT_INTERVAL = 0.05
# Seconds before the ball's landing when the paddle is moved.
AIM_TIME = 0.6
MAX_FLIGHT_STEPS = 600
MAX_TRIES = 60
# Pixels between the landing positions on the paddle that are compared.
OFFSET_STEP = 2
# The canvas' border in pixels. Its box includes it: the field is shown a little smaller.
BORDER = 2
# Maximum distance in pixels between the ball and its predicted position.
MAX_PREDICTION_ERROR = 12.0


@dataclass(frozen=True)
class Screenshot:
    """What a screenshot shows; it was taken between two times, in seconds of the episode.

    Attributes:
        ball: The ball's position; None if it was not found.
        bricks: The corners of the remaining bricks, with None for broken ones.
    """

    start: float
    end: float
    ball: Point | None
    bricks: list[Point | None]


@dataclass(frozen=True)
class Prediction:
    """The predicted field at a time in seconds of the episode."""

    field: Field
    time: float

    def corrected(self, screenshot: Screenshot) -> Field | None:
        """Return the field of a later screenshot; None if the prediction does not match it."""
        if screenshot.ball is None:
            return None
        field, steps = _copy(self.field), floor((screenshot.end - self.time) * RATE)
        for _ in range(steps):
            field.step(None)
        # The page may be one step further, since a step can begin at any time.
        next_field = _copy(field)
        next_field.step(None)
        best = min(
            field, next_field, key=lambda field: dist(screenshot.ball or (), (field.x, field.y))
        )
        dx, dy = screenshot.ball[0] - best.x, screenshot.ball[1] - best.y
        if best.bricks != screenshot.bricks or hypot(dx, dy) > MAX_PREDICTION_ERROR:
            return None
        best.x, best.y = screenshot.ball
        # The distance from the predicted path gives the direction more exactly.
        speed = hypot(best.vx, best.vy)
        angle = (best.vx * dy - best.vy * dx) / speed / (speed * max(steps, 3))
        best.vx, best.vy = (
            best.vx * cos(angle) - best.vy * sin(angle),
            best.vx * sin(angle) + best.vy * cos(angle),
        )
        return best


@dataclass(frozen=True)
class Board:
    """The canvas of a game; `left` and `top` are the field's corner in the viewport, in pixels."""

    player: Player
    level: Level
    left: int
    top: int

    @classmethod
    async def find(cls, player: Player) -> "Board":
        box = (await player.first("canvas")).box
        return cls(player, player.puzzle.level, round(box.x) + BORDER, round(box.y) + BORDER)

    async def move_paddle(self, x: float) -> None:
        """Move the paddle's centre to x."""
        point = [self.left + min(max(x, 1), WIDTH - 1), self.top + 478]
        await self.player.act(web.MoveMouse(path=[point], seconds=0.02))

    async def take_screenshot(self) -> Screenshot:
        start = self.player.now()
        shown_width, shown_height = WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER
        pixels = await self.player.pixels(self.left, self.top, shown_width, shown_height)
        y, x = np.nonzero(pixels.min(axis=2) > 245)
        scale_x, scale_y = shown_width / WIDTH, shown_height / HEIGHT
        width, height = self.level.brick_size

        def is_broken(brick_x: float, brick_y: float) -> bool:
            row, column = (
                int((brick_y + height / 2) * scale_y),
                int((brick_x + width / 2) * scale_x),
            )
            return pixels[row, column].max() <= 100

        bricks = [None if is_broken(*corner) else corner for corner in self.level.bricks()]
        # The centre of a pixel is half a pixel from its corner.
        ball = ((x.mean() + 0.5) / scale_x, (y.mean() + 0.5) / scale_y) if len(x) > 20 else None
        return Screenshot(start, self.player.now(), ball, bricks)


async def solve(player: Player) -> None:
    for _ in range(MAX_TRIES):
        await player.click("[data-id=start]")
        if await _play_ball(player):
            return
    raise OracleError("the ball fell too often")


async def _play_ball(player: Player) -> bool:
    """Play one ball and return whether all bricks are broken."""
    board = await Board.find(player)
    landings: Counter[int] = Counter()  # By the number of broken bricks.
    lags = deque([0.0], maxlen=5)
    prediction: Prediction | None = None
    while not (end_elements := await player.see("#password, [data-id=start]:not([disabled])")):
        screenshot, field = await _observe(board, prediction, lags)
        prediction = None
        if field is None:
            continue
        lag = max(lags)
        aim_time = AIM_TIME + 2 * lag
        # Under the virtual clock, a screenshot shows the field at an exact time.
        prediction = Prediction(_copy(field), screenshot.end) if player.virtual else None
        falling, earliest_landing = field.vy > 0, _earliest_landing(field)
        landing_time = _simulate_until_landing(field) / RATE
        certain = falling and field.bricks == screenshot.bricks
        if landing_time > aim_time:
            # Take another screenshot before it lands: it may hit other bricks than predicted.
            if lag:
                await board.move_paddle(field.x)
            pause = min(0.7 * landing_time, earliest_landing - 0.6 * aim_time)
            await player.wait(max(pause - (player.now() - screenshot.start), SCREENSHOT_INTERVAL))
            continue
        broken = screenshot.bricks.count(None)
        landings[broken] += 1
        if lag or not certain:
            # First make sure that the ball is caught, then choose where it should bounce to.
            await board.move_paddle(field.x)
        offset = _best_offset(field, landings[broken] // 3)
        if lag and player.now() - screenshot.start > landing_time - lag / 2:
            continue  # It is too late to aim.
        if not certain:
            await player.wait(SCREENSHOT_INTERVAL)
            continue
        await board.move_paddle(field.x - offset)
        bounced = _after_bounce(field, offset)
        if prediction is not None:
            prediction = Prediction(_copy(bounced), screenshot.end + landing_time + 1 / RATE)
        earliest_landing = _earliest_landing(bounced)
        flight_time = _simulate_until_landing(bounced) / RATE
        time_left = max(landing_time - (player.now() - screenshot.end), 0)
        if lag:
            # There may be no time for another screenshot: go where it should land next.
            if player.now() - screenshot.start > landing_time:
                continue  # It may have landed while the paddle was still moving.
            await player.wait(time_left)
            await board.move_paddle(bounced.x)
            time_left = 0
        # The next screenshot is taken after most of its flight.
        flight_pause = min(0.8 * flight_time, earliest_landing - 0.6 * aim_time)
        await player.wait(time_left + max(flight_pause, 0.05))
    return all(element.id != "start" for element in end_elements)


async def _observe(
    board: Board, prediction: Prediction | None, lags: deque[float]
) -> tuple[Screenshot, Field | None]:
    """Return a screenshot, and the field that it shows; None if the ball's velocity is unknown.

    Without a prediction that matches it, another screenshot is taken.

    Args:
        lags: How long the last screenshots took, in seconds; the new one is added.
    """
    screenshot = await board.take_screenshot()
    if prediction is not None and (field := prediction.corrected(screenshot)) is not None:
        return screenshot, field
    previous, player = screenshot, board.player
    await player.wait(SCREENSHOT_INTERVAL)
    screenshot = await board.take_screenshot()
    # No time under the virtual clock, long on a busy machine.
    delay = screenshot.end - previous.start - SCREENSHOT_INTERVAL
    lags.append(0.0 if player.virtual else delay)
    return screenshot, _estimate_field(board.level, previous, screenshot)


def _estimate_field(level: Level, previous: Screenshot, screenshot: Screenshot) -> Field | None:
    """Return the field from two screenshots; None if the ball bounced between them."""
    if previous.ball is None or screenshot.ball is None:
        return None
    dx, dy = screenshot.ball[0] - previous.ball[0], screenshot.ball[1] - previous.ball[1]
    distance = (dx**2 + dy**2) ** 0.5
    # The number of steps between the screenshots is within these bounds.
    min_steps = (screenshot.start - previous.end) * RATE
    max_steps = (screenshot.end - previous.start) * RATE
    min_distance, max_distance = 0.8 * level.speed * min_steps, 1.2 * level.max_speed * max_steps
    if not min_distance < distance < max_distance or distance == 0:
        return None
    # The direction is exact, but not the time between the screenshots: the speed is limited to what
    # the level allows.
    speed = min(max(distance * 2 / (min_steps + max_steps), level.speed), level.max_speed)
    field = Field(level, (dx / distance * speed, dy / distance * speed))
    if abs(field.vy) < 0.5:
        return None
    field.x, field.y = screenshot.ball
    field.bricks = list(screenshot.bricks)
    return field


def _copy(field: Field) -> Field:
    copied = copy(field)
    copied.bricks = list(field.bricks)
    return copied


def _earliest_landing(field: Field) -> float:
    """Return the fewest seconds after which the ball can reach the paddle, whatever it hits."""
    landing_y = PADDLE_TOP - field.level.radius
    lowest_top = max((corner[1] for corner in field.bricks if corner), default=0)
    rise = max(field.y - lowest_top - field.level.brick_size[1], 0) if field.vy < 0 else 0
    return (rise + landing_y - (field.y - rise)) / abs(field.vy) / RATE


def _simulate_until_landing(field: Field) -> int:
    """Simulate until the ball is about to land and return the number of steps."""
    landing_y = PADDLE_TOP - field.level.radius
    for steps in range(MAX_FLIGHT_STEPS):
        if field.vy > 0 and field.y + field.vy >= landing_y:
            return steps
        field.step(None)
    return MAX_FLIGHT_STEPS


def _after_bounce(field: Field, offset: float) -> Field:
    """Return the field after the ball has hit the paddle `offset` pixels right of its centre."""
    bounced = _copy(field)
    half = field.level.paddle_width / 2
    bounced.paddle = min(max(field.x - offset, half), WIDTH - half)
    bounced.step(None)
    return bounced


def _best_offset(field: Field, rank: int) -> float:
    """Return how far right of the paddle's centre the ball should land to break most bricks.

    Args:
        rank: 0 for the best position; higher for the next best, if better ones have failed.
    """
    max_offset = int(2 / 3 * field.level.paddle_width / 2)
    offsets = range(-max_offset, max_offset + 1, OFFSET_STEP)
    broken: list[int] = []
    flights: list[int] = []
    for offset in offsets:
        bounced = _after_bounce(field, offset)
        flights.append(_simulate_until_landing(bounced))
        broken.append(bounced.bricks.count(None) - field.bricks.count(None))
    # The ball lands a little beside the predicted position: prefer bricks that it hits anyway.
    broken_nearby = [sum(broken[max(n - 1, 0) : n + 2]) for n in range(len(broken))]
    order = sorted(range(len(offsets)), key=lambda n: (-broken_nearby[n], -broken[n], flights[n]))
    return offsets[order[rank % len(order)]]
