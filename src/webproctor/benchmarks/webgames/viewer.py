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
_TIMEOUT = 5.0
UPLOAD = "a file"
"""The message kind under which replies to uploads are stored."""
# Longer than the longest kind of message.
_MAX_KIND = 100
_DIFFERS = "only trusted inputs have an effect: this page differs from the judged page"
ResultT = TypeVar("ResultT")


@dataclass
class _Load:
    """A load of the replica and everything it received.

    Attributes:
        page_data: The page data of the load.
        loaded_at: When it was loaded, in seconds of the episode's clock.
        replies: Replies to messages and uploads, by kind, in order.
        key: The viewing page's key; None until it shows this load.
        messages: Number of messages that the viewing page has sent, by kind.
        state: The replica's last published state, as JSON data.
        states: Number of states published.
    """

    page_data: dict[str, Any]
    loaded_at: float
    replies: dict[str, list[Reply | Refused]] = field(default_factory=lambda: defaultdict(list))
    key: str | None = None
    messages: Counter[str] = field(default_factory=Counter)
    state: dict[str, Any] = field(default_factory=dict)
    states: int = 0


class Viewer:
    """Forwards to a viewing page what its replica receives.

    Attributes:
        token: Unguessable; part of every URL of the viewing page.
        differences: Requests of the viewing page that its replica did not make, one sentence each.
    """

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(12)
        self.differences: list[str] = []
        self._loads: dict[str, _Load] = {}
        self._files: dict[str, list[File]] = defaultdict(list)
        self._fetched: Counter[str] = Counter()
        self._won: Reply | None = None
        self._over = False
        self._changed = asyncio.Event()

    # From the replica

    def add_load(self, page_data: dict[str, Any], at: float) -> None:
        """Record that the replica has loaded a page.

        Args:
            page_data: The page data.
            at: When it was loaded, in seconds of the episode's clock.
        """
        self._loads[page_data["key"]] = _Load(page_data, at)
        self._notify()

    def add_reply(self, key: object, kind: str, reply: Reply | Refused) -> None:
        """Record the reply to a message or an upload of the replica."""
        if isinstance(key, str) and key in self._loads:
            self._loads[key].replies[kind].append(reply)
        if not isinstance(reply, Refused) and "password" in reply:
            self._won = {"password": reply["password"]}
        self._notify()

    def publish(self, message: Any) -> None:
        """Record the replica's current state.

        Raises:
            Refused: If none of its pages can have sent the state.
        """
        if not isinstance(message, dict) or not isinstance(message.get("key"), str):
            raise Refused("malformed state")
        if (load := self._loads.get(message["key"])) is None:
            raise Refused("no page of this episode has this key")
        load.state = {name: message.get(name) for name in ("state", "status")}
        load.states += 1
        self._notify()

    def add_file(self, name: str, file: File) -> None:
        """Record a file that the replica received."""
        self._files[name].append(file)
        self._notify()

    # From the viewing page

    async def open(self, path: str, at: float) -> dict[str, Any] | None:
        """Return the viewing page's data, or None if the replica has not loaded this page.

        Args:
            at: When the page was requested, in seconds of the episode's clock.
        """

        def found() -> _Load | None:
            unshown = (load for load in reversed(self._loads.values()) if load.key is None)
            return next((load for load in unshown if load.page_data["path"] == path), None)

        load = await self._wait_for(found)
        if load is None:
            self._record_difference(f"page {path!r} was loaded by a script")
            return None
        load.key = secrets.token_urlsafe(9)
        changes = {
            "base_url": f"/{self.token}/",
            "key": load.key,
            "offset": 1000 * (at - load.loaded_at),
            "viewing": True,
        }
        return load.page_data | changes

    async def states(self, key: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the replica's state whenever it changes, with the password once there is one.

        Args:
            key: The viewing page's key; an unknown key gets nothing.
        """
        load = next(
            (candidate for candidate in self._loads.values() if key and candidate.key == key), None
        )
        last_sent = (0, False)
        while load is not None and not self._over:
            current = (load.states, self._won is not None)
            if current == last_sent:
                await self._changed.wait()
            else:
                last_sent = current
                yield load.state | (self._won or {})

    async def reply_to(self, key: object, kind: object) -> Reply:
        """Return the reply to the replica's message of the same kind and index.

        Raises:
            Refused: If the replica has sent no such message, or its message was refused.
        """
        if not isinstance(key, str) or not isinstance(kind, str) or len(kind) > _MAX_KIND:
            raise Refused("malformed message")
        load = next((candidate for candidate in self._loads.values() if candidate.key == key), None)
        if load is None:
            raise Refused("no page of this episode has this key")
        number = load.messages[kind]
        load.messages[kind] += 1

        def found() -> Reply | Refused | None:
            replies = load.replies[kind]
            return replies[number] if number < len(replies) else None

        reply = await self._wait_for(found)
        if reply is None:
            load.messages[kind] -= 1
            if self._won is not None:
                return self._won
            self._record_difference(f"message {kind!r} was sent by a script")
            raise Refused(_DIFFERS)
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

        file = await self._wait_for(found)
        return file or next(reversed(self._files[name]), None)

    # Waiting for the replica

    def close(self) -> None:
        """End the episode and stop all waiting."""
        self._over = True
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _wait_for(self, find: Callable[[], ResultT | None]) -> ResultT | None:
        """Wait until `find` returns a result and return it; None on timeout."""
        try:
            async with asyncio.timeout(_TIMEOUT):
                while (result := find()) is None and not self._over:
                    await self._changed.wait()
                return result
        except TimeoutError:
            return None

    def _record_difference(self, description: str) -> None:
        if len(self.differences) < 100:
            self.differences.append(description[:300])
