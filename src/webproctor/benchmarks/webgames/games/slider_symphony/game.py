"""Slider symphony: bring every box to its outline with a slider of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

START, NEAREST = 50, 12


@dataclass(frozen=True)
class Level:
    """How many sliders, and how far off a box may be, in steps of its slider."""

    sliders: int
    tolerance: int


@dataclass(frozen=True)
class Puzzle:
    """Where each box belongs, 0 to 100: never near the beginning."""

    targets: Sequence[int]
    tolerance: int


def puzzle(random: Random, level: Level) -> Puzzle:
    places = [place for place in range(3, 98) if abs(place - START) >= NEAREST]
    return Puzzle(tuple(random.choice(places) for _ in range(level.sliders)), level.tolerance)


class Sliders(Play[Puzzle]):
    """Every change is told; all boxes must be in place at once."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._values = [START] * len(self.puzzle.targets)
        return {"targets": self.puzzle.targets, "start": START}

    @message
    def slide(self, slider: int, value: int) -> Reply:
        """A slider now stands at this value."""
        if not 0 <= slider < len(self._values) or not 0 <= value <= 100:
            raise Refused("there is no such slider or value")
        touched = {one.target for one in self.table.inputs if one.kind in ("down", "key")}
        if f"slider{slider}" not in touched:
            raise Refused("no hand has touched this slider")
        self._values[slider] = value
        off = (abs(a - b) for a, b in zip(self._values, self.puzzle.targets, strict=True))
        return self.win() if max(off) <= self.puzzle.tolerance else {}


_GOAL = "Move the sliders until every solid box lies on its dashed outline."

GAME = Game(
    family="slider-symphony",
    icon="🎹",
    skills=("mouse", "vision"),
    variants={
        "easy": Variant(
            "slider-symphony-easy", "Slider symphony (Easy)", _GOAL, "easy", Level(2, 4)
        ),
        "base": Variant("slider-symphony", "Slider symphony", _GOAL, "medium", Level(4, 4)),
        "hard": Variant(
            "slider-symphony-hard", "Slider symphony (Hard)", _GOAL, "hard", Level(6, 2)
        ),
    },
    puzzle=puzzle,
    play=Sliders,
    effort=lambda puzzle: len(puzzle.targets),
)
