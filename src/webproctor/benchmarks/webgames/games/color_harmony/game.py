"""Color Harmony: mix a target colour from red, green and blue."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import (
    Fact,
    File,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    VariantName,
    message,
)

START = 128
_FAR = 70  # The minimum distance of a target from the start.


@dataclass(frozen=True)
class Level:
    """The tolerance as RGB distance, the rounds, and whether blue can be changed."""

    distance: int
    rounds: int
    blue: bool = True


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def target(puzzle: Puzzle, number: int) -> tuple[int, int, int]:
    """Return the target colour of the n-th round: red, green and blue, 0 to 255."""
    random = Random(f"{puzzle.seed}:{number}")
    while True:
        red, green, blue = (random.randrange(256) for _ in range(3))
        if distance((red, green, blue), start(puzzle, blue)) > _FAR:
            return red, green, blue


def start(puzzle: Puzzle, blue: int) -> list[int]:
    """Return the sliders' initial values; in the easy variant blue is already correct."""
    return [START, START, START if puzzle.level.blue else blue]


def distance(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the Euclidean distance of two RGB colours."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


class Colours(Play[Puzzle]):
    """The target is an image; the mixed colour is judged when the player submits it."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"blue": self.puzzle.level.blue} | self._round()

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "target", rounds.current_round(self))
        if number is None:
            return None
        png = io.BytesIO()
        Image.new("RGB", (120, 120), target(self.puzzle, number)).save(png, "PNG")
        return File(png.getvalue(), "image/png")

    @message
    def check(self, number: int, mixed: list[int]) -> Reply:
        """Check a mixed colour against the target of the n-th round."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        if len(mixed) != 3 or not all(0 <= value <= 255 for value in mixed):
            raise Refused("no such slider or value")
        inputs = self.evidence.inputs[self._first :]
        touched = {one.target for one in inputs if one.kind in ("down", "key")}
        wanted, level = target(self.puzzle, number), self.puzzle.level
        moved = [a != b for a, b in zip(mixed, start(self.puzzle, wanted[2]), strict=True)]
        if moved[2] and not level.blue:
            raise Refused("blue cannot be changed")
        if any(one and f"channel{n}" not in touched for n, one in enumerate(moved)):
            raise Refused("no input on this slider was recorded")
        if distance(mixed, wanted) < level.distance:
            return self.win() if rounds.count_correct(self, level.rounds) else self._round()
        rounds.count_wrong(self)
        return {"wrong": True} | self._round()

    def _round(self) -> Reply:
        self._first = len(self.evidence.inputs)
        _, _, blue = target(self.puzzle, rounds.current_round(self))
        shown = rounds.round_data(self, self.puzzle.level.rounds)
        return {"start": start(self.puzzle, blue)} | shown


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    return (target(puzzle, number) for number in range(puzzle.level.rounds))


_GOAL = "Mix the target colour with the sliders."

_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "color-harmony-easy", "Color Harmony (Easy)", _GOAL, "easy", Level(50, 4, blue=False)
    ),
    "base": Variant("color-harmony", "Color Harmony", _GOAL, "medium", Level(30, 2)),
    "hard": Variant("color-harmony-hard", "Color Harmony (Hard)", _GOAL, "hard", Level(15, 1)),
}

GAME = Game(
    family="color-harmony",
    icon="🌈",
    skills=("vision", "mouse"),
    variants=_VARIANTS,
    published=rounds.with_one_round(_VARIANTS),
    puzzle=puzzle,
    play=Colours,
    minimum_actions=lambda puzzle: 2 * puzzle.level.rounds,
    tries=5,
    hidden=_hidden,
)
