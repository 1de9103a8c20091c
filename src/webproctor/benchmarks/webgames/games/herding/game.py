"""Sheep Herding: herd all sheep into the pen with the mouse.

The sheep move away from the mouse pointer. The player wins when all sheep are in the pen at the
same time; the server simulates the game with the recorded mouse moves to check that.
"""

from math import sqrt
from random import Random

from webproctor.benchmarks.webgames.materials.moves import Move, check_moves, positions
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Size of the field, in pixels.
WIDTH, HEIGHT = 860, 520
# The pen's left, top and side, in pixels.
PEN = (100, 100, 150)
# Pixels between the field's edge and the nearest position of a sheep.
MARGIN = 20
# Distance in pixels from which sheep flee the mouse, and their acceleration at distance 0, in
# pixels per step squared.
FLEE_DISTANCE, ACCELERATION = 100, 0.5
# The share of its speed that a sheep keeps in a step.
DAMPING = 0.95

# The initial positions of the sheep, in pixels.
Flock = tuple[tuple[int, int], ...]


def puzzle(random: Random, sheep: int) -> Flock:
    return tuple((random.randint(520, 780), random.randint(60, 460)) for _ in range(sheep))


class Field:
    """Simulates the sheep, with the same arithmetic as page.js for equal results.

    Attributes:
        sheep: x, y and speed of each sheep, in pixels and pixels per step.
    """

    def __init__(self, flock: Flock) -> None:
        self.sheep = [[float(x), float(y), 0.0, 0.0] for x, y in flock]

    def step(self, cursor: tuple[float, float] | None) -> None:
        """Simulate one step; `cursor` is the mouse position, or None if it is outside the field."""
        for sheep in self.sheep:
            x, y, speed_x, speed_y = sheep
            if cursor is not None:
                dx, dy = x - cursor[0], y - cursor[1]
                distance = sqrt(dx * dx + dy * dy)
                if distance < 0.001:
                    dx, dy, distance = 1.0, 0.0, 1.0
                if distance < FLEE_DISTANCE:
                    push = (1 - distance / FLEE_DISTANCE) * ACCELERATION / distance
                    speed_x += dx * push
                    speed_y += dy * push
            speed_x *= DAMPING
            speed_y *= DAMPING
            sheep[0], sheep[2] = _reflect(x + speed_x, speed_x, WIDTH)
            sheep[1], sheep[3] = _reflect(y + speed_y, speed_y, HEIGHT)

    @property
    def all_in_pen(self) -> bool:
        """Return whether all sheep are in the pen."""
        left, top, side = PEN
        return all(left < x < left + side and top < y < top + side for x, y, _, _ in self.sheep)


def _reflect(position: float, speed: float, size: int) -> tuple[float, float]:
    """Return position and speed after reflection at the edge, at half the speed."""
    if position < MARGIN:
        return MARGIN, -speed * 0.5
    if position > size - MARGIN:
        return size - MARGIN, -speed * 0.5
    return position, speed


def inside(x: float, y: float) -> bool:
    """Return whether a point is on the field."""
    return 0 <= x <= WIDTH and 0 <= y <= HEIGHT


class Herding(Play[Flock]):
    """Simulates the whole game with the recorded mouse moves."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"size": [WIDTH, HEIGHT], "pen": PEN, "sheep": self.puzzle}

    @message
    def finished(self, steps: int, moves: list[Move], began: float) -> Reply:
        """Check that all sheep are in the pen after this number of steps.

        Args:
            moves: All mouse moves since the game began.
            began: The time of step 0, in milliseconds.
        """
        check_moves(self.evidence, steps, moves, began=began)
        field = Field(self.puzzle)
        for position in positions(steps, moves):
            field.step(position if position is not None and inside(*position) else None)
        if not field.all_in_pen:
            raise Refused("the recorded moves do not bring the sheep into the pen")
        return self.win()


def _goal(sheep: str) -> str:
    return f"Herd {sheep} into the pen. They move away from the mouse."


GAME = Game(
    family="herding",
    icon="🐑",
    skills=("mouse", "timing", "vision"),
    variants={
        "easy": Variant("herding-easy", "Sheep Herding (Easy)", _goal("both sheep"), "easy", 2),
        "base": Variant("herding", "Sheep Herding", _goal("all five sheep"), "hard", 5),
        "hard": Variant("herding-hard", "Sheep Herding (Hard)", _goal("all ten sheep"), "hard", 10),
    },
    puzzle=puzzle,
    play=Herding,
    minimum_actions=lambda puzzle: 0,
    timed=True,
)
