"""Slider symphony: move every box to its outline with its slider."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

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

START, NEAREST = 50, 12
# The board in pixels: a lane for each box, and the gap between lanes.
LANE, GAP, HEIGHT = 52, 24, 300
BOX, INSET = 40, 6
# Drawn at this multiple of the size and scaled down, for smooth edges.
_FINE = 3


@dataclass(frozen=True)
class Level:
    """The number of sliders, the tolerance in slider steps, and the number of rounds."""

    sliders: int
    tolerance: int
    rounds: int = 1


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def targets(puzzle: Puzzle, number: int) -> list[int]:
    """Return each box's target in the n-th round, 0 to 100, never near the initial position."""
    random = Random(f"{puzzle.seed}:{number}")
    places = [place for place in range(3, 98) if abs(place - START) >= NEAREST]
    return random.choices(places, k=puzzle.level.sliders)


def top(value: int) -> float:
    """Return a box's y coordinate in its lane, in pixels; higher values are farther up."""
    return 10 + 2.4 * (100 - value)


def _board(targets: Sequence[int]) -> bytes:
    """Draw the lanes with their outlines, as PNG."""
    wide = len(targets) * (LANE + GAP) - GAP
    image = Image.new("RGB", (wide * _FINE, HEIGHT * _FINE), "#ffffff")
    pen = ImageDraw.Draw(image)
    for n, target in enumerate(targets):
        left = n * (LANE + GAP)
        lane = (left, 0, left + LANE, HEIGHT)
        pen.rounded_rectangle([at * _FINE for at in lane], 8 * _FINE, fill="#eceff5")
        _dashes(pen, left + INSET, top(target))
    png = io.BytesIO()
    image.resize((wide, HEIGHT), Image.Resampling.LANCZOS).save(png, "PNG")
    return png.getvalue()


def _dashes(pen: ImageDraw.ImageDraw, left: float, top: float) -> None:
    """Draw a dashed square with lines two pixels wide."""
    for n in range(0, BOX, 8):
        for x, y, wide, tall in (
            (left + n, top, 5, 2),
            (left + n, top + BOX - 2, 5, 2),
            (left, top + n, 2, 5),
            (left + BOX - 2, top + n, 2, 5),
        ):
            dash = (x, y, x + wide, y + tall)
            pen.rectangle([round(at * _FINE) for at in dash], fill="#1c2333")


class Sliders(Play[Puzzle]):
    """Sends the outlines as an image; all boxes must be in place when the player submits."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"sliders": self.puzzle.level.sliders, "start": START} | self._round()

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "board", rounds.current_round(self))
        if number is None:
            return None
        return File(_board(targets(self.puzzle, number)), "image/png")

    @message
    def check(self, number: int, values: list[int]) -> Reply:
        """Check the sliders' values in the n-th round."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        wanted = targets(self.puzzle, number)
        if len(values) != len(wanted) or not all(0 <= value <= 100 for value in values):
            raise Refused("no such slider or value")
        inputs = self.evidence.inputs[self._first :]
        touched = {one.target for one in inputs if one.kind in ("down", "key")}
        if any(value != START and f"slider{n}" not in touched for n, value in enumerate(values)):
            raise Refused("no input on this slider was recorded")
        level = self.puzzle.level
        if max(abs(a - b) for a, b in zip(values, wanted, strict=True)) <= level.tolerance:
            return self.win() if rounds.count_correct(self, level.rounds) else self._round()
        rounds.count_wrong(self)
        return {"wrong": True} | self._round()

    def _round(self) -> Reply:
        self._first = len(self.evidence.inputs)
        return rounds.round_data(self, self.puzzle.level.rounds)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    for number in range(puzzle.level.rounds):
        wanted = targets(puzzle, number)
        yield [*wanted, *map(top, wanted)]
        yield from (f"top: {top(one):g}px" for one in wanted)
        if len(wanted) > 2:
            yield wanted


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
