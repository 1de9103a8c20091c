"""Brick Buster: break every brick with a ball that must not fall."""

from dataclasses import dataclass
from math import sqrt
from random import Random

from webproctor.benchmarks.webgames.games.brick_buster.field import Field, Level
from webproctor.benchmarks.webgames.materials.moves import RATE, Move, check
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# The longest play that is followed, in steps: half an hour.
LONGEST = 30 * 60 * RATE


@dataclass(frozen=True)
class Puzzle:
    """How the ball sets out: pixels a step to the right and down."""

    level: Level
    launch: tuple[float, float]


def puzzle(random: Random, level: Level) -> Puzzle:
    right = level.speed * random.uniform(0.3, 0.7) * random.choice((-1, 1))
    return Puzzle(level, (right, -sqrt(level.speed**2 - right**2)))


class BrickBuster(Play[Puzzle]):
    """Goes through the whole play again, with the moves that were seen."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        return {"level": vars(level), "bricks": level.bricks(), "launch": self.puzzle.launch}

    @message
    def cleared(
        self, steps: int, moves: list[Move], began: float, left: float, top: float
    ) -> Reply:
        """All bricks are gone after so many steps."""
        if not 0 < steps <= LONGEST:
            raise Refused(f"a play of {steps} steps")
        if began / 1000 + steps / RATE > self.table.now() + 1:
            raise Refused("more steps than there was time for")
        check(self.table, moves, began=began / 1000, left=left, top=top)
        field, mouse, line = Field(self.puzzle.level, self.puzzle.launch), None, iter(moves)
        due = next(line, None)
        for step in range(steps):
            while due is not None and due[0] <= step:
                mouse, due = due[1], next(line, None)
            field.step(mouse)
            if field.lost:
                raise Refused("with these moves the ball was lost")
        if field.left:
            raise Refused(f"with these moves {field.left} bricks are left")
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
    effort=lambda puzzle: 1,
    timed=True,
)
