"""The maze: rooms with three doors each, of which one leads on; out of dead ends goes only back."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from webproctor.benchmarks.webgames.play import (
    Game,
    Play,
    Refused,
    Reply,
    Table,
    Variant,
    message,
)

DOORS = 3

# The doors that were taken to come to a room.
Way = tuple[int, ...]


@dataclass(frozen=True)
class Level:
    """How many doors lie between the first room and the exit."""

    depth: int


@dataclass(frozen=True)
class Puzzle:
    """The door that leads on in every room, from 0: the only way to the exit."""

    way: Sequence[int]


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(tuple(random.randrange(DOORS) for _ in range(level.depth)))


class Maze(Play[Puzzle]):
    """Every room has an address that cannot be guessed and is given to whom opens its door."""

    lasting: ClassVar[bool] = True

    def __init__(self, puzzle: Puzzle, table: Table) -> None:
        super().__init__(puzzle, table)
        self._ways: dict[str, Way] = {"": ()}

    def view(self, path: str) -> Reply | None:
        way = self._ways.get(path)
        return None if way is None else {"doors": DOORS, "room": self._kind(way)}

    @message
    def open(self, room: str, door: int) -> Reply:
        """Go through a door of a room: the address of the room behind it."""
        way = self._ways.get(room)
        if way is None or self._kind(way) not in ("start", "onward") or not 0 <= door < DOORS:
            raise Refused("there is no such door")
        press = next(
            (one for one in reversed(self.table.inputs) if one.kind in ("down", "key")), None
        )
        if press is None or press.target != f"door{door}":
            raise Refused("no hand was seen on this door")
        behind = (*way, door)
        known = next((token for token, one in self._ways.items() if one == behind), None)
        token = known or secrets.token_urlsafe(9)
        self._ways[token] = behind
        return {"room": token}

    @message
    def arrive(self, room: str) -> Reply:
        """The player is in this room."""
        way = self._ways.get(room)
        if way is None:
            raise Refused("there is no such room")
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
    effort=lambda puzzle: len(puzzle.way),
)
