"""The game session: the server-side state of one episode's game."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from webproctor.benchmarks.webgames.appearance import Appearance
from webproctor.benchmarks.webgames.play import MISSES, Entry, File, Play, Refused, Reply
from webproctor.benchmarks.webgames.viewer import UPLOAD, Viewer
from webproctor.environments.browser.clock import Clock, RealClock
from webproctor.environments.browser.witness import DEEDS, Input

# The reply to every message once the episode's tries are used up.
_OVER: Reply = {"over": True}
SECRET_HEADER = "x-webproctor-page"
"""The header with which the browser of a judged page proves that it sent a request."""
_WORDS = Path(__file__).with_name("words.txt")


@cache
def words() -> tuple[str, ...]:
    """Return the words that passwords are built from."""
    return tuple(_WORDS.read_text(encoding="utf-8").split())


def new_password() -> str:
    """Generate a random password: three words and four digits."""
    chosen = (secrets.choice(words()) for _ in range(3))
    return "-".join([*chosen, f"{secrets.randbelow(10_000):04}"])


class Outdated(Refused):
    """A message of a page whose game has been loaded again since.

    It has no effect. It is no attempt to cheat: a busy page may send it just before it is reloaded,
    and a game may be open in two tabs.
    """


@dataclass
class Load:
    """One load of a page. Only that page knows its key; its messages are numbered.

    Attributes:
        key: The key.
        path: The page's path.
        at: When it was loaded, in seconds of the episode's clock.
        heard: The number of the last message received.
        replaced: Whether the game has been loaded again, so that this page no longer counts.
    """

    key: str
    path: str
    at: float
    heard: int = 0
    replaced: bool = False


class SessionEvidence:
    """The evidence of a play in a session; times are relative to the load of its page."""

    def __init__(self, game_session: "GameSession", load: Load) -> None:
        self._game_session = game_session
        self._load = load
        self._first = len(game_session.inputs)
        self._inputs: list[Input] = []

    @property
    def inputs(self) -> Sequence[Input]:
        for one in self._game_session.inputs[self._first + len(self._inputs) :]:
            since = one.at - self._load.at if self._game_session.clock.virtual else one.stamp
            self._inputs.append(replace(one, at=since))
        return self._inputs

    def now(self) -> float:
        return self._game_session.moment - self._load.at

    @property
    def episode(self) -> dict[str, Any]:
        return self._game_session.kept


@dataclass
class GameSession:
    """The server-side state of one episode's game.

    Attributes:
        entry: The variant being played.
        seed: The seed of the puzzle, used together with the salt.
        clock: The episode's clock.
        inputs: Trusted input events of the whole episode, appended by `browser.witness`.
        witnessed: Whether the browser records inputs; if not, the page's own reports are trusted.
        caught_up: Waits until all recorded inputs have arrived.
        token: Unguessable; part of every URL of the episode.
        password: Generated when the puzzle is solved; None before.
        solved_after: Seconds from the beginning to the win; None before it.
        loads: All loads of pages.
        faults: Everything refused, one sentence each.
        foreign: Requests that no page of this episode sent.
        failure: The exception of a request that the server could not answer; None without one.
        salt: The run's secret in the puzzle; "" for the published puzzle of the seed.
        kept: Values that the game stores for the whole episode.
        attempt: Index of the current puzzle in the seed's sequence.
        appearance: The appearance of its pages.
        secret: Sent by the browser with every request of a judged page; its scripts cannot read it.
        viewer: Shows the game in a page that is not judged; None if there is no such page.
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
    failure: Exception | None = None
    secret: str = field(default_factory=secrets.token_urlsafe)
    viewer: Viewer | None = None
    messages: int = 0
    timeouts: int = 0
    moment: float = 0.0
    salt: str = ""
    kept: dict[str, Any] = field(default_factory=dict)
    attempt: int = 0
    appearance: Appearance = "plain"

    def __post_init__(self) -> None:
        self.puzzle = self.entry.puzzle(self.seed, self.salt)
        self.play: Play[Any] | None = None
        self._missed = 0
        self._hearing = asyncio.Lock()

    @property
    def random_parts(self) -> Sequence[str]:
        """Parts of the episode's URLs that no other episode has, in the order of their use."""
        paths = [load.path for load in self.loads if load.path]
        of_game = paths if self.play is not None and self.play.unguessable else ()
        return (self.token, *dict.fromkeys(of_game))

    def open(self, path: str, holder: str | None = None) -> dict[str, Any] | None:
        """Register the load of a page; return the page's data, or None if there is no such page.

        Args:
            holder: The page of the game that loads it into a frame, if any.
        """
        load = Load(secrets.token_urlsafe(9), path, self.clock.now())
        self.moment = load.at
        fresh = path == "" and (self.play is None or not self.play.lasting)
        if self.play is None or fresh:
            if self.play is not None:
                self.timeouts += self.play.timeouts
                for earlier in self.loads:
                    earlier.replaced = True
            self._renew()
            self.play = self.entry.game.play(self.puzzle, SessionEvidence(self, load))
        view = self.play.view(path)
        if view is None:
            self.faults.append(f"no page {path!r}")
            return None
        if self.play.held_by(path) != holder:
            self.faults.append(f"page {path!r} was opened outside its frame")
            return None
        self.loads.append(load)
        given = {
            "view": view,
            "path": path,
            "base": f"/{self.token}/",
            "key": load.key,
            "virtual": self.clock.virtual,
            "witnessed": self.witnessed,
            "password": self.password,
            "over": self.over,
            "tries_left": self.tries_left if self.misses else None,
            "viewed": self.viewer is not None,
        }
        if self.viewer is not None:
            self.viewer.loaded(given, load.at)
        return given

    def _renew(self) -> None:
        """Switch to the next puzzle of the sequence if this one got a wrong answer."""
        if self.entry.game.renews and self.misses > self._missed:
            self.attempt += 1
            self.puzzle = self.entry.puzzle(self.seed, self.salt, self.attempt)
        self._missed = self.misses

    @property
    def misses(self) -> int:
        """Number of wrong answers so far; `Game.tries` limits them."""
        return self.kept.get(MISSES, 0)

    @property
    def tries_left(self) -> int | None:
        """Number of wrong answers still allowed in this episode; None if unlimited."""
        tries = self.entry.game.tries
        if callable(tries):
            tries = tries(self.puzzle)
        return None if tries is None else max(0, tries - self.misses)

    @property
    def over(self) -> bool:
        """Whether no tries are left: messages no longer reach the game."""
        return self.tries_left == 0 and self.password is None

    async def hear(self, told: Any) -> Reply:
        """Handle a page's message; return the play's reply, with the password if solved.

        Raises:
            Refused: If no page of this episode can have sent it, or if the play refuses it.
        """
        parts = _parts(told)
        return await self._shown(parts[0], parts[2], self._hear(told, *parts))

    async def _hear(
        self, told: Any, key: str, number: int, kind: str, at: float, said: dict[str, Any]
    ) -> Reply:
        async with self._hearing:
            play, load = self._of(key, number)
            # A page blocked on a synchronous request cannot report inputs meanwhile.
            if self.caught_up is not None and not told.get("stands"):
                await self.caught_up()
            if not self.witnessed:
                self._believe(told.get("inputs", []))
            self.moment = self.clock.moment(load.at + at / 1000)
            self.messages += 1
            return self._answered(play, lambda: play.hear(kind, said))

    async def take(self, key: str, name: str, type: str, body: bytes) -> Reply:
        """Handle a file uploaded by a page, as `hear` handles a message."""
        return await self._shown(key, UPLOAD, self._take(key, name, type, body))

    async def _take(self, key: str, name: str, type: str, body: bytes) -> Reply:
        async with self._hearing:
            play, _ = self._of(key, None)
            if self.caught_up is not None:
                await self.caught_up()
            self.moment = self.clock.now()
            self.messages += 1
            return self._answered(play, lambda: play.upload(name, type, body))

    def _answered(self, play: Play[Any], answer: Callable[[], Reply]) -> Reply:
        """Return a play's reply; after a wrong answer, with the number of tries left."""
        if self.over:
            return _OVER
        missed = self.misses
        reply = self._judged(play, answer())
        counted = self.misses > missed and self.tries_left is not None
        return reply | {"tries_left": self.tries_left} if counted else reply

    def file(self, name: str) -> File | None:
        """Return a file for a page, or None if there is none of this name."""
        self.moment = self.clock.now()
        file = self.play.file(name) if self.play is not None else None
        if file is None:
            self.faults.append(f"no file {name!r}")
        elif self.viewer is not None:
            self.viewer.served(name, file)
        return file

    async def _shown(self, key: str, kind: str, replying: Awaitable[Reply]) -> Reply:
        """Await a reply, pass it to the viewer too, and return it."""
        try:
            reply = await replying
        except Refused as refused:
            if self.viewer is not None:
                self.viewer.answered(key, kind, refused)
            raise
        if self.viewer is not None:
            self.viewer.answered(key, kind, reply)
        return reply

    def _of(self, key: str, number: int | None) -> tuple[Play[Any], Load]:
        load = next((one for one in self.loads if key and one.key == key), None)
        if load is None or self.play is None:
            raise Refused("no page of this episode has this key")
        if load.replaced:
            raise Outdated("the game was loaded again, here or in another tab: use that page")
        if number is not None:
            if number <= load.heard:
                raise Refused(f"message {number} was already received")
            load.heard = number
        return self.play, load

    def _believe(self, inputs: Any) -> None:
        try:
            self.inputs.extend(Input.read(one, self.clock.now()) for one in inputs)
        except (TypeError, ValueError) as error:
            raise Refused(f"malformed inputs: {error}") from error

    def _judged(self, play: Play[Any], reply: Reply) -> Reply:
        if not play.won or self.password is not None:
            return reply if self.password is None else reply | {"password": self.password}
        needed, seen = self.entry.game.minimum_actions(self.puzzle), self.input_count
        if seen < needed:
            play.won = False
            raise Refused(f"win after {seen} inputs, minimum {needed}")
        self.password, self.solved_after = new_password(), self.moment
        return reply | {"password": self.password}

    @property
    def input_count(self) -> int:
        """Number of the user's inputs (`DEEDS`) in the whole episode."""
        return sum(one.kind in DEEDS for one in self.inputs)

    def evidence(self) -> dict[str, Any]:
        """Return the evidence for scoring and the cheat audit."""
        play = self.play
        return {
            "password": self.password,
            "input_count": self.input_count,
            "minimum_actions": self.entry.game.minimum_actions(self.puzzle),
            "witnessed": self.witnessed,
            "game_seconds": self.clock.now(),
            "messages": self.messages,
            "loads": len(self.loads),
            "timeouts": self.timeouts + (play.timeouts if play else 0),
            "misses": self.misses,
            "faults": self.faults,
            "foreign": self.foreign,
            "apart": self.viewer.apart if self.viewer else [],
        }


def _parts(told: Any) -> tuple[str, int, str, float, dict[str, Any]]:
    try:
        key, number, kind = told["key"], told["n"], told["kind"]
        at, said = told["at"], told["said"]
    except (TypeError, KeyError) as error:
        raise Refused(f"message without {error}") from error
    of_form = (
        isinstance(key, str)
        and isinstance(number, int)
        and isinstance(kind, str)
        and isinstance(at, int | float)
        and isinstance(said, dict)
    )
    if not of_form:
        raise Refused("malformed message")
    return key, number, kind, float(at), said
