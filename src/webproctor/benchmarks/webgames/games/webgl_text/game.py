"""WebGL Text: enter the name of a rotating shape, for several shapes in a row.

The page receives an image of the shape and rotates it; the server checks the name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.games.webgl_text.shapes import NAMES, outline
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
    File,
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

# The side of a shape's image, and the radius of the circle that contains the shape, in pixels.
SIDE, RADIUS = 380, 178
# Drawn at this multiple of the size and scaled down, for smooth edges.
_SCALE = 3
_BACKGROUND = (15, 20, 33)  # As in page.js.
_COLOURS = ((64, 128, 255), (255, 199, 51), (77, 217, 128), (255, 115, 102), (204, 128, 255))
_SIMPLE_SHAPES = ("triangle", "square", "circle", "star")
_ALL_SHAPES = tuple(NAMES)


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        shapes: The possible shapes.
        speed: Rotations per second.
        colours: Number of colours in the gradient.
        rounds: Number of shapes that must be named correctly in a row.
    """

    shapes: tuple[str, ...]
    speed: float
    colours: int
    rounds: int


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of all shapes."""

    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def shape(puzzle: Puzzle, number: int) -> str:
    """Return the name of the n-th shape, from 0."""
    return Random(f"{puzzle.seed}:{number}").choice(puzzle.level.shapes)


def draw(puzzle: Puzzle, number: int) -> Image.Image:
    """Draw the n-th shape, randomly rotated."""
    random = Random(f"{puzzle.seed}:{number}:paint")
    side, radius, angle = SIDE * _SCALE, RADIUS * _SCALE, random.uniform(0, 2 * pi)
    corners = [
        (
            side / 2 + radius * (x * cos(angle) - y * sin(angle)),
            side / 2 + radius * (x * sin(angle) + y * cos(angle)),
        )
        for x, y in outline(shape(puzzle, number))
    ]
    mask = Image.new("L", (side, side))
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    size, level = (SIDE, SIDE), puzzle.level
    colours = random.sample(_COLOURS, level.colours)
    # A gradient between the colours of its four corners.
    corner_colours = Image.new("RGB", (2, 2))
    corner_colours.putdata([colours[n % level.colours] for n in range(4)])
    gradient = corner_colours.resize(size, Image.Resampling.BILINEAR)
    image = Image.new("RGB", size, _BACKGROUND)
    image.paste(gradient, (0, 0), mask.resize(size, Image.Resampling.LANCZOS))
    return image


class Shapes(Play[Puzzle]):
    """Sends an image for the page to rotate, and checks the names."""

    def view(self, path: str) -> Reply | None:
        return None if path else self._round()

    def file(self, name: str) -> File | None:
        number = rounds.current_round(self)
        return png(draw(self.puzzle, number)) if name == f"shape-{number}.png" else None

    @message
    def check(self, text: str, number: int) -> Reply:
        """Check the name of the n-th shape."""
        if number != rounds.current_round(self):
            return self._round()  # Sent twice: already judged.
        name = " ".join(text.casefold().split()).removeprefix("a ").removeprefix("an ")
        correct = name in NAMES[shape(self.puzzle, number)]
        if not correct:
            rounds.count_wrong(self)
        elif rounds.count_correct(self, self.puzzle.level.rounds):
            return self.win()
        return {"correct": correct} | self._round()

    def _round(self) -> Reply:
        number, level = rounds.current_round(self), self.puzzle.level
        speed = level.speed * Random(f"{self.puzzle.seed}:{number}:turn").choice((-1, 1))
        return rounds.round_data(self, level.rounds) | {"speed": speed, "side": SIDE}


def _hidden(puzzle: Puzzle) -> list[str]:
    """Return the names of the first shapes."""
    numbers = range(puzzle.level.rounds)
    return sorted({name for number in numbers for name in NAMES[shape(puzzle, number)]})


_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "webgl-text-easy",
        "WebGL Text (Easy)",
        "Enter the name of the rotating shape. It is a simple, common shape.",
        "easy",
        Level(_SIMPLE_SHAPES, 0.05, 1, 5),
    ),
    "base": Variant(
        "webgl-text",
        "WebGL Text",
        "Enter the name of the rotating shape.",
        "easy",
        Level(_ALL_SHAPES, 0.1, 3, 3),
    ),
    "hard": Variant(
        "webgl-text-hard",
        "WebGL Text (Hard)",
        "Enter the name of the shape, which rotates fast.",
        "medium",
        Level(_ALL_SHAPES[3:], 0.4, 4, 3),
    ),
}

GAME = Game(
    family="webgl-text",
    icon="🔷",
    skills=("vision", "typing"),
    variants=_VARIANTS,
    published=rounds.with_one_round(_VARIANTS),
    puzzle=puzzle,
    play=Shapes,
    # The shortest name has four letters.
    minimum_actions=lambda puzzle: 4 * puzzle.level.rounds,
    # The chance of guessing all rounds is at most 1 in 1000.
    tries=9,
    hidden=_hidden,
)
