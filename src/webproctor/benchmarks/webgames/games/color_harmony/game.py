"""Color Harmony: mix a colour with red, green and blue."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image

from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

START = 128
_FAR = 70  # No target lies nearer to the start than this.


@dataclass(frozen=True)
class Level:
    """The distance in the colour cube that is near enough, and whether blue is given."""

    distance: int
    blue: bool = True


@dataclass(frozen=True)
class Puzzle:
    """Red, green and blue of the target, 0 to 255."""

    target: Sequence[int]
    level: Level

    @property
    def start(self) -> list[int]:
        return [START, START, START if self.level.blue else self.target[2]]


def distance(one: Sequence[int], other: Sequence[int]) -> float:
    """How far two colours lie apart in the cube of red, green and blue."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def puzzle(random: Random, level: Level) -> Puzzle:
    while True:
        made = Puzzle(tuple(random.randrange(256) for _ in range(3)), level)
        if distance(made.target, made.start) > _FAR:
            return made


class Colours(Play[Puzzle]):
    """The target is a picture; every move of a slider is told."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._mixed = self.puzzle.start
        return {"start": self.puzzle.start, "blue": self.puzzle.level.blue}

    def file(self, name: str) -> File | None:
        if name != "target.png":
            return None
        png = io.BytesIO()
        red, green, blue = self.puzzle.target
        Image.new("RGB", (120, 120), (red, green, blue)).save(png, "PNG")
        return File(png.getvalue(), "image/png")

    @message
    def mix(self, channel: int, value: int) -> Reply:
        """A slider now stands at this value."""
        if not 0 <= channel < (3 if self.puzzle.level.blue else 2) or not 0 <= value <= 255:
            raise Refused("there is no such slider or value")
        touched = {one.target for one in self.table.inputs if one.kind in ("down", "key")}
        if f"channel{channel}" not in touched:
            raise Refused("no hand has touched this slider")
        self._mixed[channel] = value
        near = distance(self._mixed, self.puzzle.target) < self.puzzle.level.distance
        return self.win() if near else {}


_GOAL = "Mix the target colour with the sliders."

GAME = Game(
    family="color-harmony",
    icon="🌈",
    skills=("vision", "mouse"),
    variants={
        "easy": Variant(
            "color-harmony-easy", "Color Harmony (Easy)", _GOAL, "easy", Level(50, blue=False)
        ),
        "base": Variant("color-harmony", "Color Harmony", _GOAL, "medium", Level(30)),
        "hard": Variant("color-harmony-hard", "Color Harmony (Hard)", _GOAL, "hard", Level(15)),
    },
    puzzle=puzzle,
    play=Colours,
    effort=lambda puzzle: 1,
)
