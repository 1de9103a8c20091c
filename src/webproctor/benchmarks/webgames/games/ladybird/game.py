"""LadyBird Planner: enter all moves through a maze at once, without seeing their effects."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

Cell = tuple[int, int]
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
MOST = 200
# Size of a map cell and of the line between two, in pixels; the map is drawn at a multiple of its
# size and scaled down, for smooth edges.
CELL, LINE = 30, 1
_FINE = 2


@dataclass(frozen=True)
class Level:
    """Cells per side; range of the path's length in moves; maze or open field; number of maps.

    The chance of guessing a path on an open field is 1 in 40, so that variant has two maps.
    """

    size: int
    least: int
    most: int
    maze: bool = True
    maps: int = 1


@dataclass(frozen=True)
class Map:
    """Walls as (row, column) from 0; the bird's cell; the flower's cell."""

    size: int
    walls: frozenset[Cell]
    start: Cell
    flower: Cell


Puzzle = tuple[Map, ...]


def puzzle(random: Random, level: Level) -> Puzzle:
    return tuple(_map(random, level) for _ in range(level.maps))


def _map(random: Random, level: Level) -> Map:
    while True:
        walls = _maze(random, level.size) if level.maze else _field(random, level.size)
        free = [
            (row, column)
            for row in range(level.size)
            for column in range(level.size)
            if (row, column) not in walls
        ]
        start = random.choice(free)
        far = distances(level.size, walls, start)
        goals = [cell for cell, steps in far.items() if level.least <= steps <= level.most]
        if goals:
            return Map(level.size, frozenset(walls), start, random.choice(goals))


def _maze(random: Random, size: int) -> set[Cell]:
    """Return the walls of a maze with exactly one path between any two cells."""
    walls = {(row, column) for row in range(size) for column in range(size)}
    stack = [(1, 1)]
    walls.discard((1, 1))
    while stack:
        row, column = stack[-1]
        ways = [
            (row + 2 * a, column + 2 * b, row + a, column + b)
            for a, b in MOVES.values()
            if 0 < row + 2 * a < size - 1
            and 0 < column + 2 * b < size - 1
            and (row + 2 * a, column + 2 * b) in walls
        ]
        if not ways:
            stack.pop()
            continue
        then_row, then_column, row, column = random.choice(ways)
        walls -= {(row, column), (then_row, then_column)}
        stack.append((then_row, then_column))
    return walls


def _field(random: Random, size: int) -> set[Cell]:
    """Return the walls of an open field with three short bars."""
    walls = set()
    for column in random.sample(range(1, size - 1), 3):
        row = random.randrange(size - 2)
        walls |= {(row + step, column) for step in range(3)}
    return walls


def distances(size: int, walls: set[Cell] | frozenset[Cell], start: Cell) -> dict[Cell, int]:
    """Return the minimum number of moves from a cell to every reachable cell."""
    far, queue = {start: 0}, deque([start])
    while queue:
        row, column = queue.popleft()
        for a, b in MOVES.values():
            cell = row + a, column + b
            inside = 0 <= cell[0] < size and 0 <= cell[1] < size
            if inside and cell not in walls and cell not in far:
                far[cell] = far[row, column] + 1
                queue.append(cell)
    return far


def walk(map: Map, moves: Sequence[str]) -> Cell:
    """Return the bird's final cell; it stops at the first wall or edge in its path."""
    row, column = map.start
    for move in moves:
        a, b = MOVES[move]
        cell = row + a, column + b
        inside = 0 <= cell[0] < map.size and 0 <= cell[1] < map.size
        if not inside or cell in map.walls:
            break
        row, column = cell
    return row, column


class Ladybird(Play[Puzzle]):
    """Sends the map as an image, and judges a path when it is submitted."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._number = 0
        return self._shown()

    def file(self, name: str) -> File | None:
        if name != f"map-{self._number}.png":
            return None
        return png(draw(self.puzzle[self._number]))

    @message
    def fly(self, moves: list[str], map: int) -> Reply:
        """Judge a path on the map with this index, from 0."""
        if len(moves) > MOST or any(move not in MOVES for move in moves):
            raise Refused("invalid moves")
        if map != self._number:
            return self._shown()  # The same path again, before the next map was shown.
        here = self.puzzle[self._number]
        if walk(here, moves) != here.flower:
            self.miss()
            return {"wrong": True}
        self._number += 1
        return self.win() if self._number == len(self.puzzle) else self._shown()

    def _shown(self) -> Reply:
        return {"map": self._number, "maps": len(self.puzzle)}


def draw(map: Map) -> Image.Image:
    """Draw a map: dark walls, a red ladybird with a black head, a pink flower."""
    pitch = CELL + LINE
    side = map.size * pitch + LINE
    image = Image.new("RGB", (side * _FINE, side * _FINE), "#d5dae3")
    pen = ImageDraw.Draw(image)

    def disc(cell: Cell, right: float, down: float, radius: float, colour: str) -> None:
        x, y = ((at * pitch + LINE + CELL / 2) * _FINE for at in (cell[1], cell[0]))
        x, y, reach = x + right * _FINE, y + down * _FINE, radius * _FINE
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), colour)

    for row in range(map.size):
        for column in range(map.size):
            left, top = ((at * pitch + LINE) * _FINE for at in (column, row))
            far = CELL * _FINE - 1
            colour = "#4c5a44" if (row, column) in map.walls else "#f4f8ef"
            pen.rectangle((left, top, left + far, top + far), colour)
    disc(map.start, 0, -8, 5, "#1c1c1c")
    disc(map.start, 0, 2, 10, "#d3291c")
    for right, down in ((-5, -2), (5, -2), (-4, 6), (4, 6)):
        disc(map.start, right, down, 1.8, "#1c1c1c")
    for right, down in ((0, -7), (7, -2), (4, 6), (-4, 6), (-7, -2)):
        disc(map.flower, right, down, 5, "#ee7fb0")
    disc(map.flower, 0, 0, 4, "#f2c53d")
    return image.resize((side, side), Image.Resampling.LANCZOS)


def _moves(puzzle: Puzzle) -> int:
    return sum(distances(one.size, one.walls, one.start)[one.flower] + 1 for one in puzzle)


def _hidden(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the cells of bird and flower, and some walls of each map, row by row."""
    facts: list[tuple[int, ...]] = []
    for one in puzzle:
        walls, middle = sorted(one.walls), len(one.walls) // 2
        some = [at for cell in walls[middle - 2 : middle + 2] for at in cell]
        facts += [(*one.start, *one.flower), tuple(some)]
    return facts


_GOAL = "Enter all moves that lead the ladybird to the flower, then let it go."

GAME = Game(
    family="ladybird",
    icon="🐞",
    skills=("planning", "vision"),
    variants={
        "easy": Variant(
            "ladybird-easy",
            "LadyBird Planner (Easy)",
            _GOAL,
            "easy",
            Level(8, 9, 14, maze=False, maps=2),
        ),
        "base": Variant("ladybird", "LadyBird Planner", _GOAL, "medium", Level(13, 16, 20)),
        "hard": Variant(
            "ladybird-hard", "LadyBird Planner (Hard)", _GOAL, "hard", Level(15, 24, 32)
        ),
    },
    puzzle=puzzle,
    play=Ladybird,
    minimum_actions=_moves,
    tries=5,
    hidden=_hidden,
)
