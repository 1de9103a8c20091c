"""The maze: find the path to the exit through rooms with three doors each.

One door of every room is correct, and the others lead to dead ends. The player wins by entering the
room with the exit.
"""

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

# The doors from the first room to a room, by index from 0.
Route = tuple[int, ...]


@dataclass(frozen=True)
class Level:
    """The number of correct doors from the first room to the exit."""

    depth: int


@dataclass(frozen=True)
class Puzzle:
    """The index of the correct door in every room, from 0: the only route to the exit."""

    route: Sequence[int]


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(tuple(random.randrange(DOORS) for _ in range(level.depth)))


class Maze(Play[Puzzle]):
    """Gives every room an unguessable URL, which is sent when the door to the room is opened."""

    persistent: ClassVar[bool] = True
    random_paths: ClassVar[bool] = True

    def __init__(self, puzzle: Puzzle, evidence: Evidence) -> None:
        super().__init__(puzzle, evidence)
        # The route to each room that was opened, by the path of its page.
        self._routes: dict[str, Route] = {"": ()}
        self._inputs_read = 0

    def view(self, path: str) -> Reply | None:
        route = self._routes.get(path)
        return None if route is None else {"doors": DOORS, "kind": self._kind(route)}

    @message
    def open(self, room: str, door: int) -> Reply:
        """Open a door of a room and return the path of the room behind it."""
        route = self._routes.get(room)
        if route is None or self._kind(route) not in ("start", "correct") or not 0 <= door < DOORS:
            raise Refused("no such door")
        presses = self.presses(self._inputs_read)
        self._inputs_read = len(self.evidence.inputs)
        next_route = (*route, door)
        known = next((path for path, other in self._routes.items() if other == next_route), None)
        if known is not None:
            return {"room": known}  # Opened before, or the door was pressed twice.
        if not any(event.target == f"door{door}" for event in presses):
            raise Refused("no input on this door was recorded")
        path = secrets.token_urlsafe(9)
        self._routes[path] = next_route
        return {"room": path}

    @message
    def arrive(self, room: str) -> Reply:
        """The player has entered a room."""
        route = self._routes.get(room)
        if route is None:
            raise Refused("no such room")
        return self.win() if self._kind(route) == "exit" else {}

    def _kind(self, route: Route) -> str:
        """Return the kind of a room: start, correct, dead end or exit."""
        correct = tuple(self.puzzle.route)
        if route == correct:
            return "exit"
        if route != correct[: len(route)]:
            return "dead end"
        return "correct" if route else "start"


_GOAL = (
    "Find the exit. In every room, one door is correct; the others lead to dead ends. "
    "To leave a dead end, use the browser's back button."
)


def _hidden(puzzle: Puzzle) -> list[str]:
    """Return the route as lists, if it is long enough not to occur in a page by chance."""
    doors = [str(door) for door in puzzle.route]
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
    minimum_actions=lambda puzzle: len(puzzle.route),
    hidden=_hidden,
)
