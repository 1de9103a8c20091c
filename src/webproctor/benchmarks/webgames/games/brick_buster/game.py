"""Brick Buster: break all bricks with a ball and do not let it fall."""

from dataclasses import dataclass
from math import sqrt
from random import Random

from webproctor.benchmarks.webgames.games.brick_buster.field import Field, Level
from webproctor.benchmarks.webgames.materials.moves import LAG, RATE, Move, check
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# The longest game that is simulated, in steps: half an hour.
LONGEST = 30 * 60 * RATE


@dataclass(frozen=True)
class Puzzle:
    """The ball's initial velocity: pixels per step to the right and down."""

    level: Level
    launch: tuple[float, float]


def puzzle(random: Random, level: Level) -> Puzzle:
    right = level.speed * random.uniform(0.3, 0.7) * random.choice((-1, 1))
    return Puzzle(level, (right, -sqrt(level.speed**2 - right**2)))


class BrickBuster(Play[Puzzle]):
    """Simulates the whole game again, with the recorded mouse moves."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        return {"level": vars(level), "bricks": level.bricks()}

    @message
    def start(self) -> Reply:
        """Start the game; only now does the page get the ball's initial velocity."""
        return {"launch": self.puzzle.launch}

    @message
    def cleared(
        self, steps: int, moves: list[Move], began: float, left: float, top: float
    ) -> Reply:
        """Check that all bricks are broken after this number of steps."""
        if not 0 < steps <= LONGEST:
            raise Refused(f"invalid number of steps: {steps}")
        if began / 1000 + steps / RATE > self.evidence.now() + LAG:
            raise Refused("more steps than the elapsed time allows")
        check(self.evidence, moves, began=began / 1000, left=left, top=top)
        field, mouse, line = Field(self.puzzle.level, self.puzzle.launch), None, iter(moves)
        due = next(line, None)
        for step in range(steps):
            while due is not None and due[0] <= step:
                mouse, due = due[1], next(line, None)
            field.step(mouse)
            if field.lost:
                raise Refused("the recorded moves lose the ball")
        if field.left:
            raise Refused(f"the recorded moves leave {field.left} bricks")
        return self.win()


def _goal(bricks: int) -> str:
    return f"Break all {bricks} bricks. The paddle follows the mouse; do not let the ball fall."


GAME = Game(
    family="brick-buster",
    icon="🧱",
    skills=("mouse", "timing", "vision"),
    variants={
        "easy": Variant(
            "brick-buster-easy",
            "Brick Buster (Easy)",
            _goal(8),
            "easy",
            Level(2, 4, (187.5, 30), 120, 8, 3.54, 3.75, 0.3, 0.5),
        ),
        "base": Variant(
            "brick-buster",
            "Brick Buster",
            _goal(40),
            "hard",
            Level(5, 8, (88.75, 26), 100, 8, 4.24, 4.5, 0.3, 0.5),
        ),
        "hard": Variant(
            "brick-buster-hard",
            "Brick Buster (Hard)",
            _goal(70),
            "hard",
            Level(7, 10, (69, 20), 80, 7, 5.66, 7.2, 0.4, 0.4),
        ),
    },
    puzzle=puzzle,
    play=BrickBuster,
    minimum_actions=lambda puzzle: 1,
    timed=True,
    hidden=lambda puzzle: [puzzle.launch],
)
