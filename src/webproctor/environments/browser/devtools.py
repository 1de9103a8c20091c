"""A DevTools client that talks to the browser directly over one WebSocket.

Messages through the Playwright driver pass two processes and are encoded three times. Frequent
messages (input events, script calls, local copies of files) are therefore sent directly.
"""

import asyncio
import contextlib
import functools
import json
import re
import secrets
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import islice
from typing import Any, ParamSpec, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from webproctor.core.sanitize import load_json
from webproctor.environments.isolation import Gate, SandboxGone

# Timeout for the browser's HTTP responses, in seconds.
_LONGEST = 30.0
# Maximum number of commands that are written to the socket together.
_AT_ONCE = 200
_CRASHED = "Inspector.targetCrashed"
_DETACHED = "Target.detachedFromTarget"
# The beginning of an event message.
_EVENT = re.compile(r'\{"method":"([\w.]+)"')

P = ParamSpec("P")
Listener = Callable[[dict[str, Any]], None]


class DevToolsError(Exception):
    """The browser rejected a command, or the connection was lost."""


class PageCrashed(DevToolsError):
    """The page's process has ended; the browser still runs."""

    def __init__(self) -> None:
        super().__init__("the page crashed")


class ListenerFailed(DevToolsError):
    """A listener for the page's events raised an exception, so the page's state is unknown."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(f"a listener failed: {type(fault).__name__}: {fault}")
        self.__cause__ = fault


@dataclass(frozen=True)
class Endpoint:
    """The address of a browser's DevTools.

    Attributes:
        port: The port on the loopback interface.
        gate: The gate into the browser's sandbox; None for a browser in the machine's network.
    """

    port: int
    gate: Gate | None = None

    async def read(self, path: str) -> Any:
        """Return the parsed JSON of an HTTP GET request.

        Raises:
            DevToolsError: If no browser responds.
        """
        try:
            made = await self._connected()
            return await asyncio.to_thread(_get, made, path)
        except (OSError, ValueError, HTTPException, SandboxGone) as error:
            raise DevToolsError(f"no DevTools on port {self.port}: {error}") from error

    async def open(self) -> ClientConnection:
        """Open a WebSocket to the browser.

        Raises:
            DevToolsError: If no browser responds.
        """
        address = (await self.read("/json/version"))["webSocketDebuggerUrl"]
        try:
            return await connect(
                address,
                sock=await self._connected(),
                compression=None,
                max_size=None,
                ping_interval=None,
                proxy=None,
            )
        except (OSError, WebSocketException, SandboxGone) as error:
            raise DevToolsError(f"no DevTools on port {self.port}: {error}") from error

    async def _connected(self) -> socket.socket:
        if self.gate is not None:
            return await self.gate.connect(self.port)
        return await asyncio.to_thread(socket.create_connection, ("127.0.0.1", self.port))


def _get(made: socket.socket, path: str) -> Any:
    made.settimeout(_LONGEST)
    asking = HTTPConnection("127.0.0.1", made.getpeername()[1])
    asking.sock = made
    try:
        asking.request("GET", path)
        return json.loads(asking.getresponse().read())
    finally:
        asking.close()


def secret_name() -> str:
    """Return an unguessable name for an isolated world or a binding."""
    return f"_{secrets.token_hex(12)}"


class DevTools:
    """A connection to one browser, shared by all its pages. Created by `DevTools.connect`."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._waiting: dict[int, tuple[str | None, asyncio.Future[dict[str, Any]]]] = {}
        # The error that every further command to a page raises, by session.
        self._failed: dict[str, DevToolsError] = {}
        self._listeners: dict[tuple[str | None, str], list[Listener]] = {}
        # Names of the events that have listeners.
        self._heard = {_CRASHED, _DETACHED}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, endpoint: Endpoint) -> Self:
        """Connect to a browser.

        Raises:
            DevToolsError: If no browser responds.
        """
        return cls(await endpoint.open())

    async def close(self) -> None:
        """Close the connection; the browser keeps running."""
        self._reading.cancel()
        await asyncio.wait({self._reading})
        await self._socket.close()

    async def attach(self, target: str, first: "Channel | None" = None) -> "Channel":
        """Attach to a page and return its channel.

        Args:
            target: The page's target id.
            first: The channel to the first tab of the episode, unless this is the first tab.

        Raises:
            DevToolsError: If there is no such page.
        """
        parameters = {"targetId": target, "flatten": True}
        [answer] = await self.send(None, [("Target.attachToTarget", parameters)])
        return Channel(self, answer["sessionId"], first)

    async def detach(self, session: str) -> None:
        """Detach from a page; see `Channel.detach`."""
        await self.send(None, [("Target.detachFromTarget", {"sessionId": session})])
        self.forget(session)
        self._failed.pop(session, None)

    async def send(
        self, session: str | None, commands: Iterable[tuple[str, dict[str, Any]]]
    ) -> list[dict[str, Any]]:
        """Send commands without waiting in between, then wait for all answers.

        Raises:
            DevToolsError: If a command is rejected, or the connection to the browser is lost.
        """
        answers: list[asyncio.Future[dict[str, Any]]] = []
        self.check(session)
        left = iter(commands)
        try:
            while some := list(islice(left, _AT_ONCE)):
                if self._reading.done():  # The answers would not be read.
                    raise DevToolsError("the connection to the browser was lost")
                answers += await self._write(session, some)
            return [await answer for answer in answers]
        except ConnectionClosed as error:
            raise DevToolsError("the connection to the browser was lost") from error
        finally:
            for answer in answers:
                answer.cancel()

    async def _write(
        self, session: str | None, commands: Iterable[tuple[str, dict[str, Any]]]
    ) -> list[asyncio.Future[dict[str, Any]]]:
        """Write commands to the socket at once, so that no process wakes up for each of them.

        Returns:
            Their answers, in order.
        """
        loop, frames = asyncio.get_running_loop(), list[bytes]()
        waiting: dict[int, tuple[str | None, asyncio.Future[dict[str, Any]]]] = {}
        for method, parameters in commands:
            self._number += 1
            message: dict[str, Any] = {"id": self._number, "method": method}
            message["params"] = parameters
            if session is not None:
                message["sessionId"] = session
            # The browser closes the connection when it receives NaN or Infinity.
            frames.append(json.dumps(message, allow_nan=False).encode())
            waiting[self._number] = session, loop.create_future()
        self._waiting |= waiting
        async with self._socket.send_context():
            for frame in frames:
                self._socket.protocol.send_text(frame)
            self._socket.transport.write(b"".join(self._socket.protocol.data_to_send()))
        return [answer for _, answer in waiting.values()]

    def check(self, session: str | None) -> None:
        """Raise the error of a page's session, if it has failed."""
        if session is not None and session in self._failed:
            raise self._failed[session]

    def fail(self, session: str, error: DevToolsError) -> None:
        """Make all pending and further commands to a page raise an error."""
        self._failed.setdefault(session, error)
        for owner, answer in self._waiting.values():
            if owner == session and not answer.done():
                answer.set_exception(error)
                answer.exception()  # Mark as retrieved, even if nothing awaits it anymore.

    def listen(self, session: str, event: str, listener: Listener) -> None:
        self._listeners.setdefault((session, event), []).append(listener)
        self._heard.add(event)

    def forget(self, session: str) -> None:
        """Drop the listeners of a page, and the episode that they hold."""
        for key in [key for key in self._listeners if key[0] == session]:
            del self._listeners[key]

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                # Most events (console, network) have no listener.
                if (event := _EVENT.match(str(text))) and event[1] not in self._heard:
                    continue
                message = load_json(text)
                if "id" in message:
                    self._settle(self._waiting.pop(message["id"])[1], message)
                elif "method" not in message:
                    continue  # The browser could not parse a command: its caller has a timeout.
                elif message["method"] == _CRASHED:
                    self.fail(message["sessionId"], PageCrashed())
                elif message["method"] == _DETACHED:
                    self.forget(message["params"]["sessionId"])
                else:
                    key = (message.get("sessionId"), message["method"])
                    for listener in self._listeners.get(key, ()):
                        listener(message["params"])
        except ConnectionClosed:
            return  # Pending callers get an error below, later callers from `send`.
        finally:
            waiting, self._waiting = self._waiting, {}
            for _, answer in waiting.values():
                if not answer.done():
                    answer.set_exception(DevToolsError("the connection to the browser was lost"))
                    answer.exception()  # Mark as retrieved, even if nothing awaits it anymore.

    @staticmethod
    def _settle(answer: asyncio.Future[dict[str, Any]], message: dict[str, Any]) -> None:
        if answer.done():
            return
        if "error" in message:
            answer.set_exception(DevToolsError(message["error"]["message"]))
            answer.exception()
        else:
            answer.set_result(message["result"])


