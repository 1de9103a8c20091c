"""Color Harmony: mix a target colour from red, green and blue.

The target is an image; the mixed colour is compared with it when the player presses Check.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
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

# The initial value of a slider, 0 to 255.
INITIAL = 128
# Minimum distance of a target from the initial colour.
_MIN_INITIAL_DISTANCE = 70


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        tolerance: Maximum distance (exclusive) of the mixed colour from the target (`distance`).
        rounds: The number of colours that must be mixed correctly in a row.
        blue_adjustable: Whether blue can be changed; otherwise it is already correct.
    """

    tolerance: int
    rounds: int
    blue_adjustable: bool = True


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of the target colours."""

    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def target(puzzle: Puzzle, number: int) -> tuple[int, int, int]:
    """Return the target colour of the n-th round, from 0: red, green and blue, 0 to 255."""
    random = Random(f"{puzzle.seed}:{number}")
    while True:
        red, green, blue = (random.randrange(256) for _ in range(3))
        if distance((red, green, blue), initial_colour(puzzle, blue)) > _MIN_INITIAL_DISTANCE:
            return red, green, blue


def initial_colour(puzzle: Puzzle, blue: int) -> list[int]:
    """Return the sliders' initial values for a target with this value of blue."""
    return [INITIAL, INITIAL, INITIAL if puzzle.level.blue_adjustable else blue]


def distance(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the Euclidean distance of two RGB colours."""
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


class ColorHarmony(Play[Puzzle]):
    """Sends the target as an image and checks the mixed colour."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"blue_adjustable": self.puzzle.level.blue_adjustable} | self._start_round()

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "target", rounds.current_round(self))
        if number is None:
            return None
        return png(Image.new("RGB", (120, 120), target(self.puzzle, number)))

    @message
    def check(self, number: int, mixed: list[int]) -> Reply:
        """Check a mixed colour (red, green, blue) against the target of the n-th round, from 0."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        if len(mixed) != 3 or not all(0 <= value <= 255 for value in mixed):
            raise Refused("no such slider or value")
        level, expected = self.puzzle.level, target(self.puzzle, number)
        initial = initial_colour(self.puzzle, expected[2])
        changed = [channel for channel in range(3) if mixed[channel] != initial[channel]]
        if 2 in changed and not level.blue_adjustable:
            raise Refused("blue cannot be changed")
        touched = {event.target for event in self.presses(self._inputs_before_round)}
        if any(f"channel{channel}" not in touched for channel in changed):
            raise Refused("no input on this slider was recorded")
        if distance(mixed, expected) < level.tolerance:
            return self.win() if rounds.count_correct(self, level.rounds) else self._start_round()
        rounds.count_wrong(self)
        return {"wrong": True} | self._start_round()

    def _start_round(self) -> Reply:
        self._inputs_before_round = len(self.evidence.inputs)
        _, _, blue = target(self.puzzle, rounds.current_round(self))
        round_data = rounds.round_data(self, self.puzzle.level.rounds)
        return {"initial": initial_colour(self.puzzle, blue)} | round_data


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    return (target(puzzle, number) for number in range(puzzle.level.rounds))


_GOAL = "Mix the target colour with the sliders."

_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "color-harmony-easy",
        "Color Harmony (Easy)",
        _GOAL,
        "easy",
        Level(50, 4, blue_adjustable=False),
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
    play=ColorHarmony,
    minimum_actions=lambda puzzle: 2 * puzzle.level.rounds,
    tries=5,
    hidden=_hidden,
)
