"""What every game is made of: variants, a puzzle that the seed makes, and a play that judges.

A game has two sides. The page (`page.js`) shows the puzzle and tells what the player does. The
play, on the server, is told, and knows alone what is right: it gives the page only what a player
may see.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from pydantic import ConfigDict, ValidationError, validate_call

from webproctor.browser.witness import DEEDS, Input

Difficulty = Literal["easy", "medium", "hard"]
VariantName = Literal["easy", "base", "hard"]
Reply = dict[str, Any]
LevelT = TypeVar("LevelT")
PuzzleT = TypeVar("PuzzleT")


class Refused(Exception):
    """A message that no honest page sends: forged, malformed, or against the rules of the game."""


@dataclass(frozen=True)
class File:
    """A file that a play gives to its page.

    Attributes:
        body: Its bytes.
        type: Its content type.
        download: The name under which a browser saves it; shown in the page when None.
    """

    body: bytes
    type: str
    download: str | None = None


@dataclass(frozen=True)
class Variant(Generic[LevelT]):
    """One of the suite's tasks.

    Attributes:
        id: The task's id in the published suite (`maze-easy/*`).
        title: Shown on the page and on the home page.
        goal: What the player is asked to do: the agent's instruction, and shown on the page.
        difficulty: How hard it is.
        level: The parameters of the game.
    """

    id: str
    title: str
    goal: str
    difficulty: Difficulty
    level: LevelT


@dataclass(frozen=True)
class Game(Generic[LevelT, PuzzleT]):
    """A family: one game for all its variants. Every `games/<family>/game.py` defines `GAME`.

    Attributes:
        family: The family's name, as `categories.csv` has it.
        icon: One emoji.
        skills: What it tests, in words for filters ("mouse", "typing", "vision", ...).
        variants: By name: `base`, and `easy` and `hard` where the suite has them.
        puzzle: Makes a puzzle from a seeded source of chance and a level: pure, always solvable.
        play: The server's side.
        effort: The fewest deeds of a hand (presses, key strokes, wheel turns) that solve a puzzle.
        timed: A real-time game: it counts whether time limits were met.
        layout: `card` for a page of ordinary width; `full` when the game takes the whole view.
        scripts: Libraries in `kit/vendor` that the page needs.
    """

    family: str
    icon: str
    skills: tuple[str, ...]
    variants: Mapping[VariantName, Variant[LevelT]]
    puzzle: Callable[[Random, LevelT], PuzzleT]
    play: type["Play[PuzzleT]"]
    effort: Callable[[PuzzleT], int]
    timed: bool = False
    layout: Literal["card", "full"] = "card"
    scripts: tuple[str, ...] = ()


class Table(Protocol):
    """What a play is given to judge by: it cannot be reached from the page.

    Attributes:
        inputs: Trusted input events since this play began, in order. Seen by the browser's witness
            in a session; reported by the page where a person plays without one.
    """

    @property
    def inputs(self) -> Sequence[Input]: ...

    def now(self) -> float:
        """Seconds since this play's page was loaded, by the episode's clock.

        While a message is handled: when the page sent it.
        """
        ...


class Play(Generic[PuzzleT]):
    """One play of a puzzle, as the server sees it.

    Subclasses give the page its `view`, hear it in methods marked `@message`, and call `win` when
    what they heard solves the puzzle. A page that is loaded anew gets a new play of the same
    puzzle, unless `lasting` is true.

    Attributes:
        puzzle: What the seed made: the secret side too.
        table: Clock and witness.
        won: Whether the puzzle is solved.
        timeouts: How often a time limit was missed.
    """

    lasting: ClassVar[bool] = False
    # How the page's clock and this one may differ under the machine's clock, in seconds.
    SLACK: ClassVar[float] = 0.05

    def __init__(self, puzzle: PuzzleT, table: Table) -> None:
        self.puzzle = puzzle
        self.table = table
        self.won = False
        self.timeouts = 0

    def view(self, path: str) -> Reply | None:
        """What a page of the game is told when it is loaded; None where there is no such page.

        Args:
            path: "" for the game's first page, else the address below it.
        """
        return {} if path == "" else None

    def held_by(self, path: str) -> str | None:
        """The page that must hold this one in a frame; None for a page that is opened by itself."""
        return None

    def file(self, name: str) -> File | None:
        """A file that the page may fetch, or None where there is none of this name."""
        return None

    def upload(self, name: str, type: str, body: bytes) -> Reply:
        """Take a file from the page.

        Raises:
            Refused: If this game takes none.
        """
        raise Refused("this game takes no files")

    def win(self) -> Reply:
        """The puzzle is solved."""
        self.won = True
        return {"won": True}

    def deeds(self, *kinds: str) -> int:
        """How many deeds of a hand there have been: of these kinds, or of all."""
        wanted = set(kinds) or DEEDS
        return sum(one.kind in wanted for one in self.table.inputs)

    def hear(self, kind: str, said: Mapping[str, Any]) -> Reply:
        """Hand a page's message to the method of its kind.

        Raises:
            Refused: If there is no such kind, or the message is not of its form.
        """
        method = getattr(self, kind, None) if kind.isidentifier() else None
        if method is None or not getattr(method, "_heard", False):
            raise Refused(f"there is no message {kind!r}")
        try:
            return method(**said)
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            raise Refused(f"message {kind!r}, field {where!r}: {fault['msg']}") from error


Method = TypeVar("Method", bound=Callable[..., Reply])


def message(method: Method) -> Method:
    """Mark a method of a play as what hears one kind of message; its parameters are checked."""
    checked = validate_call(config=ConfigDict(arbitrary_types_allowed=True))(method)

    def heard(self: Any, **said: Any) -> Reply:
        return checked(self, **said)

    heard.__doc__ = method.__doc__
    heard.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    heard._heard = True  # type: ignore[attr-defined]
    return heard  # type: ignore[return-value]


@dataclass
class Stand:
    """A table without browser or clock, for trying a play out: in tests and at the desk.

    Attributes:
        time: What `now` says; set it.
        inputs: What the witness has seen; add to it.
    """

    time: float = 0.0
    inputs: list[Input] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def see(
        self, kind: str, x: float = 0, y: float = 0, detail: str = "", target: str = ""
    ) -> None:
        """Have the witness see an input now."""
        self.inputs.append(Input(kind, self.time, self.time, x, y, detail, target))


@dataclass(frozen=True)
class Entry:
    """A variant with the game that it belongs to."""

    game: Game[Any, Any]
    name: VariantName
    variant: Variant[Any]

    def puzzle(self, seed: int) -> Any:
        """The puzzle of a seed: the same on every machine."""
        return self.game.puzzle(Random(f"{self.variant.id}:{seed}"), self.variant.level)

    @cached_property
    def slug(self) -> str:
        """The id as part of an address."""
        return self.variant.id.removesuffix("/*")