class Channel:
    """A DevTools session with one page.

    Attributes:
        tap: Gets every command that is sent, while it is set; see `traces`.
        methods: The names of the commands that were sent, without lasting ones; see `ask`.

    Args:
        first: The channel to the first tab of the episode, unless this is the first tab.
    """

    tap: list[Any] | None = None

    def __init__(self, devtools: DevTools, session: str, first: "Channel | None" = None) -> None:
        self.methods: set[str] = set()
        self._devtools = devtools
        self._session = session
        self._first = first
        self._ended = False

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a command and wait for its answer.

        Raises:
            DevToolsError: If the command is rejected, or the page is gone.
        """
        [answer] = await self.ask([(method, parameters or {})])
        return answer

    async def ask(
        self, commands: Iterable[tuple[str, dict[str, Any]]], *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Send several commands at once and wait for their answers, in order.

        Args:
            lasting: Whether later episodes of the tab need the effects of the commands too.

        Raises:
            DevToolsError: If a command is rejected, or the page is gone.
        """
        self.check()
        commands = list(commands)
        if self.tap is not None:
            self.tap += commands
        if not lasting:
            self.methods.update(method for method, _ in commands)
        return await self._devtools.send(self._session, commands)

    @contextlib.contextmanager
    def untapped(self) -> Iterator[None]:
        """Hide the commands in the block from the tap."""
        tap, self.tap = self.tap, None
        try:
            yield
        finally:
            self.tap = tap

    async def send_all(self, method: str, every: Iterable[dict[str, Any]]) -> None:
        """Send one command many times, in order, and wait until all have been executed.

        Raises:
            DevToolsError: If a command is rejected, or the page is gone.
        """
        await self.ask((method, parameters) for parameters in every)

    def on(self, event: str, listener: Listener) -> None:
        """Call a function with the parameters of each event of the given name."""
        self._devtools.listen(self._session, event, self.contained(listener))

    def contained(self, listener: Callable[P, object]) -> Callable[P, None]:
        """Wrap a listener so that its exceptions only fail its own episode: see `fail`.

        All pages share the socket and the driver; otherwise their next caller would get them.
        """

        @functools.wraps(listener)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            try:
                listener(*args, **kwargs)
            except Exception as fault:  # noqa: BLE001 - any error only fails this episode
                self.fail(fault)

        return call

    def handed_over(self) -> "Channel":
        """End the channel, and return one for another episode; what commands have set stays."""
        self._ended = True
        self._devtools.forget(self._session)
        return Channel(self._devtools, self._session)

    async def detach(self) -> None:
        """End the channel, with its listeners and all that its commands have set in the page.

        Raises:
            DevToolsError: If the browser died.
        """
        await self._devtools.detach(self._session)

    def check(self) -> None:
        """Check that the page can still receive commands.

        Raises:
            DevToolsError: If it has crashed, a listener has failed, or another episode uses it.
        """
        if self._ended:
            raise DevToolsError("another episode uses the page")
        self._devtools.check(self._session)

    def fail(self, fault: Exception) -> None:
        """Make all further commands to this page, and to the first tab of its episode, raise
        `ListenerFailed`."""
        if self._ended:
            return
        self._devtools.fail(self._session, ListenerFailed(fault))
        if self._first is not None:
            self._first.fail(fault)
