"""Pixel Copy: fill the same cells as in the image."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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

SIDE = 330
Cell = tuple[int, int]


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        size: Cells per side.
        cells: The number of black cells.
        rounds: The images to copy in a row.
        figure: The black cells, as (row, column) from 0; if empty, they depend on the seed.
    """

    size: int
    cells: int
    rounds: int = 1
    figure: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def pattern(puzzle: Puzzle, number: int) -> frozenset[Cell]:
    """Return the black cells of the n-th image, as (row, column) from 0."""
    if puzzle.level.figure:
        return puzzle.level.figure
    side = range(puzzle.level.size)
    every = [(row, column) for row in side for column in side]
    return frozenset(Random(f"{puzzle.seed}:{number}").sample(every, puzzle.level.cells))


class Copy(Play[Puzzle]):
    """Sends the pattern as an image; a grid with as many black cells counts as an answer."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"size": self.puzzle.level.size, "side": SIDE} | self._round()

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "pattern", rounds.current_round(self))
        if number is None:
            return None
        size = self.puzzle.level.size
        picture = Image.new("RGB", (SIDE, SIDE), "#d5dae3")
        draw, step = ImageDraw.Draw(picture), SIDE / size
        dark = pattern(self.puzzle, number)
        for row in range(size):
            for column in range(size):
                corner = (round(column * step) + 1, round(row * step) + 1)
                end = (round((column + 1) * step) - 2, round((row + 1) * step) - 2)
                black = (row, column) in dark
                draw.rectangle((corner, end), fill="#111111" if black else "#ffffff")
        png = io.BytesIO()
        picture.save(png, "PNG")
        return File(png.getvalue(), "image/png")

    @message
    def toggle(self, number: int, row: int, column: int) -> Reply:
        """Toggle a cell in the n-th round."""
        if number != rounds.current_round(self):
            return {}  # The round was over: the page clears its grid.
        level = self.puzzle.level
        if not (0 <= row < level.size and 0 <= column < level.size):
            raise Refused("no such cell")
        self._black ^= {(row, column)}
        if len(self._black) != level.cells:
            return {}
        if self._black == pattern(self.puzzle, number):
            return self.win() if rounds.count_correct(self, level.rounds) else self._round()
        if level.rounds == 1:
            # A single round cannot be guessed, so the same image stays and can be corrected.
            self.miss()
            return {"wrong": True}
        rounds.count_wrong(self)
        return {"wrong": True} | self._round()

    def _round(self) -> Reply:
        self._black: set[Cell] = set()
        return rounds.round_data(self, self.puzzle.level.rounds)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    side = range(puzzle.level.size)
    for number in range(puzzle.level.rounds):
        black = pattern(puzzle, number)
        yield [int((row, column) in black) for row in side for column in side]
        if len(black) > 1:
            yield [at for cell in sorted(black) for at in cell]


_GOAL = "Make your grid look like the picture: a click turns a cell black or white."
_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant("pixel-copy-easy", "Pixel Copy (Easy)", _GOAL, "easy", Level(5, 1, 3)),
    "base": Variant("pixel-copy", "Pixel Copy", _GOAL, "medium", Level(10, 8)),
    "hard": Variant("pixel-copy-hard", "Pixel Copy (Hard)", _GOAL, "hard", Level(15, 60)),
}
# The figures of the published suite: the cell in the middle, a face, and a frame around four cells.
_FACE = frozenset({(2, 2), (2, 7), (6, 2), (6, 7), *((7, column) for column in range(3, 7))})
_FRAME = frozenset(
    (row, column)
    for row in range(15)
    for column in range(15)
    if {row, column} & {0, 14} or {row, column} <= {5, 9}
)
_FIGURES: Mapping[VariantName, frozenset[Cell]] = {
    "easy": frozenset({(2, 2)}),
    "base": _FACE,
    "hard": _FRAME,
}

GAME = Game(
    family="pixel-copy",
    icon="⬛",
    skills=("vision", "mouse"),
    variants=_VARIANTS,
    published={
        name: replace(variant, level=replace(variant.level, rounds=1, figure=_FIGURES[name]))
        for name, variant in _VARIANTS.items()
    },
    puzzle=puzzle,
    play=Copy,
    minimum_actions=lambda puzzle: puzzle.level.rounds * puzzle.level.cells,
    tries=10,
    hidden=_hidden,
)
