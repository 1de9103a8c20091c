"""Simulate ball, paddle and bricks with the same arithmetic as page.js, for equal results."""

from dataclasses import dataclass
from math import sqrt

# Lengths in pixels.
WIDTH, HEIGHT = 800, 500
PADDLE_TOP, PADDLE_HEIGHT = 465, 14
BRICK_GAP, FIRST_ROW_TOP = 10, 44
# Sine of the angle from the vertical at which the ball leaves the paddle: at the paddle's ends, and
# the minimum.
MAX_SLANT, MIN_SLANT = 0.866, 0.12


@dataclass(frozen=True)
class Level:
    """Bricks, paddle and ball.

    Attributes:
        rows, columns: Number of bricks.
        brick_size: Width and height of a brick, in pixels.
        paddle_width: In pixels.
        radius: Radius of the ball, in pixels.
        speed: Initial speed of the ball, in pixels per step.
        max_speed: Maximum speed of the ball, in pixels per step.
        paddle_influence: Share of the paddle's speed that is transferred to the ball.
        min_upward: Minimum share of the ball's speed that is directed upwards after the paddle.
    """

    rows: int
    columns: int
    brick_size: tuple[float, float]
    paddle_width: float
    radius: float
    speed: float
    max_speed: float
    paddle_influence: float
    min_upward: float

    def bricks(self) -> list[tuple[float, float]]:
        """Return the top left corners of the bricks, row by row."""
        width, height = self.brick_size
        left = (WIDTH - self.columns * (width + BRICK_GAP) + BRICK_GAP) / 2
        return [
            (left + column * (width + BRICK_GAP), FIRST_ROW_TOP + row * (height + BRICK_GAP))
            for row in range(self.rows)
            for column in range(self.columns)
        ]


class Field:
    """The state of one game.

    Attributes:
        x, y: The position of the ball's centre, in pixels.
        vx, vy: The ball's velocity to the right and down, in pixels per step.
        paddle: The x coordinate of the paddle's centre.
        bricks: The top left corners of the remaining bricks, with None for broken ones.
        remaining: The number of remaining bricks.
        lost: Whether the ball has fallen out.
    """

    def __init__(self, level: Level, launch: tuple[float, float]) -> None:
        self.level = level
        self.x, self.y = WIDTH / 2, PADDLE_TOP - level.radius - 1.0
        self.vx, self.vy = launch
        self.paddle = WIDTH / 2
        self.bricks: list[tuple[float, float] | None] = list(level.bricks())
        self.remaining = len(self.bricks)
        self.lost = False

    def step(self, mouse: float | None) -> None:
        """Advance by 1/60 second; the paddle moves to the mouse's x coordinate, if given."""
        level, paddle_before = self.level, self.paddle
        if mouse is not None:
            half = level.paddle_width / 2
            self.paddle = min(max(mouse, half), WIDTH - half)
        x_before = self.x
        self.x += self.vx
        self.y += self.vy
        self._bounce_off_walls()
        self._bounce_off_paddle(self.paddle - paddle_before)
        self._break_brick(x_before)
        self.lost = self.y + level.radius > HEIGHT

    def _bounce_off_walls(self) -> None:
        radius = self.level.radius
        if self.x < radius:
            self.x, self.vx = radius, abs(self.vx)
        if self.x > WIDTH - radius:
            self.x, self.vx = WIDTH - radius, -abs(self.vx)
        if self.y < radius:
            self.y, self.vy = radius, abs(self.vy)

    def _bounce_off_paddle(self, paddle_dx: float) -> None:
        """Bounce the ball off the paddle, which moved by `paddle_dx` pixels in this step."""
        level = self.level
        bottom, half = self.y + level.radius, level.paddle_width / 2
        if self.vy <= 0 or not PADDLE_TOP <= bottom <= PADDLE_TOP + PADDLE_HEIGHT:
            return
        if not -half <= self.x - self.paddle <= half:
            return
        speed = sqrt(self.vx * self.vx + self.vy * self.vy)
        slant = (self.x - self.paddle) / half * MAX_SLANT
        self.vx = speed * slant + level.paddle_influence * paddle_dx / 16
        self.vy = -speed * sqrt(1 - slant * slant)
        if -self.vy < level.min_upward * speed:
            self.vy = -level.min_upward * speed
        if -MIN_SLANT * speed < self.vx < MIN_SLANT * speed:
            self.vx = MIN_SLANT * speed if self.vx >= 0 else -MIN_SLANT * speed
        speed = sqrt(self.vx * self.vx + self.vy * self.vy)
        if speed > level.max_speed:
            self.vx *= level.max_speed / speed
            self.vy *= level.max_speed / speed

    def _break_brick(self, x_before: float) -> None:
        """Break the brick that the ball's centre has entered; the ball bounces off it.

        It bounces off the side that it came from; `x_before` is its x coordinate before this step.
        """
        width, height = self.level.brick_size
        if self.y > FIRST_ROW_TOP + self.level.rows * (height + BRICK_GAP):
            return
        for n, corner in enumerate(self.bricks):
            if corner is None:
                continue
            left, top = corner
            if left < self.x < left + width and top < self.y < top + height:
                self.bricks[n] = None
                self.remaining -= 1
                if left < x_before < left + width:
                    self.vy = -self.vy
                else:
                    self.vx = -self.vx
                return
