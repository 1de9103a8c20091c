"""LadyBird Planner: enter all moves that lead a ladybird through a map to a flower.

The map is an image. The player submits all moves at once, without seeing the effect of each, and
wins if they end at the flower of the last map.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

# Row and column, from 0.
Cell = tuple[int, int]
# The change of row and column by move.
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
# The maximum number of moves that can be submitted.
MAX_MOVES = 200
# Size of a map cell and of the line between two, in pixels.
CELL, LINE = 30, 1
# The map is drawn at this multiple of its size and scaled down, for smooth edges.
_SCALE = 2


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        size: The number of rows and of columns.
        min_moves, max_moves: Range of the length of the shortest path, inclusive.
        maze: Whether the map is a maze instead of an open field.
        maps: The number of consecutive maps: two for open fields, as the chance of guessing a path
            on one is 1 in 40.
    """

    size: int
    min_moves: int
    max_moves: int
    maze: bool = True
    maps: int = 1


@dataclass(frozen=True)
class Map:
    """The cells of the walls, of the ladybird at the start, and of the flower."""

    size: int
    walls: frozenset[Cell]
    start: Cell
    flower: Cell


Puzzle = tuple[Map, ...]


def puzzle(random: Random, level: Level) -> Puzzle:
    return tuple(_generate_map(random, level) for _ in range(level.maps))


def _generate_map(random: Random, level: Level) -> Map:
    while True:
        generate = _maze_walls if level.maze else _field_walls
        walls = generate(random, level.size)
        free = [
            (row, column)
            for row in range(level.size)
            for column in range(level.size)
            if (row, column) not in walls
        ]
        start = random.choice(free)
        reachable = distances(level.size, walls, start)
        flowers = [
            cell for cell, moves in reachable.items() if level.min_moves <= moves <= level.max_moves
        ]
        if flowers:
            return Map(level.size, frozenset(walls), start, random.choice(flowers))


def _maze_walls(random: Random, size: int) -> set[Cell]:
    """Return the walls of a maze with exactly one path between any two cells."""
    walls = {(row, column) for row in range(size) for column in range(size)}
    stack = [(1, 1)]
    walls.discard((1, 1))
    while stack:
        row, column = stack[-1]
        # The cells two steps away that are still walls, and the cells between.
        candidates = [
            ((row + 2 * down, column + 2 * right), (row + down, column + right))
            for down, right in MOVES.values()
            if 0 < row + 2 * down < size - 1
            and 0 < column + 2 * right < size - 1
            and (row + 2 * down, column + 2 * right) in walls
        ]
        if not candidates:
            stack.pop()
            continue
        cell, between = random.choice(candidates)
        walls -= {cell, between}
        stack.append(cell)
    return walls


def _field_walls(random: Random, size: int) -> set[Cell]:
    """Return the walls of an open field: three vertical bars of three cells each."""
    walls = set()
    for column in random.sample(range(1, size - 1), 3):
        row = random.randrange(size - 2)
        walls |= {(row + offset, column) for offset in range(3)}
    return walls


def distances(size: int, walls: set[Cell] | frozenset[Cell], start: Cell) -> dict[Cell, int]:
    """Return the minimum number of moves from a cell to every reachable cell."""
    found, queue = {start: 0}, deque([start])
    while queue:
        row, column = queue.popleft()
        for down, right in MOVES.values():
            cell = row + down, column + right
            inside = 0 <= cell[0] < size and 0 <= cell[1] < size
            if inside and cell not in walls and cell not in found:
                found[cell] = found[row, column] + 1
                queue.append(cell)
    return found


def final_cell(map: Map, moves: Sequence[str]) -> Cell:
    """Return where the moves end; the ladybird stops at the first wall or edge in its path."""
    row, column = map.start
    for move in moves:
        down, right = MOVES[move]
        cell = row + down, column + right
        inside = 0 <= cell[0] < map.size and 0 <= cell[1] < map.size
        if not inside or cell in map.walls:
            break
        row, column = cell
    return row, column


class Ladybird(Play[Puzzle]):
    """Sends each map as an image, and checks the moves when they are submitted."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._index = 0
        return self._state()

    def file(self, name: str) -> File | None:
        shown = enumerate(self.puzzle[: self._index + 1])
        return next((png(draw_map(map)) for n, map in shown if name == f"map-{n}.png"), None)

    @message
    def submit(self, moves: list[str], map: int) -> Reply:
        """Check the moves on the map with this index, from 0."""
        if len(moves) > MAX_MOVES or any(move not in MOVES for move in moves):
            raise Refused("invalid moves")
        if self._index == len(self.puzzle):
            return {}  # Sent twice: the last map is solved.
        if map != self._index:
            return self._state()  # A repeated message about the previous map.
        current = self.puzzle[self._index]
        if final_cell(current, moves) != current.flower:
            self.miss()
            return {"wrong": True}
        self._index += 1
        return self.win() if self._index == len(self.puzzle) else self._state()

    def _state(self) -> Reply:
        return {"map": self._index, "maps": len(self.puzzle)}


def draw_map(map: Map) -> Image.Image:
    """Draw a map: dark walls, a red ladybird with a black head, a pink flower."""
    cell_size = CELL + LINE
    side = map.size * cell_size + LINE
    image = Image.new("RGB", (side * _SCALE, side * _SCALE), "#d5dae3")
    draw = ImageDraw.Draw(image)

    def disc(cell: Cell, dx: float, dy: float, radius: float, colour: str) -> None:
        """Draw a disc at an offset from a cell's centre, in pixels."""
        x, y = (n * cell_size + LINE + CELL / 2 for n in (cell[1], cell[0]))
        box = (x + dx - radius, y + dy - radius, x + dx + radius, y + dy + radius)
        draw.ellipse([_SCALE * edge for edge in box], colour)

    for row in range(map.size):
        for column in range(map.size):
            left, top = ((n * cell_size + LINE) * _SCALE for n in (column, row))
            size = CELL * _SCALE - 1
            colour = "#4c5a44" if (row, column) in map.walls else "#f4f8ef"
            draw.rectangle((left, top, left + size, top + size), colour)
    disc(map.start, 0, -8, 5, "#1c1c1c")
    disc(map.start, 0, 2, 10, "#d3291c")
    for dx, dy in ((-5, -2), (5, -2), (-4, 6), (4, 6)):
        disc(map.start, dx, dy, 1.8, "#1c1c1c")
    for dx, dy in ((0, -7), (7, -2), (4, 6), (-4, 6), (-7, -2)):
        disc(map.flower, dx, dy, 5, "#ee7fb0")
    disc(map.flower, 0, 0, 4, "#f2c53d")
    return image.resize((side, side), Image.Resampling.LANCZOS)


def _minimum_actions(puzzle: Puzzle) -> int:
    """Return the number of moves of the shortest paths, plus one press of Go per map."""
    return sum(distances(map.size, map.walls, map.start)[map.flower] + 1 for map in puzzle)


def _hidden(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the cells of ladybird and flower, and four walls in the middle of each map."""
    facts: list[tuple[int, ...]] = []
    for map in puzzle:
        walls, middle = sorted(map.walls), len(map.walls) // 2
        numbers = [number for cell in walls[middle - 2 : middle + 2] for number in cell]
        facts += [(*map.start, *map.flower), tuple(numbers)]
    return facts


_GOAL = "Enter all moves that lead the ladybird to the flower, then press Go."

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
    minimum_actions=_minimum_actions,
    tries=5,
    hidden=_hidden,
)
