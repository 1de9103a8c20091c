"""Slider symphony: move every box onto its outline with its slider.

The page receives the outlines as an image. The server compares the values of the sliders with the
targets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

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

# The initial value of every slider, 0 to 100, and the minimum distance of a target from it.
START, MIN_DISTANCE = 50, 12
# The board, in pixels: the width of each box's lane, the gap between lanes, and the height.
LANE, GAP, HEIGHT = 52, 24, 300
# The side of a box, and its distance from the left edge of its lane, in pixels.
BOX, INSET = 40, 6
# Drawn at this multiple of the size and scaled down, for smooth edges.
_SCALE = 3


@dataclass(frozen=True)
class Level:
    """The number of sliders, the tolerance in slider steps, and the number of rounds."""

    sliders: int
    tolerance: int
    rounds: int = 1


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of the targets of all rounds."""

    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def targets(puzzle: Puzzle, number: int) -> list[int]:
    """Return each box's target in the n-th round, 0 to 100, never near the initial position."""
    random = Random(f"{puzzle.seed}:{number}")
    values = [value for value in range(3, 98) if abs(value - START) >= MIN_DISTANCE]
    return random.choices(values, k=puzzle.level.sliders)


def top(value: int) -> float:
    """Return the y coordinate of a box, in pixels from the top of its lane."""
    return 10 + 2.4 * (100 - value)


def _draw_board(targets: Sequence[int]) -> Image.Image:
    """Draw the lanes with their outlines."""
    board_width = len(targets) * (LANE + GAP) - GAP
    image = Image.new("RGB", (board_width * _SCALE, HEIGHT * _SCALE), "#ffffff")
    draw = ImageDraw.Draw(image)
    for n, target in enumerate(targets):
        left = n * (LANE + GAP)
        draw.rounded_rectangle(_scaled(left, 0, left + LANE, HEIGHT), 8 * _SCALE, fill="#eceff5")
        _draw_outline(draw, left + INSET, top(target))
    return image.resize((board_width, HEIGHT), Image.Resampling.LANCZOS)


def _scaled(*coordinates: float) -> list[int]:
    return [round(coordinate * _SCALE) for coordinate in coordinates]


def _draw_outline(draw: ImageDraw.ImageDraw, left: float, top: float) -> None:
    """Draw a dashed square with lines two pixels wide."""
    for n in range(0, BOX, 8):
        for x, y, width, height in (
            (left + n, top, 5, 2),
            (left + n, top + BOX - 2, 5, 2),
            (left, top + n, 2, 5),
            (left + BOX - 2, top + n, 2, 5),
        ):
            draw.rectangle(_scaled(x, y, x + width, y + height), fill="#1c2333")


class Sliders(Play[Puzzle]):
    """Sends the outlines as an image, and checks the values of the sliders."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"sliders": self.puzzle.level.sliders, "start": START} | self._start_round()

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "board", rounds.current_round(self))
        if number is None:
            return None
        return png(_draw_board(targets(self.puzzle, number)))

    @message
    def check(self, number: int, values: list[int]) -> Reply:
        """Check the sliders' values in the n-th round."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        correct = targets(self.puzzle, number)
        if len(values) != len(correct) or not all(0 <= value <= 100 for value in values):
            raise Refused("no such slider or value")
        touched = {event.target for event in self.presses(self._inputs_before_round)}
        if any(value != START and f"slider{n}" not in touched for n, value in enumerate(values)):
            raise Refused("no input on this slider was recorded")
        level = self.puzzle.level
        if max(abs(a - b) for a, b in zip(values, correct, strict=True)) <= level.tolerance:
            return self.win() if rounds.count_correct(self, level.rounds) else self._start_round()
        rounds.count_wrong(self)
        return {"wrong": True} | self._start_round()

    def _start_round(self) -> Reply:
        self._inputs_before_round = len(self.evidence.inputs)
        return rounds.round_data(self, self.puzzle.level.rounds)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    for number in range(puzzle.level.rounds):
        values = targets(puzzle, number)
        yield [*values, *map(top, values)]
        yield from (f"top: {top(value):g}px" for value in values)
        if len(values) > 2:
            yield values


_GOAL = "Move the sliders until every solid box lies on its dashed outline."

_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "slider-symphony-easy", "Slider symphony (Easy)", _GOAL, "easy", Level(2, 4, 2)
    ),
    "base": Variant("slider-symphony", "Slider symphony", _GOAL, "medium", Level(4, 4)),
    "hard": Variant("slider-symphony-hard", "Slider symphony (Hard)", _GOAL, "hard", Level(6, 2)),
}

GAME = Game(
    family="slider-symphony",
    icon="🎹",
    skills=("mouse", "vision"),
    variants=_VARIANTS,
    published=rounds.with_one_round(_VARIANTS),
    puzzle=puzzle,
    play=Sliders,
    minimum_actions=lambda puzzle: puzzle.level.rounds * (puzzle.level.sliders + 1),
    tries=10,
    hidden=_hidden,
)
