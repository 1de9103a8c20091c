"""WebGL Text: name a rotating shape."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.games.webgl_text.shapes import NAMES, outline
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import (
    File,
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

# Side of a shape's image, and the shape's maximum distance from its center, in pixels.
SIDE, REACH = 380, 178
# Drawn at this multiple of the size and scaled down, for smooth edges.
_FINE = 3
GROUND = (15, 20, 33)
_COLOURS = ((64, 128, 255), (255, 199, 51), (77, 217, 128), (255, 115, 102), (204, 128, 255))
_SIMPLE = ("triangle", "square", "circle", "star")
_ALL = tuple(NAMES)


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
    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def shape(puzzle: Puzzle, number: int) -> str:
    """Return the name of the n-th shape, from 0."""
    return Random(f"{puzzle.seed}:{number}").choice(puzzle.level.shapes)


def draw(puzzle: Puzzle, number: int) -> Image.Image:
    """Draw the n-th shape, randomly rotated."""
    random = Random(f"{puzzle.seed}:{number}:paint")
    middle, reach, turn = SIDE * _FINE / 2, REACH * _FINE, random.uniform(0, 2 * pi)
    corners = [
        (
            middle + reach * (x * cos(turn) - y * sin(turn)),
            middle + reach * (x * sin(turn) + y * cos(turn)),
        )
        for x, y in outline(shape(puzzle, number))
    ]
    mask = Image.new("L", (SIDE * _FINE, SIDE * _FINE))
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    size, level = (SIDE, SIDE), puzzle.level
    colours = random.sample(_COLOURS, level.colours)
    corner = Image.new("RGB", (2, 2))
    corner.putdata([colours[n % level.colours] for n in range(4)])
    picture = Image.new("RGB", size, GROUND)
    paint = corner.resize(size, Image.Resampling.BILINEAR)
    picture.paste(paint, (0, 0), mask.resize(size, Image.Resampling.LANCZOS))
    return picture


class Shapes(Play[Puzzle]):
    """Sends an image for the page to rotate; only the server knows what it shows."""

    def view(self, path: str) -> Reply | None:
        return None if path else self._shown()

    def file(self, name: str) -> File | None:
        number = rounds.current_round(self)
        return png(draw(self.puzzle, number)) if name == f"picture-{number}.png" else None

    @message
    def name(self, text: str, number: int) -> Reply:
        """Check the name of the n-th shape."""
        if number != rounds.current_round(self):
            return self._shown()  # The same name again, before the next shape was shown.
        given = " ".join(text.casefold().split()).removeprefix("a ").removeprefix("an ")
        right = given in NAMES[shape(self.puzzle, number)]
        if not right:
            rounds.count_wrong(self)
        elif rounds.count_correct(self, self.puzzle.level.rounds):
            return self.win()
        return {"right": right} | self._shown()

    def _shown(self) -> Reply:
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
        "Name the turning shape. It is one that every child knows.",
        "easy",
        Level(_SIMPLE, 0.05, 1, 5),
    ),
    "base": Variant(
        "webgl-text", "WebGL Text", "Name the turning shape.", "easy", Level(_ALL, 0.1, 3, 3)
    ),
    "hard": Variant(
        "webgl-text-hard",
        "WebGL Text (Hard)",
        "Name the shape, fast as it turns.",
        "medium",
        Level(_ALL[3:], 0.4, 4, 3),
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
