"""Combination Lock: set the wheels of a lock to the answers of riddles in a downloaded note.

The player wins by opening the lock when every wheel shows the answer to its riddle.
"""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials.riddles import (
    Riddle,
    age_at_event,
    atomic_number,
    count,
    legs,
)
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """The kinds of riddles, one per wheel, and the file name of the note."""

    kinds: tuple[str, ...]
    file: str


@dataclass(frozen=True)
class Puzzle:
    """The riddles, one per wheel, with different answers; the file name of the note."""

    riddles: tuple[Riddle, ...]
    file: str


def puzzle(random: Random, level: Level) -> Puzzle:
    generators = {"count": count, "legs": legs, "age": age_at_event, "element": atomic_number}
    riddles: list[Riddle] = []
    while len(riddles) < len(level.kinds):
        riddle = generators[level.kinds[len(riddles)]](random)
        if riddle.answer not in [earlier.answer for earlier in riddles]:
            riddles.append(riddle)
    return Puzzle(tuple(riddles), level.file)


class Lock(Play[Puzzle]):
    """Sends the note only as a file; the page receives neither riddles nor answers."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"wheels": len(self.puzzle.riddles), "file": self.puzzle.file}

    def file(self, name: str) -> File | None:
        if name != self.puzzle.file:
            return None
        lines = [f"Wheel {n}: {riddle.text}" for n, riddle in enumerate(self.puzzle.riddles, 1)]
        return File("\n".join([*lines, ""]).encode(), "text/plain", name)

    @message
    def open(self, wheels: list[int]) -> Reply:
        """Try to open the lock with the wheels at these positions."""
        if tuple(wheels) == tuple(riddle.answer for riddle in self.puzzle.riddles):
            return self.win()
        self.miss()
        return {"wrong": True}


def _goal(wheels: int) -> str:
    return (
        f"Download the note, solve its {wheels} riddles, and set the wheels of the lock to the "
        "answers (two digits each)."
    )


GAME = Game(
    family="combination-lock",
    icon="🔢",
    skills=("files", "knowledge", "reasoning"),
    variants={
        "easy": Variant(
            "combination-lock-easy",
            "Combination Lock (Easy)",
            _goal(2),
            "easy",
            Level(("count", "count"), "note.txt"),
        ),
        "base": Variant(
            "combination-lock",
            "Combination Lock",
            _goal(3),
            "medium",
            Level(("legs", "age", "count"), "Aunt Vera's note.txt"),
        ),
        "hard": Variant(
            "combination-lock-hard",
            "Combination Lock (Hard)",
            _goal(4),
            "hard",
            Level(("legs", "age", "element", "element"), "note.txt"),
        ),
    },
    puzzle=puzzle,
    play=Lock,
    minimum_actions=lambda puzzle: len(puzzle.riddles) + 1,
    tries=10,
    hidden=lambda puzzle: [riddle.text for riddle in puzzle.riddles],
)
