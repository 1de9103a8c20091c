"""Pixel Copy: black out the same cells as in the picture."""

import io
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

SIDE = 330


@dataclass(frozen=True)
class Level:
    size: int
    cells: int


@dataclass(frozen=True)
class Puzzle:
    """Cells along a side, and which are black, as (row, column) from 0."""

    size: int
    black: frozenset[tuple[int, int]]


def puzzle(random: Random, level: Level) -> Puzzle:
    every = [(row, column) for row in range(level.size) for column in range(level.size)]
    return Puzzle(level.size, frozenset(random.sample(every, level.cells)))


class Copy(Play[Puzzle]):
    """The pattern is a picture; each toggled cell is told."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._black: set[tuple[int, int]] = set()
        return {"size": self.puzzle.size, "side": SIDE}

    def file(self, name: str) -> File | None:
        if name != "pattern.png":
            return None
        picture = Image.new("RGB", (SIDE, SIDE), "#d5dae3")
        draw, step = ImageDraw.Draw(picture), SIDE / self.puzzle.size
        for row in range(self.puzzle.size):
            for column in range(self.puzzle.size):
                corner = (round(column * step) + 1, round(row * step) + 1)
                end = (round((column + 1) * step) - 2, round((row + 1) * step) - 2)
                black = (row, column) in self.puzzle.black
                draw.rectangle((corner, end), fill="#111111" if black else "#ffffff")
        png = io.BytesIO()
        picture.save(png, "PNG")
        return File(png.getvalue(), "image/png")

    @message
    def toggle(self, row: int, column: int) -> Reply:
        """A cell was toggled."""
        if not (0 <= row < self.puzzle.size and 0 <= column < self.puzzle.size):
            raise Refused("there is no such cell")
        self._black ^= {(row, column)}
        return self.win() if self._black == self.puzzle.black else {}


_GOAL = "Make your grid look like the picture: a click turns a cell black or white."

GAME = Game(
    family="pixel-copy",
    icon="⬛",
    skills=("vision", "mouse"),
    variants={
        "easy": Variant("pixel-copy-easy", "Pixel Copy (Easy)", _GOAL, "easy", Level(5, 1)),
        "base": Variant("pixel-copy", "Pixel Copy", _GOAL, "medium", Level(10, 8)),
        "hard": Variant("pixel-copy-hard", "Pixel Copy (Hard)", _GOAL, "hard", Level(15, 60)),
    },
    puzzle=puzzle,
    play=Copy,
    effort=lambda puzzle: len(puzzle.black),
)
