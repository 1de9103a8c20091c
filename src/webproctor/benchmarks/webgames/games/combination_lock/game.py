"""Combination Lock: download a note, solve its riddles, and set the wheels of the lock."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials.riddles import Riddle, count, element, legs, since
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """The kinds of riddles, and the file name of the note."""

    kinds: tuple[str, ...]
    file: str


@dataclass(frozen=True)
class Puzzle:
    riddles: tuple[Riddle, ...]
    file: str


def puzzle(random: Random, level: Level) -> Puzzle:
    makers = {"count": count, "legs": legs, "since": since, "element": element}
    riddles: list[Riddle] = []
    while len(riddles) < len(level.kinds):
        riddle = makers[level.kinds[len(riddles)]](random)
        if riddle.answer not in [one.answer for one in riddles]:
            riddles.append(riddle)
    return Puzzle(tuple(riddles), level.file)


class Lock(Play[Puzzle]):
    """The note is in a file; the page knows neither the note nor the numbers."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        return {"wheels": len(self.puzzle.riddles), "file": self.puzzle.file}

    def file(self, name: str) -> File | None:
        if name != self.puzzle.file:
            return None
        lines = [f"Wheel {n}: {one.text}" for n, one in enumerate(self.puzzle.riddles, 1)]
        return File("\n".join([*lines, ""]).encode(), "text/plain", name)

    @message
    def open(self, wheels: list[int]) -> Reply:
        """Try to open the lock with the wheels at these positions."""
        if tuple(wheels) == tuple(one.answer for one in self.puzzle.riddles):
            return self.win()
        self.miss()
        return {"shut": True}


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
            Level(("legs", "since", "count"), "Aunt Vera's note.txt"),
        ),
        "hard": Variant(
            "combination-lock-hard",
            "Combination Lock (Hard)",
            _goal(4),
            "hard",
            Level(("legs", "since", "element", "element"), "note.txt"),
        ),
    },
    puzzle=puzzle,
    play=Lock,
    minimum_actions=lambda puzzle: len(puzzle.riddles) + 1,
    tries=10,
    hidden=lambda puzzle: [one.text for one in puzzle.riddles],
)
