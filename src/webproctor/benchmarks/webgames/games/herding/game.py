"""Sheep Herding: herd all sheep into the pen with the mouse."""

from math import sqrt
from random import Random

from webproctor.benchmarks.webgames.materials.moves import LAG, RATE, Move, check
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

WIDTH, HEIGHT = 860, 520
# The pen's left, top and side.
PEN = (100, 100, 150)
# Margin of the field in pixels; the mouse's range in pixels and its push; the damping per step.
MARGIN, FEAR, PUSH, DRAG = 20, 100, 0.5, 0.95
# The longest game that is simulated, in steps: half an hour.
LONGEST = 30 * 60 * RATE

Flock = tuple[tuple[int, int], ...]


def puzzle(random: Random, sheep: int) -> Flock:
    return tuple((random.randint(520, 780), random.randint(60, 460)) for _ in range(sheep))


class Field:
    """Simulates the sheep with the same arithmetic as page.js, for equal results."""

    def __init__(self, flock: Flock) -> None:
        self.sheep = [[float(x), float(y), 0.0, 0.0] for x, y in flock]

    def step(self, cursor: tuple[float, float] | None) -> None:
        for one in self.sheep:
            x, y, right, down = one
            if cursor is not None:
                dx, dy = x - cursor[0], y - cursor[1]
                far = sqrt(dx * dx + dy * dy)
                if far < 0.001:
                    dx, dy, far = 1.0, 0.0, 1.0
                if far < FEAR:
                    push = (1 - far / FEAR) * PUSH / far
                    right += dx * push
                    down += dy * push
            right *= DRAG
            down *= DRAG
            one[0], one[2] = _kept(x + right, right, WIDTH)
            one[1], one[3] = _kept(y + down, down, HEIGHT)

    @property
    def home(self) -> bool:
        """Return whether all sheep are in the pen."""
        left, top, side = PEN
        return all(left < x < left + side and top < y < top + side for x, y, _, _ in self.sheep)


def _kept(at: float, speed: float, size: int) -> tuple[float, float]:
    """Return position and speed after reflection at the edge, at half the speed."""
    if at < MARGIN:
        return MARGIN, -speed * 0.5
    if at > size - MARGIN:
        return size - MARGIN, -speed * 0.5
    return at, speed


def inside(x: float, y: float) -> bool:
    return 0 <= x <= WIDTH and 0 <= y <= HEIGHT


class Herding(Play[Flock]):
    """Simulates the whole game again, with the recorded mouse moves."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"size": [WIDTH, HEIGHT], "pen": PEN, "sheep": self.puzzle}

    @message
    def home(self, steps: int, moves: list[Move], began: float, left: float, top: float) -> Reply:
        """Check that all sheep are in the pen after this number of steps."""
        if not 0 < steps <= LONGEST:
            raise Refused(f"invalid number of steps: {steps}")
        if began / 1000 + steps / RATE > self.evidence.now() + LAG:
            raise Refused("more steps than the elapsed time allows")
        check(self.evidence, moves, began=began / 1000, left=left, top=top)
        field, line, cursor = Field(self.puzzle), iter(moves), None
        due = next(line, None)
        for step in range(steps):
            while due is not None and due[0] <= step:
                cursor = (due[1], due[2]) if inside(due[1], due[2]) else None
                due = next(line, None)
            field.step(cursor)
        if not field.home:
            raise Refused("the recorded moves do not bring the sheep into the pen")
        return self.win()


def _goal(sheep: str) -> str:
    return f"Drive {sheep} into the pen. They shy away from the mouse."


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
