"""Frog Crossing: move the frog to the top row with the arrow keys, without being hit by a car.

Time is divided into beats of equal length, and the cars move one cell per beat. The server replays
the recorded key presses.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import floor
from random import Random

from webproctor.benchmarks.webgames.play import (
    Difficulty,
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

Cell = tuple[int, int]
# Seconds by which the page's clock may be ahead of the server's: its time begins before the load.
_MAX_CLOCK_LEAD = 5.0
# The change of row and column by key.
HOPS: dict[str, Cell] = {
    "ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1),
}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        side: The number of rows and of columns.
        lanes: The rows with cars, from 0 at the top.
        cars: The number of cars per lane.
        beat: Seconds per beat.
        unlimited_hops: Whether the frog can hop any number of times per beat instead of once.
    """

    side: int
    lanes: tuple[int, ...]
    cars: int
    beat: float
    unlimited_hops: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The columns of the cars in each lane at the first beat, beat 0."""

    level: Level
    cars: tuple[tuple[int, ...], ...]

    def direction(self, lane: int) -> int:
        """Return the direction of the cars in a lane, by its index: -1 for left, 1 for right."""
        return -1 if lane % 2 == 0 else 1

    def has_car(self, beat: int, cell: Cell) -> bool:
        """Return whether a car is in a cell (row, column) at a beat."""
        row, column = cell
        if row not in self.level.lanes:
            return False
        lane = self.level.lanes.index(row)
        return (column - self.direction(lane) * beat) % self.level.side in self.cars[lane]


def puzzle(random: Random, level: Level) -> Puzzle:
    while True:
        cars = tuple(tuple(random.sample(range(level.side), level.cars)) for _ in level.lanes)
        candidate = Puzzle(level, cars)
        if find_path(candidate, 0, start_cell(level)) is not None:
            return candidate


def start_cell(level: Level) -> Cell:
    """Return the frog's first cell: the middle of the bottom row."""
    return level.side - 1, level.side // 2


def find_path(puzzle: Puzzle, beat: int, frog: Cell) -> list[str] | None:
    """Return the keys that bring the frog to the top row, one per beat ("" to stay).

    Each hop leads to a cell that has no car at its beat and at the next one. Returns None if there
    is no such path of at most a hundred beats.
    """
    side = puzzle.level.side
    seen = {(beat, frog)}
    queue: deque[tuple[int, Cell, list[str]]] = deque([(beat, frog, [])])
    while queue:
        now, (row, column), keys = queue.popleft()
        if row == 0:
            return keys
        if now - beat > 100:
            continue
        for key, (down, right) in {"": (0, 0), **HOPS}.items():
            cell = row + down, column + right
            inside = 0 <= cell[0] < side and 0 <= cell[1] < side
            if not inside or puzzle.has_car(now, cell) or puzzle.has_car(now + 1, cell):
                continue
            if (now + 1, cell) not in seen:
                seen.add((now + 1, cell))
                queue.append((now + 1, cell, [*keys, key]))
    return None


class FrogCrossing(Play[Puzzle]):
    """Replays the recorded hops; the time of a key press determines its beat.

    The page moves the frog by the same rules and only reports that there was a hop. Both compute
    the same beat, however late a busy page handles the key press.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        self._frog = start_cell(level)
        # The latest beat that was checked for a collision, and the beat of the last hop.
        self._checked_beat, self._last_hop = 0, -1
        self._inputs_read = 0
        self._crashed = False
        return {
            "side": level.side,
            "beat": level.beat * 1000,
            "unlimited_hops": level.unlimited_hops,
            "frog": self._frog,
            "lanes": [
                {"row": row, "direction": self.puzzle.direction(n), "cars": self.puzzle.cars[n]}
                for n, row in enumerate(level.lanes)
            ],
        }

    @message
    def hop(self, began: float) -> Reply:
        """The player hopped; `began` is the time of the first beat, in milliseconds."""
        for event in self.evidence.inputs[self._inputs_read :]:
            self._inputs_read += 1
            # Keys pressed before the page was reloaded have times of the earlier load.
            in_time = began / 1000 <= event.at <= self.evidence.now() + _MAX_CLOCK_LEAD
            if event.kind == "key" and event.detail in HOPS and in_time and not self.won:
                self._handle_key(event.detail, self._beat_at(event.at - began / 1000))
        reply: Reply = {"frog": self._frog, "crashed": self._crashed}
        return reply | self.win() if self.won else reply

    def _beat_at(self, time: float) -> int:
        """Return the index of the beat at a time in seconds since the first beat."""
        return floor(time / self.puzzle.level.beat + 1e-6)

    def _handle_key(self, key: str, beat: int) -> None:
        """Move the frog, unless it crashed, hopped in this beat or would leave the field."""
        unlimited = self.puzzle.level.unlimited_hops
        too_early = beat < self._last_hop or (beat == self._last_hop and not unlimited)
        if self._crashed or too_early:
            return
        (row, column), (down, right) = self._frog, HOPS[key]
        row, column = row + down, column + right
        side = self.puzzle.level.side
        if self._advance_cars(beat) or not (0 <= row < side and 0 <= column < side):
            return
        self._frog, self._last_hop = (row, column), beat
        self.won = not self._advance_cars(beat) and row == 0

    def _advance_cars(self, beat: int) -> bool:
        """Advance the cars to a beat and return whether one of them hits the frog."""
        beats = range(self._checked_beat, beat + 1)
        self._crashed = any(self.puzzle.has_car(n, self._frog) for n in beats)
        self._checked_beat = max(self._checked_beat, beat)
        return self._crashed


def _variant(
    id: str, title: str, cars: str, difficulty: Difficulty, level: Level
) -> Variant[Level]:
    goal = f"Bring the frog to the top row with the arrow keys, past {cars}."
    return Variant(id, title, goal, difficulty, level)


_PUBLISHED: Mapping[VariantName, Variant[Level]] = {
    "easy": _variant(
        "frog-crossing-easy",
        "Frog Crossing (Easy)",
        "a few slow cars",
        "easy",
        Level(7, (1, 3, 5), 2, 0.6, unlimited_hops=True),
    ),
    "base": _variant(
        "frog-crossing",
        "Frog Crossing",
        "the cars",
        "hard",
        Level(9, (1, 3, 5, 7), 3, 0.4, unlimited_hops=True),
    ),
    "hard": _variant(
        "frog-crossing-hard",
        "Frog Crossing (Hard)",
        "many fast cars",
        "hard",
        Level(11, (1, 2, 3, 5, 6, 7, 8), 4, 0.3, unlimited_hops=True),
    ),
}


GAME = Game(
    family="frog-crossing",
    icon="🐸",
    skills=("keyboard", "timing", "vision"),
    # With one hop per beat, the frog cannot cross the road within one beat, while no car moves.
    variants={
        name: replace(
            variant,
            goal=f"{variant.goal} It can hop once per beat.",
            level=replace(variant.level, unlimited_hops=False),
        )
        for name, variant in _PUBLISHED.items()
    },
    published=_PUBLISHED,
    puzzle=puzzle,
    play=FrogCrossing,
    minimum_actions=lambda puzzle: puzzle.level.side - 1,
    timed=True,
)
