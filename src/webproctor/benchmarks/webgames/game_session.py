"""The game session: the server-side state of one episode's game."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from webproctor.benchmarks.webgames.appearance import Appearance
from webproctor.benchmarks.webgames.passwords import new_password
from webproctor.benchmarks.webgames.play import MISSES, Entry, File, Play, Refused, Reply
from webproctor.benchmarks.webgames.viewer import UPLOAD, Viewer
from webproctor.environments.browser.clock import Clock, RealClock
from webproctor.environments.browser.witness import COUNTED_INPUTS, Input

# The reply to every message once the episode's tries are used up.
_OVER_REPLY: Reply = {"over": True}
SECRET_HEADER = "x-webproctor-page"
"""The header with which the browser of a judged page proves that it sent a request."""
# More milliseconds than an episode lasts.
_MAX_TIME = 1e12
_MAX_NOTES, _MAX_NOTE_LENGTH = 1000, 300


def note(notes: list[str], description: str) -> None:
    """Add a sentence about a refused request to a list, up to limits: scripts can send any number
    of requests of any length, and the lists are part of the log.
    """
    if len(notes) < _MAX_NOTES:
        notes.append(description[:_MAX_NOTE_LENGTH])


class Outdated(Refused):
    """A message of a page after the game has been loaded again; it has no effect.

    This is not an attempt to cheat: a busy page may send a message just before it is reloaded, and
    a game may be open in two tabs.
    """


@dataclass
class Load:
    """One load of a page. Only that page has its key; its messages are numbered.

    Attributes:
        key: The key.
        path: The page's path.
        at: When it was loaded, in seconds of the episode's clock.
        last_number: The number of the last message received.
        replaced: Whether the game has been loaded again and this page no longer counts.
    """

    key: str
    path: str
    at: float
    last_number: int = 0
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
        for event in self._game_session.inputs[self._first + len(self._inputs) :]:
            time = event.at - self._load.at if self._game_session.clock.virtual else event.stamp
            self._inputs.append(replace(event, at=time))
        return self._inputs

    def now(self) -> float:
        return self._game_session.current_time - self._load.at

    @property
    def episode(self) -> dict[str, Any]:
        return self._game_session.stored


@dataclass
class GameSession:
    """The server-side state of one episode's game.

    Attributes:
        entry: The variant being played.
        seed: The seed of the puzzle, used together with the salt.
        clock: The episode's clock.
        inputs: Trusted input events of the whole episode, appended by `browser.witness`.
        witnessed: Whether the browser records inputs; if not, the page's own reports are trusted.
        wait_for_inputs: Waits until all recorded inputs have arrived.
        token: Unguessable; part of every URL of the episode.
        password: Generated when the puzzle is solved; None before.
        solved_after: Seconds from the beginning to the win; None before it.
        loads: All loads of pages.
        faults: Refused messages and requests, one sentence each; see `note`.
        foreign: Requests that no page of this episode sent; see `note`.
        failure: The unexpected exception of a request; None if there was none.
        salt: The run's secret in the puzzle; "" for the published puzzle of the seed.
        stored: Values that the game stores for the whole episode.
        attempt: Index of the current puzzle in the seed's sequence.
        appearance: The appearance of its pages.
        secret: Sent by the browser with every request of a judged page; its scripts cannot read it.
        viewer: Shows the game in a page that is not judged; None if there is no such page.
        messages: Number of messages and uploads received.
        timeouts: Number of time limits missed in earlier loads of the game.
        current_time: When the request being handled was sent, in seconds of the episode's clock.
    """

    entry: Entry
    seed: int
    clock: Clock = field(default_factory=RealClock)
    inputs: list[Input] = field(default_factory=list)
    witnessed: bool = False
    wait_for_inputs: Callable[[], Awaitable[None]] | None = None
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
    current_time: float = 0.0
    salt: str = ""
    stored: dict[str, Any] = field(default_factory=dict)
    attempt: int = 0
    appearance: Appearance = "plain"

    def __post_init__(self) -> None:
        self.puzzle = self.entry.puzzle(self.seed, self.salt)
        self.play: Play[Any] | None = None
        self._renewed_misses = 0
        self._lock = asyncio.Lock()

    @property
    def random_parts(self) -> Sequence[str]:
        """Parts of the episode's URLs that no other episode has, in the order of their use."""
        paths = [load.path for load in self.loads if load.path]
        random_paths = paths if self.play is not None and self.play.random_paths else ()
        return (self.token, *dict.fromkeys(random_paths))

    def open(self, path: str, framing_page: str | None = None) -> dict[str, Any] | None:
        """Register the load of a page; return the page's data, or None if there is no such page.

        Args:
            path: "" for the game's first page, else the path below it.
            framing_page: The path of the page of the game that loads it into a frame; None for a
                top-level page.
        """
        load = Load(secrets.token_urlsafe(9), path, self.clock.now())
        self.current_time = load.at
        restarts = path == "" and (self.play is None or not self.play.persistent)
        if self.play is None or restarts:
            if self.play is not None:
                self.timeouts += self.play.timeouts
                for previous in self.loads:
                    previous.replaced = True
            self._renew()
            self.play = self.entry.game.play(self.puzzle, SessionEvidence(self, load))
        view = self.play.view(path)
        if view is None:
            note(self.faults, f"no page {path!r}")
            return None
        if self.play.frame_parent(path) != framing_page:
            note(self.faults, f"page {path!r} was opened outside its frame")
            return None
        self.loads.append(load)
        page_data = {
            "view": view,
            "path": path,
            "base_url": f"/{self.token}/",
            "key": load.key,
            "virtual": self.clock.virtual,
            "witnessed": self.witnessed,
            "password": self.password,
            "over": self.over,
            "tries_left": self.tries_left if self.misses else None,
            "viewed": self.viewer is not None,
        }
        if self.viewer is not None:
            self.viewer.add_load(page_data, load.at)
        return page_data

    def _renew(self) -> None:
        """Switch to the next puzzle of the sequence if this one got a wrong answer."""
        if self.entry.game.renews and self.misses > self._renewed_misses:
            self.attempt += 1
            self.puzzle = self.entry.puzzle(self.seed, self.salt, self.attempt)
        self._renewed_misses = self.misses

    @property
    def misses(self) -> int:
        """Number of wrong answers so far; `Game.tries` limits them."""
        return self.stored.get(MISSES, 0)

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

    async def handle_message(self, message: Any) -> Reply:
        """Handle a page's message; return the play's reply, with the password if solved.

        Raises:
            Refused: If no page of this episode can have sent it, or if the play refuses it.
        """
        fields = _message_fields(message)
        return await self._reply_to_both(
            fields[0], fields[2], self._handle_message(message, *fields)
        )

    async def _handle_message(
        self,
        message: Any,
        key: str,
        number: int,
        kind: str,
        sent_at: float,
        parameters: dict[str, Any],
    ) -> Reply:
        async with self._lock:
            play, load = self._find_load(key, number)
            # During a synchronous request, a page cannot report inputs.
            if self.wait_for_inputs is not None and not message.get("synchronous"):
                await self.wait_for_inputs()
            if not self.witnessed:
                self._trust_reports(message.get("inputs", []))
            self.current_time = self.clock.moment(load.at + sent_at / 1000)
            self.messages += 1
            return self._reply(play, lambda: play.dispatch(kind, parameters))

    async def handle_upload(self, key: str, name: str, type: str, body: bytes) -> Reply:
        """Handle a file uploaded by a page, as `handle_message` handles a message."""
        return await self._reply_to_both(key, UPLOAD, self._handle_upload(key, name, type, body))

    async def _handle_upload(self, key: str, name: str, type: str, body: bytes) -> Reply:
        async with self._lock:
            play, _ = self._find_load(key, None)
            if self.wait_for_inputs is not None:
                await self.wait_for_inputs()
            self.current_time = self.clock.now()
            self.messages += 1
            return self._reply(play, lambda: play.upload(name, type, body))

    def _reply(self, play: Play[Any], handler: Callable[[], Reply]) -> Reply:
        """Return a play's reply; after a wrong answer, with the number of tries left."""
        if self.over:
            return _OVER_REPLY
        misses_before = self.misses
        reply = self._judge(play, handler())
        missed = self.misses > misses_before and self.tries_left is not None
        return reply | {"tries_left": self.tries_left} if missed else reply

    def file(self, name: str) -> File | None:
        """Return a file for a page, or None if there is none of this name."""
        self.current_time = self.clock.now()
        file = self.play.file(name) if self.play is not None else None
        if file is None:
            note(self.faults, f"no file {name!r}")
        elif self.viewer is not None:
            self.viewer.add_file(name, file)
        return file

    async def _reply_to_both(self, key: str, kind: str, pending: Awaitable[Reply]) -> Reply:
        """Await a reply, pass it to the viewer too, and return it."""
        try:
            reply = await pending
        except Refused as refusal:
            if self.viewer is not None:
                self.viewer.add_reply(key, kind, refusal)
            raise
        if self.viewer is not None:
            self.viewer.add_reply(key, kind, reply)
        return reply

    def _find_load(self, key: str, number: int | None) -> tuple[Play[Any], Load]:
        load = next((candidate for candidate in self.loads if key and candidate.key == key), None)
        if load is None or self.play is None:
            raise Refused("no page of this episode has this key")
        if load.replaced:
            raise Outdated("the game was loaded again, here or in another tab: use that page")
        if number is not None:
            if number <= load.last_number:
                raise Refused(f"message {number} was already received")
            load.last_number = number
        return self.play, load

    def _trust_reports(self, inputs: Any) -> None:
        try:
            self.inputs.extend(Input.read(event, self.clock.now()) for event in inputs)
        except (TypeError, ValueError) as error:
            raise Refused(f"malformed inputs: {error}") from error

    def _judge(self, play: Play[Any], reply: Reply) -> Reply:
        if not play.won or self.password is not None:
            return reply if self.password is None else reply | {"password": self.password}
        if self.tries_left == 0:  # The play judged several inputs, and those before used all tries.
            play.won = False
            return _OVER_REPLY
        minimum, count = self.entry.game.minimum_actions(self.puzzle), self.input_count
        if count < minimum:
            play.won = False
            raise Refused(f"win after {count} inputs, minimum {minimum}")
        self.password, self.solved_after = new_password(), self.current_time
        return reply | {"password": self.password}

    @property
    def input_count(self) -> int:
        """Number of the user's inputs (`COUNTED_INPUTS`) in the whole episode.

        A text that is inserted at once counts like the same text typed key by key.
        """
        return sum(
            max(1, len(event.detail)) if event.kind == "insert" else 1
            for event in self.inputs
            if event.kind in COUNTED_INPUTS
        )

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
            "view_differences": self.viewer.differences if self.viewer else [],
        }


def _message_fields(message: Any) -> tuple[str, int, str, float, dict[str, Any]]:
    try:
        key, number, kind = message["key"], message["n"], message["kind"]
        sent_at, parameters = message["at"], message["parameters"]
    except (TypeError, KeyError) as error:
        raise Refused(f"message without {error}") from error
    is_valid = (
        isinstance(key, str)
        and isinstance(number, int)
        and isinstance(kind, str)
        and isinstance(sent_at, int | float)
        and abs(sent_at) < _MAX_TIME
        and isinstance(parameters, dict)
    )
    if not is_valid:
        raise Refused("malformed message")
    return key, number, kind, float(sent_at), parameters
