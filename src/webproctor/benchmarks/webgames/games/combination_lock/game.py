"""Combination Lock: download a note, solve its riddles, and set the wheels of the lock."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials.riddles import Riddle, count, element, legs, since
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

# A lock that was turned so often jams: it cannot be opened by trying. (By keyboard a wheel passes
# through every number on its way.)
TRIES = 600


@dataclass(frozen=True)
class Level:
    """What kinds of riddles there are, and what the note is called."""

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
    """The note is in a file; the page knows neither it nor the numbers."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._tries = 0
        return {"wheels": len(self.puzzle.riddles), "file": self.puzzle.file}

    def file(self, name: str) -> File | None:
        if name != self.puzzle.file:
            return None
        lines = [f"Wheel {n}: {one.text}" for n, one in enumerate(self.puzzle.riddles, 1)]
        return File("\n".join([*lines, ""]).encode(), "text/plain", name)

    @message
    def turn(self, wheels: list[int]) -> Reply:
        """A wheel was turned: where do all of them stand?"""
        self._tries += 1
        if self._tries > TRIES:
            return {"jammed": True}
        right = tuple(wheels) == tuple(one.answer for one in self.puzzle.riddles)
        return self.win() if right else {}


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
    effort=lambda puzzle: len(puzzle.riddles),
)
