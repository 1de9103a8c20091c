"""Pixel Copy: fill the same cells as in an image.

The player has answered when the grid has as many black cells as the image.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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

SIDE = 330
"""The width and height of the image and of the grid, in pixels."""
Cell = tuple[int, int]
"""Row and column, from 0."""


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        size: Cells per side.
        cells: The number of black cells.
        rounds: The number of images to copy in a row.
        figure: The black cells; if empty, they depend on the seed.
    """

    size: int
    cells: int
    rounds: int = 1
    figure: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of the images."""

    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def pattern(puzzle: Puzzle, number: int) -> frozenset[Cell]:
    """Return the black cells of the n-th image, from 0."""
    if puzzle.level.figure:
        return puzzle.level.figure
    cells = _cells(puzzle.level)
    return frozenset(Random(f"{puzzle.seed}:{number}").sample(cells, puzzle.level.cells))


def _cells(level: Level) -> list[Cell]:
    """Return all cells of the grid, row by row."""
    return [(row, column) for row in range(level.size) for column in range(level.size)]


class PixelCopy(Play[Puzzle]):
    """Sends the pattern as an image; a grid with as many black cells counts as an answer."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"size": self.puzzle.level.size, "side": SIDE} | self._start_round()

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "pattern", rounds.current_round(self))
        if number is None:
            return None
        image = Image.new("RGB", (SIDE, SIDE), "#d5dae3")
        draw, cell_size = ImageDraw.Draw(image), SIDE / self.puzzle.level.size
        black_cells = pattern(self.puzzle, number)
        for row, column in _cells(self.puzzle.level):
            top_left = (round(column * cell_size) + 1, round(row * cell_size) + 1)
            bottom_right = (round((column + 1) * cell_size) - 2, round((row + 1) * cell_size) - 2)
            black = (row, column) in black_cells
            draw.rectangle((top_left, bottom_right), fill="#111111" if black else "#ffffff")
        return png(image)

    @message
    def toggle(self, number: int, row: int, column: int) -> Reply:
        """Toggle a cell in the n-th round."""
        if number != rounds.current_round(self):
            return {}  # The round has ended: the page clears its grid.
        level = self.puzzle.level
        if not (0 <= row < level.size and 0 <= column < level.size):
            raise Refused("no such cell")
        self._black_cells ^= {(row, column)}
        if len(self._black_cells) != level.cells:
            return {}
        if self._black_cells == pattern(self.puzzle, number):
            return self.win() if rounds.count_correct(self, level.rounds) else self._start_round()
        if level.rounds == 1:
            # A single round cannot be guessed, so the same image stays and can be corrected.
            self.miss()
            return {"wrong": True}
        rounds.count_wrong(self)
        return {"wrong": True} | self._start_round()

    def _start_round(self) -> Reply:
        self._black_cells: set[Cell] = set()
        return rounds.round_data(self, self.puzzle.level.rounds)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    for number in range(puzzle.level.rounds):
        black_cells = pattern(puzzle, number)
        yield [int(cell in black_cells) for cell in _cells(puzzle.level)]
        if len(black_cells) > 1:
            yield [coordinate for cell in sorted(black_cells) for coordinate in cell]


_GOAL = "Make your grid look like the image: a click turns a cell black or white."
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
    play=PixelCopy,
    minimum_actions=lambda puzzle: puzzle.level.rounds * puzzle.level.cells,
    tries=10,
    hidden=_hidden,
)
