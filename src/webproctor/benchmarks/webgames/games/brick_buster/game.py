"""Brick Buster: break all bricks with a ball and do not let it fall.

The page simulates the game. At its end it sends the mouse moves, and the play repeats the
simulation with them.
"""

from dataclasses import dataclass
from math import sqrt
from random import Random

from webproctor.benchmarks.webgames.games.brick_buster.field import Field, Level
from webproctor.benchmarks.webgames.materials.moves import Move, check_moves, positions
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message


@dataclass(frozen=True)
class Puzzle:
    """The ball's initial velocity, to the right and down, in pixels per step."""

    level: Level
    launch: tuple[float, float]


def puzzle(random: Random, level: Level) -> Puzzle:
    vx = level.speed * random.uniform(0.3, 0.7) * random.choice((-1, 1))
    return Puzzle(level, (vx, -sqrt(level.speed**2 - vx**2)))


class BrickBuster(Play[Puzzle]):
    """Repeats the simulation of the whole game with the recorded mouse moves."""

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
    def cleared(self, steps: int, moves: list[Move], began: float) -> Reply:
        """Check that all bricks are broken after this number of steps.

        Args:
            moves: All mouse moves since the game was started.
            began: The time of step 0, in milliseconds.
        """
        check_moves(self.evidence, steps, moves, began=began)
        field = Field(self.puzzle.level, self.puzzle.launch)
        for position in positions(steps, moves):
            field.step(None if position is None else position[0])
            if field.lost:
                raise Refused("the recorded moves lose the ball")
        if field.remaining:
            raise Refused(f"the recorded moves leave {field.remaining} bricks")
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
