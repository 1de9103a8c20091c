"""Towers of Hanoi: move the tower to the marked peg, never a larger disk onto a smaller one.

The server keeps the pegs and checks every move. In the hard variant, only a solution with the
minimum number of moves counts.
"""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

PEGS = 3


@dataclass(frozen=True)
class Level:
    """The number of disks, and whether the solution must be the shortest."""

    disks: int
    shortest: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A tower.

    Attributes:
        disks: The number of disks.
        start: The index of the peg on which the tower is at first, from 0.
        goal: The index of the peg to which it must be moved.
        shortest: Whether the solution must be the shortest.
    """

    disks: int
    start: int
    goal: int
    shortest: bool

    @property
    def minimum_moves(self) -> int:
        return 2**self.disks - 1


def puzzle(random: Random, level: Level) -> Puzzle:
    start, goal = random.sample(range(PEGS), 2)
    return Puzzle(level.disks, start, goal, level.shortest)


class Hanoi(Play[Puzzle]):
    """Keeps the pegs on the server; the page can only request moves."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self.restart()
        return {"goal": self.puzzle.goal, "shortest": self.puzzle.shortest, **self._state()}

    @message
    def restart(self) -> Reply:
        """Reset the tower to its initial peg."""
        tower = list(range(self.puzzle.disks, 0, -1))
        self._pegs = [tower if peg == self.puzzle.start else [] for peg in range(PEGS)]
        self._moves = 0
        return self._state()

    @message
    def move(self, start: int, end: int) -> Reply:
        """Move the top disk of the peg `start` to the peg `end`."""
        if not {start, end} <= set(range(PEGS)) or not self._pegs[start]:
            raise Refused("no such move")
        disk = self._pegs[start][-1]
        if self._pegs[end] and self._pegs[end][-1] < disk:
            return {"illegal": True, **self._state()}
        self._pegs[end].append(self._pegs[start].pop())
        self._moves += 1
        complete = len(self._pegs[self.puzzle.goal]) == self.puzzle.disks
        if not complete:
            return self._state()
        if self.puzzle.shortest and self._moves > self.puzzle.minimum_moves:
            return {"minimum_moves": self.puzzle.minimum_moves, **self._state()}
        return self._state() | self.win()

    def _state(self) -> Reply:
        return {"pegs": self._pegs, "moves": self._moves}


_GOAL = (
    "Move the whole tower to the marked peg, one disk at a time, and never place a larger disk on "
    "a smaller one."
)

GAME = Game(
    family="towers-of-hanoi",
    icon="🏰",
    skills=("mouse", "planning"),
    variants={
        "easy": Variant(
            "towers-of-hanoi-easy", "Towers of Hanoi (Easy)", _GOAL, "easy", Level(disks=3)
        ),
        "base": Variant("towers-of-hanoi", "Towers of Hanoi", _GOAL, "medium", Level(disks=5)),
        "hard": Variant(
            "towers-of-hanoi-hard",
            "Towers of Hanoi (Hard)",
            f"{_GOAL} Use as few moves as possible.",
            "hard",
            Level(disks=6, shortest=True),
        ),
    },
    puzzle=puzzle,
    play=Hanoi,
    minimum_actions=lambda puzzle: 2 * puzzle.minimum_moves,
)
