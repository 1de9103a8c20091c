"""The server side of a page that only shows a game while another page, its replica, is judged.

Nothing that the viewing page sends counts. Each of its loads gets the data of the replica's load of
the same page, and each of its messages gets the reply to the replica's message.
"""

import asyncio
import secrets
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from webproctor.benchmarks.webgames.play import File, Refused, Reply

# Timeout in seconds for the viewing page to wait for its replica.
_LONGEST = 5.0
UPLOAD = "a file"
"""The message kind under which uploads are stored."""
_APART = "only trusted input has an effect: this page differs from the judged page"
ResultT = TypeVar("ResultT")


@dataclass
class _Shown:
    """A load of the replica and everything it received.

    Attributes:
        given: The page data of the load.
        at: When it was loaded, in seconds of the episode's clock.
        replies: Replies to messages and uploads, by kind, in order.
        key: The viewing page's key; None until it shows this load.
        told: Number of messages that the viewing page has sent, by kind.
        shown: The replica's last published state, as JSON data.
        states: Number of states published.
    """

    given: dict[str, Any]
    at: float
    replies: dict[str, list[Reply | Refused]] = field(default_factory=lambda: defaultdict(list))
    key: str | None = None
    told: Counter[str] = field(default_factory=Counter)
    shown: dict[str, Any] = field(default_factory=dict)
    states: int = 0


class Viewer:
    """Forwards to a viewing page what its replica receives.

    Attributes:
        token: Unguessable; part of every URL of the viewing page.
        apart: Requests of the viewing page that its replica did not make, one sentence each.
    """

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(12)
        self.apart: list[str] = []
        self._loads: dict[str, _Shown] = {}
        self._files: dict[str, list[File]] = defaultdict(list)
        self._fetched: Counter[str] = Counter()
        self._won: Reply | None = None
        self._over = False
        self._news = asyncio.Event()

    # From the replica

    def loaded(self, given: dict[str, Any], at: float) -> None:
        """Record that the replica has loaded a page.

        Args:
            given: The page data.
            at: When it was loaded, in seconds of the episode's clock.
        """
        self._loads[given["key"]] = _Shown(given, at)
        self._tell()

    def answered(self, key: object, kind: str, reply: Reply | Refused) -> None:
        """Record the reply to a message or an upload of the replica."""
        if isinstance(key, str) and key in self._loads:
            self._loads[key].replies[kind].append(reply)
        if not isinstance(reply, Refused) and "password" in reply:
            self._won = {"password": reply["password"]}
        self._tell()

    def publish(self, told: Any) -> None:
        """Record the replica's current state.

        Raises:
            Refused: If none of its pages can have sent the state.
        """
        if not isinstance(told, dict) or not isinstance(told.get("key"), str):
            raise Refused("malformed state")
        if (shown := self._loads.get(told["key"])) is None:
            raise Refused("no page of this episode has this key")
        shown.shown = {name: told.get(name) for name in ("state", "note")}
        shown.states += 1
        self._tell()

    def served(self, name: str, file: File) -> None:
        """Record a file that the replica received."""
        self._files[name].append(file)
        self._tell()

    # From the viewing page

    async def open(self, path: str, at: float) -> dict[str, Any] | None:
        """Return the viewing page's data, or None if the replica has not loaded this page.

        Args:
            at: When the page was requested, in seconds of the episode's clock.
        """

        def found() -> _Shown | None:
            fresh = (one for one in reversed(self._loads.values()) if one.key is None)
            return next((one for one in fresh if one.given["path"] == path), None)

        shown = await self._until(found)
        if shown is None:
            self._note(f"page {path!r} was loaded by a script")
            return None
        shown.key = secrets.token_urlsafe(9)
        own = {
            "base": f"/{self.token}/",
            "key": shown.key,
            "offset": 1000 * (at - shown.at),
            "viewing": True,
        }
        return shown.given | own

    async def states(self, key: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the replica's state whenever it changes, with the password once there is one.

        Args:
            key: The viewing page's key; an unknown key gets nothing.
        """
        shown = next((one for one in self._loads.values() if key and one.key == key), None)
        sent = (0, False)
        while shown is not None and not self._over:
            now = (shown.states, self._won is not None)
            if now == sent:
                await self._news.wait()
            else:
                sent = now
                yield shown.shown | (self._won or {})

    async def hear(self, key: object, kind: object) -> Reply:
        """Return the reply to the replica's message of the same kind and index.

        Raises:
            Refused: If the replica has sent no such message, or its message was refused.
        """
        if not isinstance(key, str) or not isinstance(kind, str):
            raise Refused("malformed message")
        shown = next((one for one in self._loads.values() if one.key == key), None)
        if shown is None:
            raise Refused("no page of this episode has this key")
        number = shown.told[kind]
        shown.told[kind] += 1

        def found() -> Reply | Refused | None:
            replies = shown.replies[kind]
            return replies[number] if number < len(replies) else None

        reply = await self._until(found)
        if reply is None:
            shown.told[kind] -= 1
            if self._won is not None:
                return self._won
            self._note(f"message {kind!r} was sent by a script")
            raise Refused(_APART)
        if isinstance(reply, Refused):
            raise reply
        return reply

    async def file(self, name: str) -> File | None:
        """Return the file that the replica received at the same fetch; None if there is none.

        If the replica does not fetch it again in time, this is the last one that it received.
        """
        number = self._fetched[name]
        self._fetched[name] += 1

        def found() -> File | None:
            files = self._files[name]
            return files[number] if number < len(files) else None

        file = await self._until(found)
        return file or next(reversed(self._files[name]), None)

    # Waiting for the replica

    def close(self) -> None:
        """End the episode and stop all waiting."""
        self._over = True
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _until(self, found: Callable[[], ResultT | None]) -> ResultT | None:
        """Wait until `found` returns a result and return it; None on timeout."""
        try:
            async with asyncio.timeout(_LONGEST):
                while (result := found()) is None and not self._over:
                    await self._news.wait()
                return result
        except TimeoutError:
            return None

    def _note(self, what: str) -> None:
        if len(self.apart) < 100:
            self.apart.append(what)
