"""Simulate ball, paddle and bricks with the same arithmetic as page.js, for equal results."""

from dataclasses import dataclass
from math import sqrt

WIDTH, HEIGHT = 800, 500
PADDLE_TOP, PADDLE_HEIGHT = 465, 14
GAP, FIRST_ROW = 10, 44
# Sine of the ball's angle from the vertical: off the paddle's end, and the minimum off the paddle.
STEEP, UPRIGHT = 0.866, 0.12


@dataclass(frozen=True)
class Level:
    """Bricks, paddle and ball.

    Attributes:
        rows, columns, brick: Number of bricks, and their width and height in pixels.
        paddle, radius: Width of the paddle and radius of the ball, in pixels.
        speed: Initial speed of the ball, in pixels per step.
        cap: Maximum speed of the ball, in pixels per step.
        share: Share of the paddle's speed that is transferred to the ball.
        least: Minimum share of the ball's speed that is directed upwards.
    """

    rows: int
    columns: int
    brick: tuple[float, float]
    paddle: float
    radius: float
    speed: float
    cap: float
    share: float
    least: float

    def bricks(self) -> list[tuple[float, float]]:
        """Return the top left corners of the bricks, row by row."""
        wide, tall = self.brick
        left = (WIDTH - self.columns * (wide + GAP) + GAP) / 2
        return [
            (left + column * (wide + GAP), FIRST_ROW + row * (tall + GAP))
            for row in range(self.rows)
            for column in range(self.columns)
        ]


class Field:
    """The state of one game.

    Attributes:
        x, y, right, down: The ball's position in pixels and its velocity in pixels per step.
        paddle: The x coordinate of the paddle's center.
        bricks: The corners of the remaining bricks, with None for broken ones.
        lost: Whether the ball has fallen out.
    """

    def __init__(self, level: Level, launch: tuple[float, float]) -> None:
        self.level = level
        self.x, self.y = WIDTH / 2, PADDLE_TOP - level.radius - 1.0
        self.right, self.down = launch
        self.paddle = WIDTH / 2
        self.bricks: list[tuple[float, float] | None] = list(level.bricks())
        self.left = len(self.bricks)
        self.lost = False

    def step(self, mouse: float | None) -> None:
        """Advance by 1/60 second; the paddle moves to the mouse's x coordinate, if given."""
        level, before = self.level, self.paddle
        if mouse is not None:
            half = level.paddle / 2
            self.paddle = min(max(mouse, half), WIDTH - half)
        x, y = self.x, self.y
        self.x += self.right
        self.y += self.down
        self._walls()
        self._hit_paddle(self.paddle - before)
        self._hit_brick(x, y)
        self.lost = self.y + level.radius > HEIGHT

    def _walls(self) -> None:
        radius = self.level.radius
        if self.x < radius:
            self.x, self.right = radius, abs(self.right)
        if self.x > WIDTH - radius:
            self.x, self.right = WIDTH - radius, -abs(self.right)
        if self.y < radius:
            self.y, self.down = radius, abs(self.down)

    def _hit_paddle(self, pushed: float) -> None:
        level = self.level
        foot, half = self.y + level.radius, level.paddle / 2
        if self.down <= 0 or not PADDLE_TOP <= foot <= PADDLE_TOP + PADDLE_HEIGHT:
            return
        if not -half <= self.x - self.paddle <= half:
            return
        speed = sqrt(self.right * self.right + self.down * self.down)
        slant = (self.x - self.paddle) / half * STEEP
        self.right = speed * slant + level.share * pushed / 16
        self.down = -speed * sqrt(1 - slant * slant)
        if -self.down < level.least * speed:
            self.down = -level.least * speed
        if -UPRIGHT * speed < self.right < UPRIGHT * speed:
            self.right = UPRIGHT * speed if self.right >= 0 else -UPRIGHT * speed
        speed = sqrt(self.right * self.right + self.down * self.down)
        if speed > level.cap:
            self.right *= level.cap / speed
            self.down *= level.cap / speed

    def _hit_brick(self, x: float, y: float) -> None:
        """Reflect the ball, whose center has entered a brick, off the side that it came from."""
        wide, tall = self.level.brick
        if self.y > FIRST_ROW + self.level.rows * (tall + GAP):
            return
        for n, corner in enumerate(self.bricks):
            if corner is None:
                continue
            left, top = corner
            if left < self.x < left + wide and top < self.y < top + tall:
                self.bricks[n] = None
                self.left -= 1
                if left < x < left + wide:
                    self.down = -self.down
                else:
                    self.right = -self.right
                return
