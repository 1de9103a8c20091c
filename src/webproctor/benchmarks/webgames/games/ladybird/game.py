"""LadyBird Planner: give all moves through a maze at once, without seeing any of them done."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

Cell = tuple[int, int]
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
MOST = 200


@dataclass(frozen=True)
class Level:
    """Cells along a side; the way's fewest and most moves; an open field or a maze of one way."""

    size: int
    least: int
    most: int
    maze: bool = True


@dataclass(frozen=True)
class Puzzle:
    """Walls as (row, column) from 0; the bird's cell; the flower's cell."""

    size: int
    walls: frozenset[Cell]
    start: Cell
    flower: Cell


def puzzle(random: Random, level: Level) -> Puzzle:
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
            return Puzzle(level.size, frozenset(walls), start, random.choice(goals))


def _maze(random: Random, size: int) -> set[Cell]:
    """Walls of a maze in which one way leads from any cell to any other."""
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
    """An open field with three short bars."""
    walls = set()
    for column in random.sample(range(1, size - 1), 3):
        row = random.randrange(size - 2)
        walls |= {(row + step, column) for step in range(3)}
    return walls


def distances(size: int, walls: set[Cell] | frozenset[Cell], start: Cell) -> dict[Cell, int]:
    """The fewest moves from a cell to every cell that can be reached."""
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


def walk(puzzle: Puzzle, moves: Sequence[str]) -> Cell:
    """Where the bird ends: it stops for good at the first wall or edge it meets."""
    row, column = puzzle.start
    for move in moves:
        a, b = MOVES[move]
        cell = row + a, column + b
        inside = 0 <= cell[0] < puzzle.size and 0 <= cell[1] < puzzle.size
        if not inside or cell in puzzle.walls:
            break
        row, column = cell
    return row, column


class Ladybird(Play[Puzzle]):
    """The map is there to be seen; the way is judged when it is handed in."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        shown = self.puzzle
        return {
            "size": shown.size,
            "walls": sorted(shown.walls),
            "start": shown.start,
            "flower": shown.flower,
        }

    @message
    def fly(self, moves: list[str]) -> Reply:
        """Go this way."""
        if len(moves) > MOST or any(move not in MOVES for move in moves):
            raise Refused("these are no moves")
        return self.win() if walk(self.puzzle, moves) == self.puzzle.flower else {"wrong": True}


def _moves(puzzle: Puzzle) -> int:
    return distances(puzzle.size, puzzle.walls, puzzle.start)[puzzle.flower]


_GOAL = "Enter all moves that lead the ladybird to the flower, then let it go."

GAME = Game(
    family="ladybird",
    icon="🐞",
    skills=("planning", "vision"),
    variants={
        "easy": Variant(
            "ladybird-easy", "LadyBird Planner (Easy)", _GOAL, "easy", Level(8, 9, 14, maze=False)
        ),
        "base": Variant("ladybird", "LadyBird Planner", _GOAL, "medium", Level(13, 16, 20)),
        "hard": Variant(
            "ladybird-hard", "LadyBird Planner (Hard)", _GOAL, "hard", Level(15, 24, 32)
        ),
    },
    puzzle=puzzle,
    play=Ladybird,
    effort=lambda puzzle: _moves(puzzle) + 1,
)
