"""Frog Crossing: bring the frog over the road, one hop a beat, and do not get run over."""

from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Literal

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

Cell = tuple[int, int]
Key = Literal["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
HOPS: dict[str, Cell] = {
    "ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1),
}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """Side of the field in cells, the rows with cars, cars in a row, seconds of a beat."""

    side: int
    lanes: tuple[int, ...]
    cars: int
    beat: float


@dataclass(frozen=True)
class Puzzle:
    """The columns of the cars of each lane at the first beat."""

    level: Level
    cars: tuple[tuple[int, ...], ...]

    def way(self, lane: int) -> int:
        """Which way the n-th lane drives: -1 to the left."""
        return -1 if lane % 2 == 0 else 1

    def hit(self, beat: int, cell: Cell) -> bool:
        """Whether a car is in a cell (row, column) at a beat."""
        row, column = cell
        if row not in self.level.lanes:
            return False
        lane = self.level.lanes.index(row)
        return (column - self.way(lane) * beat) % self.level.side in self.cars[lane]


def puzzle(random: Random, level: Level) -> Puzzle:
    while True:
        cars = tuple(tuple(random.sample(range(level.side), level.cars)) for _ in level.lanes)
        made = Puzzle(level, cars)
        if way(made, 0, (level.side - 1, level.side // 2)) is not None:
            return made


def way(puzzle: Puzzle, beat: int, frog: Cell) -> list[str] | None:
    """Hops that bring the frog over, one a beat ("" to stay), onto cells that stay free for one.

    None where there are none within a hundred beats.
    """
    side = puzzle.level.side
    seen, line = {(beat, frog)}, deque([(beat, frog, [""][:0])])
    while line:
        now, (row, column), hops = line.popleft()
        if row == 0:
            return hops
        if now - beat > 100:
            continue
        for key, (down, right) in {"": (0, 0), **HOPS}.items():
            cell = row + down, column + right
            inside = 0 <= cell[0] < side and 0 <= cell[1] < side
            if not inside or puzzle.hit(now, cell) or puzzle.hit(now + 1, cell):
                continue
            if (now + 1, cell) not in seen:
                seen.add((now + 1, cell))
                line.append((now + 1, cell, [*hops, key]))
    return None


class Frog(Play[Puzzle]):
    """Follows the hops that the witness saw; the page says in which beat each of them came."""

    # A key is told by the page's clock, the beat by its frames.
    SLACK = 0.1

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        self._frog: Cell = (level.side - 1, level.side // 2)
        self._beat = -1
        self._heard = 0
        self._over = False
        return {
            "side": level.side,
            "beat": level.beat * 1000,
            "frog": self._frog,
            "lanes": [
                {"row": row, "way": self.puzzle.way(n), "cars": self.puzzle.cars[n]}
                for n, row in enumerate(level.lanes)
            ],
        }

    @message
    def hop(self, key: Key, beat: int) -> Reply:
        """A hop in a beat, counted from 0 when the page was loaded."""
        if self._over:
            raise Refused("the frog was run over")
        if beat <= self._beat:
            raise Refused("a second hop in one beat")
        self._wait(beat)
        at = self._seen(key, beat)
        if self._over:
            return {"over": True}
        down, right = HOPS[key]
        row, column = self._frog[0] + down, self._frog[1] + right
        side = self.puzzle.level.side
        if not (0 <= row < side and 0 <= column < side):
            raise Refused("a hop off the field")
        self._beat, self._frog = beat, (row, column)
        if self.puzzle.hit(beat, self._frog):
            self._over = True
            return {"over": True, "at": at}
        return self.win() if row == 0 else {}

    def _wait(self, beat: int) -> None:
        """Cars go on until a beat."""
        first = max(self._beat, 0)
        self._over = any(self.puzzle.hit(one, self._frog) for one in range(first, beat + 1))

    def _seen(self, key: Key, beat: int) -> float:
        long = self.puzzle.level.beat
        for one in self.table.inputs[self._heard :]:
            self._heard += 1
            if one.kind != "key" or one.detail != key:
                continue
            if beat * long - self.SLACK <= one.at <= (beat + 1) * long + self.SLACK:
                return one.at
        raise Refused("no such key was seen in that beat")


def _goal(kind: str) -> str:
    return f"Bring the frog to the top row with the arrow keys, {kind}. It hops once a beat."


GAME = Game(
    family="frog-crossing",
    icon="🐸",
    skills=("keyboard", "timing", "vision"),
    variants={
        "easy": Variant(
            "frog-crossing-easy",
            "Frog Crossing (Easy)",
            _goal("past a few slow cars"),
            "easy",
            Level(7, (1, 3, 5), 2, 0.6),
        ),
        "base": Variant(
            "frog-crossing",
            "Frog Crossing",
            _goal("past the cars"),
            "hard",
            Level(9, (1, 3, 5, 7), 3, 0.4),
        ),
        "hard": Variant(
            "frog-crossing-hard",
            "Frog Crossing (Hard)",
            _goal("past many fast cars"),
            "hard",
            Level(11, (1, 2, 3, 5, 6, 7, 8), 4, 0.3),
        ),
    },
    puzzle=puzzle,
    play=Frog,
    effort=lambda puzzle: puzzle.level.side - 1,
    timed=True,
)
