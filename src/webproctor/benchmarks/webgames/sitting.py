"""One episode's game on the server: its play, its clock, what was seen, and the password."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from webproctor.benchmarks.webgames.play import Entry, Play, Refused, Reply
from webproctor.browser.clock import Clock, RealClock
from webproctor.browser.witness import DEEDS, Input

_WORDS = Path(__file__).with_name("words.txt")


@cache
def words() -> tuple[str, ...]:
    """The words of which passwords are made."""
    return tuple(_WORDS.read_text(encoding="utf-8").split())


def new_password() -> str:
    """A password that never existed before: three words and four digits."""
    chosen = (secrets.choice(words()) for _ in range(3))
    return "-".join([*chosen, f"{secrets.randbelow(10_000):04}"])


@dataclass
class Load:
    """One loading of a page: its key is known to that page alone, its messages are numbered."""

    key: str
    path: str
    at: float
    heard: int = 0


class Seat:
    """A play's table: the inputs since it began, in the time of its own page."""

    def __init__(self, sitting: "Sitting", load: Load) -> None:
        self._sitting = sitting
        self._load = load
        self._first = len(sitting.inputs)
        self._inputs: list[Input] = []

    @property
    def inputs(self) -> Sequence[Input]:
        for one in self._sitting.inputs[self._first + len(self._inputs) :]:
            since = one.at - self._load.at if self._sitting.clock.virtual else one.stamp
            self._inputs.append(replace(one, at=since))
        return self._inputs

    def now(self) -> float:
        return self._sitting.moment - self._load.at


@dataclass
class Sitting:
    """What the server knows of one episode.

    Attributes:
        entry: The variant that is played.
        seed: What made its puzzle.
        clock: The episode's time.
        inputs: Trusted input events of the whole episode: the witness writes here.
        witnessed: A witness watches; else the page's own reports are believed.
        caught_up: Waits until the witness has told everything.
        token: Unguessable; part of every address of the episode.
        password: Minted when the puzzle is solved; None before.
        solved_after: Seconds from the beginning to the win; None before it.
        loads: Every loading of a page.
        faults: What was refused: one sentence each.
        foreign: Requests that no page of this episode made.
    """

    entry: Entry
    seed: int
    clock: Clock = field(default_factory=RealClock)
    inputs: list[Input] = field(default_factory=list)
    witnessed: bool = False
    caught_up: Callable[[], Awaitable[None]] | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    password: str | None = None
    solved_after: float | None = None
    loads: list[Load] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    messages: int = 0
    timeouts: int = 0
    moment: float = 0.0

    def __post_init__(self) -> None:
        self.puzzle = self.entry.puzzle(self.seed)
        self.play: Play[Any] | None = None
        self._hearing = asyncio.Lock()

    def open(self, path: str, holder: str | None = None) -> dict[str, Any] | None:
        """A page of the game is loaded: what it is given, or None where there is no such page.

        Args:
            holder: The page of the game that loads it into a frame, if one does.
        """
        load = Load(secrets.token_urlsafe(9), path, self.clock.now())
        self.moment = load.at
        fresh = path == "" and (self.play is None or not self.play.lasting)
        if self.play is None or fresh:
            if self.play is not None:
                self.timeouts += self.play.timeouts
                self.loads = [
                    replace(one, key="") for one in self.loads
                ]  # They have had their day.
            self.play = self.entry.game.play(self.puzzle, Seat(self, load))
        view = self.play.view(path)
        if view is None:
            self.faults.append(f"there is no page {path!r}")
            return None
        if self.play.held_by(path) != holder:
            self.faults.append(f"page {path!r} was opened outside its place")
            return None
        self.loads.append(load)
        return {
            "view": view,
            "path": path,
            "base": f"/{self.token}/",
            "key": load.key,
            "virtual": self.clock.virtual,
            "witnessed": self.witnessed,
            "password": self.password,
        }

    async def hear(self, told: Any) -> Reply:
        """A page's message: the play's reply, with the password once the puzzle is solved.

        Raises:
            Refused: If no page of this episode can have sent it, or the play refuses it.
        """
        async with self._hearing:
            load, number, kind, at, said = _parts(told)
            play, load = self._of(load, number)
            # A page that stands still until it is answered cannot tell anything meanwhile.
            if self.caught_up is not None and not told.get("stands"):
                await self.caught_up()
            if not self.witnessed:
                self._believe(told.get("inputs", []))
            self.moment = self.clock.moment(load.at + at / 1000)
            self.messages += 1
            return self._judged(play, play.hear(kind, said))

    async def take(self, key: str, name: str, type: str, body: bytes) -> Reply:
        """A file from a page; as `hear`."""
        async with self._hearing:
            play, _ = self._of(key, None)
            if self.caught_up is not None:
                await self.caught_up()
            self.moment = self.clock.now()
            self.messages += 1
            return self._judged(play, play.upload(name, type, body))

    def _of(self, key: str, number: int | None) -> tuple[Play[Any], Load]:
        load = next((one for one in self.loads if key and one.key == key), None)
        if load is None or self.play is None:
            raise Refused("no page of this episode has this key")
        if number is not None:
            if number <= load.heard:
                raise Refused(f"message {number} was heard before")
            load.heard = number
        return self.play, load

    def _believe(self, inputs: Any) -> None:
        try:
            self.inputs.extend(Input.read(one, self.clock.now()) for one in inputs)
        except (TypeError, ValueError) as error:
            raise Refused(f"inputs of an unknown form: {error}") from error

    def _judged(self, play: Play[Any], reply: Reply) -> Reply:
        if not play.won or self.password is not None:
            return reply if self.password is None else reply | {"password": self.password}
        needed, seen = self.entry.game.effort(self.puzzle), self.deeds
        if seen < needed:
            play.won = False
            raise Refused(
                f"a win after {seen} deeds of a hand, where no fewer than {needed} will do"
            )
        self.password, self.solved_after = new_password(), self.moment
        return reply | {"password": self.password}

    @property
    def deeds(self) -> int:
        """How many deeds of a hand there have been in the whole episode."""
        return sum(one.kind in DEEDS for one in self.inputs)

    def evidence(self) -> dict[str, Any]:
        """What the scorer and the audit need to know."""
        play = self.play
        return {
            "password": self.password,
            "deeds": self.deeds,
            "effort": self.entry.game.effort(self.puzzle),
            "witnessed": self.witnessed,
            "game_seconds": self.clock.now(),
            "messages": self.messages,
            "loads": len(self.loads),
            "timeouts": self.timeouts + (play.timeouts if play else 0),
            "faults": self.faults,
            "foreign": self.foreign,
        }


def _parts(told: Any) -> tuple[str, int, str, float, dict[str, Any]]:
    try:
        key, number, kind = told["key"], told["n"], told["kind"]
        at, said = told["at"], told["said"]
    except (TypeError, KeyError) as error:
        raise Refused(f"a message without {error}") from error
    of_form = (
        isinstance(key, str)
        and isinstance(number, int)
        and isinstance(kind, str)
        and isinstance(at, int | float)
        and isinstance(said, dict)
    )
    if not of_form:
        raise Refused("a message of an unknown form")
    return key, number, kind, float(at), said
