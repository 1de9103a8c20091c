"""The maze: one of three doors in each room leads on; the others lead to dead ends."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from webproctor.benchmarks.webgames.play import (
    Evidence,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)

DOORS = 3

# The doors on the path to a room.
Way = tuple[int, ...]


@dataclass(frozen=True)
class Level:
    """The number of doors between the first room and the exit."""

    depth: int


@dataclass(frozen=True)
class Puzzle:
    """The index of the correct door in every room, from 0: the only path to the exit."""

    way: Sequence[int]


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(tuple(random.randrange(DOORS) for _ in range(level.depth)))


class Maze(Play[Puzzle]):
    """Gives every room an unguessable URL, sent only when its door is opened."""

    lasting: ClassVar[bool] = True
    random_paths: ClassVar[bool] = True

    def __init__(self, puzzle: Puzzle, evidence: Evidence) -> None:
        super().__init__(puzzle, evidence)
        self._ways: dict[str, Way] = {"": ()}
        self._heard = 0

    def view(self, path: str) -> Reply | None:
        way = self._ways.get(path)
        return None if way is None else {"doors": DOORS, "room": self._kind(way)}

    @message
    def open(self, room: str, door: int) -> Reply:
        """Open a door of a room and return the path of the room behind it."""
        way = self._ways.get(room)
        if way is None or self._kind(way) not in ("start", "onward") or not 0 <= door < DOORS:
            raise Refused("no such door")
        fresh, self._heard = self.evidence.inputs[self._heard :], len(self.evidence.inputs)
        if not any(one.kind in ("down", "key") and one.target == f"door{door}" for one in fresh):
            raise Refused("no input on this door was recorded")
        behind = (*way, door)
        known = next((token for token, one in self._ways.items() if one == behind), None)
        token = known or secrets.token_urlsafe(9)
        self._ways[token] = behind
        return {"room": token}

    @message
    def arrive(self, room: str) -> Reply:
        """The player has entered a room."""
        way = self._ways.get(room)
        if way is None:
            raise Refused("no such room")
        return self.win() if self._kind(way) == "exit" else {}

    def _kind(self, way: Way) -> str:
        right = tuple(self.puzzle.way)
        if way == right:
            return "exit"
        if way != right[: len(way)]:
            return "dead end"
        return "onward" if way else "start"


_GOAL = (
    "Find the exit: in every room one door leads on. "
    "Out of a dead end, use the browser's back button."
)


def _hidden(puzzle: Puzzle) -> list[str]:
    """Return the path as lists, if it is long enough not to occur in a page by chance."""
    doors = [str(door) for door in puzzle.way]
    return [", ".join(doors), ",".join(doors)] if len(doors) > 3 else []


GAME = Game(
    family="maze",
    icon="🚪",
    skills=("memory", "navigation"),
    variants={
        "easy": Variant("maze-easy/*", "The maze (Easy)", _GOAL, "easy", Level(2)),
        "base": Variant("maze/*", "The maze", _GOAL, "medium", Level(4)),
        "hard": Variant("maze-hard/*", "The maze (Hard)", _GOAL, "hard", Level(5)),
    },
    puzzle=puzzle,
    play=Maze,
    minimum_actions=lambda puzzle: len(puzzle.way),
    hidden=_hidden,
)
