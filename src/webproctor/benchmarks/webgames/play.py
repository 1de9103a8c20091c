"""The parts of a game: variants, a puzzle generated from a seed, and the server-side play.

A game has a client side and a server side. The page (`page.js`) shows the puzzle and sends messages
about the player's actions. The play, on the server, handles them and decides whether the puzzle is
solved. Only the play has the solution; it sends the page only what a player may see.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, get_args

from pydantic import ConfigDict, ValidationError, validate_call

from webproctor.environments.browser.witness import COUNTED_INPUTS, Input

Difficulty = Literal["easy", "medium", "hard"]
VariantName = Literal["easy", "base", "hard"]
VARIANTS: tuple[VariantName, ...] = get_args(VariantName)
Challenges = Literal["default", "published"]
"""`published`: the challenges of the published suite where the default ones differ on purpose."""
Reply = dict[str, Any]
Fact = str | Sequence[float]
"""A string, or consecutive numbers."""
MISSES = "misses"
"""The key of `Evidence.episode` that counts wrong answers."""
SEED_BITS = 128
"""Length of a seed in a puzzle: a program that sees one round could find a short seed by trial, and
with it the answers of the next rounds."""
LevelT = TypeVar("LevelT")
PuzzleT = TypeVar("PuzzleT")


class Refused(Exception):
    """A message that no page of the game sends: forged, malformed, or against the game's rules."""


@dataclass(frozen=True)
class File:
    """A file that a play sends to its page.

    Attributes:
        body: The content.
        type: The media type.
        download: The name under which a browser saves the file; None for a file shown in a page.
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
        goal: What the player must do; it is in the agent's instruction and shown on the page.
        difficulty: The task's difficulty.
        level: The parameters of the game.
    """

    id: str
    title: str
    goal: str
    difficulty: Difficulty
    level: LevelT


@dataclass(frozen=True)
class Game(Generic[LevelT, PuzzleT]):
    """A family: one game with all its variants. Every game's `game.py` defines `GAME`.

    Attributes:
        family: The family's name. The published families have weights in `categories.csv`; a
            family without weights belongs to no category.
        icon: One emoji.
        skills: The skills that it tests, used as filters ("mouse", "typing", "vision", ...).
        variants: By name: `base`, and `easy` and `hard` where the suite has them.
        published: The variants that replace those of the same name for `--challenges published`:
            the challenge of the published suite, where the one in `variants` differs on purpose.
        puzzle: A pure function that generates a puzzle from a seeded random generator and a level.
            Every puzzle is solvable.
        play: The server side.
        minimum_actions: The minimum number of inputs (presses, key strokes, wheel turns) that solve
            a puzzle.
        timed: Whether the game has time limits; if so, it is scored whether they were met.
        layout: `card` for a page of ordinary width; `full` for the whole viewport.
        scripts: Libraries in `kit/vendor` that the page needs.
        tries: How many wrong answers (`Play.miss`) an episode allows, over all loads of its page; a
            function if that depends on the puzzle; None for any number, if guessing cannot succeed.
        renews: Whether reloading the page after a wrong answer shows the next puzzle of the seed's
            sequence instead of the same one.
        hidden: The facts that the player must find out, see or remember. Nothing that the page
            receives may contain them before play reveals them; `leaks.find_facts` checks that. None
            if the game tests only actions, and everything is visible.
    """

    family: str
    icon: str
    skills: tuple[str, ...]
    variants: Mapping[VariantName, Variant[LevelT]]
    puzzle: Callable[[Random, LevelT], PuzzleT]
    play: type["Play[PuzzleT]"]
    minimum_actions: Callable[[PuzzleT], int]
    timed: bool = False
    layout: Literal["card", "full"] = "card"
    scripts: tuple[str, ...] = ()
    tries: int | Callable[[PuzzleT], int] | None = None
    renews: bool = False
    hidden: Callable[[PuzzleT], Iterable[Fact]] | None = None
    published: Mapping[VariantName, Variant[LevelT]] = field(default_factory=dict)


class Evidence(Protocol):
    """The evidence by which a play judges; pages cannot change it.

    Attributes:
        inputs: Trusted input events since this play began, in order. In a session they are recorded
            by `browser.witness`; under `webproctor serve` the page reports them.
        episode: Values that a game stores for the whole episode: reloading its page keeps them.
    """

    @property
    def episode(self) -> dict[str, Any]: ...

    @property
    def inputs(self) -> Sequence[Input]: ...

    def now(self) -> float:
        """Return the seconds since this play's page was loaded, by the episode's clock.

        While a message is handled, this is the time at which the page sent it.
        """
        ...


