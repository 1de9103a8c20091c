"""Frog Crossing: move the frog over the road, one hop per beat, without being hit by a car."""

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
# Seconds by which a page's clock may be ahead of this one, as its time begins before the load.
_LATE = 5.0
HOPS: dict[str, Cell] = {
    "ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1),
}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        side: The field's side in cells.
        lanes: The rows with cars.
        cars: Cars per row.
        beat: Seconds per beat.
        free: Whether the frog can hop any number of times in a beat instead of once.
    """

    side: int
    lanes: tuple[int, ...]
    cars: int
    beat: float
    free: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The columns of the cars in each lane at the first beat."""

    level: Level
    cars: tuple[tuple[int, ...], ...]

    def way(self, lane: int) -> int:
        """Return the direction of the n-th lane's cars: -1 for left, 1 for right."""
        return -1 if lane % 2 == 0 else 1

    def hit(self, beat: int, cell: Cell) -> bool:
        """Return whether a car is in a cell (row, column) at a beat."""
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
    """Return a sequence of hops that brings the frog to the top row, one per beat ("" to stay).

    Each hop leads to a cell that is free at its beat and the next one. Returns None if there is no
    such sequence within a hundred beats.
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
    """Replays the recorded hops; the time of a key press determines its beat.

    The page moves the frog by the same rules and only reports that there was a hop. Both compute
    the same beat, however late a busy page handles the key press.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        self._frog: Cell = (level.side - 1, level.side // 2)
        # The beat up to which the frog was not hit, and the beat of its last hop.
        self._alive, self._hopped = 0, -1
        self._heard = 0
        self._crashed = False
        return {
            "side": level.side,
            "beat": level.beat * 1000,
            "free": level.free,
            "frog": self._frog,
            "lanes": [
                {"row": row, "way": self.puzzle.way(n), "cars": self.puzzle.cars[n]}
                for n, row in enumerate(level.lanes)
            ],
        }

    @message
    def hop(self, began: float) -> Reply:
        """The player hopped; `began` is the time of the first beat, in milliseconds."""
        for one in self.evidence.inputs[self._heard :]:
            self._heard += 1
            # Keys pressed before the page was reloaded have times of the earlier load.
            fits = began / 1000 <= one.at <= self.evidence.now() + _LATE
            if one.kind == "key" and one.detail in HOPS and fits and not self.won:
                self._follow(one.detail, self._beat_at(one.at - began / 1000))
        reply: Reply = {"frog": self._frog, "crashed": self._crashed}
        return reply | self.win() if self.won else reply

    def _beat_at(self, time: float) -> int:
        return floor(time / self.puzzle.level.beat + 1e-6)

    def _follow(self, key: str, beat: int) -> None:
        """Handle one key; ignore it after a crash, off the field, or a second hop in one beat."""
        again = beat < self._hopped or (beat == self._hopped and not self.puzzle.level.free)
        if self._crashed or again:
            return
        row, column = (at + by for at, by in zip(self._frog, HOPS[key], strict=True))
        side = self.puzzle.level.side
        if self._run_over(beat) or not (0 <= row < side and 0 <= column < side):
            return
        self._frog, self._hopped = (row, column), beat
        self.won = not self._run_over(beat) and row == 0

    def _run_over(self, beat: int) -> bool:
        """Advance the cars to a beat and return whether one of them hits the frog."""
        beats = range(self._alive, beat + 1)
        self._crashed = any(self.puzzle.hit(one, self._frog) for one in beats)
        self._alive = max(self._alive, beat)
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
        Level(7, (1, 3, 5), 2, 0.6, free=True),
    ),
    "base": _variant(
        "frog-crossing",
        "Frog Crossing",
        "the cars",
        "hard",
        Level(9, (1, 3, 5, 7), 3, 0.4, free=True),
    ),
    "hard": _variant(
        "frog-crossing-hard",
        "Frog Crossing (Hard)",
        "many fast cars",
        "hard",
        Level(11, (1, 2, 3, 5, 6, 7, 8), 4, 0.3, free=True),
    ),
}


GAME = Game(
    family="frog-crossing",
    icon="🐸",
    skills=("keyboard", "timing", "vision"),
    # Hopping once a beat, the frog cannot cross while the cars stand still.
    variants={
        name: replace(
            variant,
            goal=f"{variant.goal} It hops once a beat.",
            level=replace(variant.level, free=False),
        )
        for name, variant in _PUBLISHED.items()
    },
    published=_PUBLISHED,
    puzzle=puzzle,
    play=Frog,
    minimum_actions=lambda puzzle: puzzle.level.side - 1,
    timed=True,
)