class Play(Generic[PuzzleT]):
    """The server side of one attempt at a puzzle.

    Subclasses return the page's data from `view`, handle its messages in methods decorated with
    `@message`, and call `win` when the puzzle is solved. Reloading the page starts a new play of
    the same puzzle, unless `persistent` is true.

    Attributes:
        puzzle: The generated puzzle, including its secret part.
        evidence: The clock and the recorded inputs.
        won: Whether the puzzle is solved.
        timeouts: Number of missed time limits.
        persistent: Whether the play continues when its first page is loaded again.
        random_paths: Whether the paths of its pages are random.
        SLACK: Tolerance in seconds between the page's clock and the server's, under the real clock.
    """

    persistent: ClassVar[bool] = False
    random_paths: ClassVar[bool] = False
    SLACK: ClassVar[float] = 0.05

    def __init__(self, puzzle: PuzzleT, evidence: Evidence) -> None:
        self.puzzle = puzzle
        self.evidence = evidence
        self.won = False
        self.timeouts = 0

    def view(self, path: str) -> Reply | None:
        """Return the data for a page that is being loaded, or None if there is no such page.

        Args:
            path: "" for the game's first page, else the path below it.
        """
        return {} if path == "" else None

    def frame_parent(self, path: str) -> str | None:
        """Return the page whose frame must contain this one; None for a top-level page."""
        return None

    def file(self, name: str) -> File | None:
        """Return a file that the page may fetch, or None if there is none of this name."""
        return None

    def upload(self, name: str, type: str, body: bytes) -> Reply:
        """Handle a file uploaded by the page.

        Raises:
            Refused: If this game accepts none.
        """
        raise Refused("this game accepts no files")

    def win(self) -> Reply:
        """Mark the puzzle as solved and return the reply that says so."""
        self.won = True
        return {"won": True}

    def miss(self) -> None:
        """Count a wrong answer; `Game.tries` limits them for the whole episode."""
        self.evidence.episode[MISSES] = self.evidence.episode.get(MISSES, 0) + 1

    def count_inputs(self, *kinds: str) -> int:
        """Count the user's inputs of the given kinds, or of all kinds in `COUNTED_INPUTS`."""
        counted = set(kinds) or COUNTED_INPUTS
        return sum(event.kind in counted for event in self.evidence.inputs)

    def presses(self, start: int = 0) -> list[Input]:
        """Return the presses of mouse buttons and keys among the inputs from index `start` on."""
        return [event for event in self.evidence.inputs[start:] if event.kind in ("down", "key")]

    def dispatch(self, kind: str, parameters: Mapping[str, Any]) -> Reply:
        """Pass a page's message to the method of its kind and return the reply.

        Raises:
            Refused: If the kind is unknown or the message does not match the method's parameters.
        """
        method = getattr(self, kind, None) if kind.isidentifier() else None
        if method is None or not getattr(method, "_handles_messages", False):
            raise Refused(f"unknown message kind {kind!r}")
        try:
            return method(**parameters)
        except ValidationError as error:
            detail = error.errors()[0]
            field = ".".join(map(str, detail["loc"]))
            raise Refused(f"message {kind!r}, field {field!r}: {detail['msg']}") from error
        except OverflowError as error:
            raise Refused(f"message {kind!r}: a number is out of range") from error


Method = TypeVar("Method", bound=Callable[..., Reply])


def message(method: Method) -> Method:
    """Decorate a method of a play as the handler of one kind of message.

    The message kind is the method's name; the parameters are validated against its annotations.
    """
    # Only the validators of the games that are played are built. Comparisons with NaN are false.
    config = ConfigDict(arbitrary_types_allowed=True, defer_build=True, allow_inf_nan=False)
    validated = validate_call(config=config)(method)

    def handler(self: Any, **parameters: Any) -> Reply:
        return validated(self, **parameters)

    handler.__doc__ = method.__doc__
    handler.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    handler._handles_messages = True  # type: ignore[attr-defined]
    return handler  # type: ignore[return-value]


@dataclass
class ScriptedEvidence:
    """Evidence without browser or clock, for testing a play.

    Attributes:
        time: The time that `now` returns.
        inputs: The recorded inputs; `record` appends to them.
        episode: As in `Evidence`.
    """

    time: float = 0.0
    inputs: list[Input] = field(default_factory=list)
    episode: dict[str, Any] = field(default_factory=dict)

    def now(self) -> float:
        return self.time

    def record(
        self, kind: str, x: float = 0, y: float = 0, detail: str = "", target: str = ""
    ) -> None:
        """Record an input at the current time."""
        self.inputs.append(Input(kind, self.time, self.time, x, y, detail, target))


@dataclass(frozen=True)
class Entry:
    """A variant together with its game.

    Attributes:
        package: The import name of the game's package, whose folder contains its files; "" for a
            game that is defined without files.
    """

    game: Game[Any, Any]
    name: VariantName
    variant: Variant[Any]
    package: str = ""

    def puzzle(self, seed: int, salt: str = "", attempt: int = 0) -> Any:
        """Generate the puzzle of a seed; it is the same on every machine.

        Args:
            salt: The run's secret, without which the puzzle cannot be computed; "" for the
                published puzzle of the seed.
            attempt: Index in the seed's sequence of puzzles, from 0 (`Game.renews`).
        """
        source = f"{self.variant.id}:{seed}"
        if salt or attempt:
            source = f"{source}:{salt}:{attempt}"
        return self.game.puzzle(Random(source), self.variant.level)

    @cached_property
    def slug(self) -> str:
        """The id in the form used in URLs."""
        return self.variant.id.removesuffix("/*")
