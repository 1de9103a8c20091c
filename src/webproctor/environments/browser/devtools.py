"""A DevTools client that is connected to the browser directly.

Through the process of Playwright's driver, each message would pass two processes and be encoded
three times.
"""

import asyncio
import contextlib
import functools
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import islice
from typing import Any, ParamSpec

from webproctor.core.sanitize import load_json
from webproctor.environments.browser.transports import Transport

# Maximum number of commands that are written to the socket together.
_BATCH_SIZE = 200
_CRASHED = "Inspector.targetCrashed"
_DETACHED = "Target.detachedFromTarget"
# The beginning of an event message.
_EVENT = re.compile(rb'\{"method":"([\w.]+)"')
# Names of events that this module adds to those of the browser; see `Channel.on`.
FAILED, DETACHED = "webproctor.failed", "webproctor.detached"
ENDED = "webproctor.ended"
_LOST = "the connection to the browser was lost"
# The browser's message for a command to a page that is gone.
_NO_SESSION = "Session with given id not found"

P = ParamSpec("P")
Listener = Callable[[dict[str, Any]], object]


class DevToolsError(Exception):
    """The browser rejected a command, or the connection was lost."""


class PageCrashed(DevToolsError):
    """The page's process has ended; the browser still runs."""

    def __init__(self) -> None:
        super().__init__("the page crashed")


class PageClosed(DevToolsError):
    """The page was closed, by its own script for example; the browser still runs."""

    def __init__(self) -> None:
        super().__init__("the page was closed")


class ListenerFailed(DevToolsError):
    """A listener for the page's events raised an exception, so the page's state is unknown."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"a listener failed: {type(error).__name__}: {error}")
        self.__cause__ = error


async def answer_or_empty(answer: Awaitable[dict[str, Any]], ignored_error: str) -> dict[str, Any]:
    """Wait for an answer; return an empty one if its error contains `ignored_error`, if given."""
    try:
        return await answer
    except DevToolsError as error:
        if not ignored_error or ignored_error not in str(error):
            raise
        return {}


def secret_name() -> str:
    """Return an unguessable name for an isolated world or a binding."""
    return f"_{secrets.token_hex(12)}"


class DevTools:
    """A connection to one browser, shared by all its pages.

    Attributes:
        ended: Set when the connection has ended.

    Args:
        transport: Carries the messages; it must not have begun.
    """

    def __init__(self, transport: Transport) -> None:
        self.ended = asyncio.Event()
        self._transport = transport
        self._number = 0
        self._pending: dict[int, tuple[str | None, asyncio.Future[dict[str, Any]]]] = {}
        # The error that every further command to a page raises, by session.
        self._failed: dict[str, DevToolsError] = {}
        self._listeners: dict[tuple[str | None, str], list[Listener]] = {}
        # Names of the events that have listeners.
        self._event_names = {name.encode() for name in (_CRASHED, _DETACHED)}
        transport.begin(self._receive, self._on_lost)

    async def close(self) -> None:
        """Close the connection; the browser keeps running."""
        await self._transport.close()

    async def attach(self, target: str, first_channel: "Channel | None" = None) -> "Channel":
        """Attach to a page and return its channel.

        Args:
            target: The page's target id.
            first_channel: The channel to the first tab of the episode, unless this is the
                first tab.

        Raises:
            DevToolsError: If there is no such page.
        """
        parameters = {"targetId": target, "flatten": True}
        [answer] = await self.send(None, [("Target.attachToTarget", parameters)])
        return Channel(self, answer["sessionId"], first_channel)

    async def detach(self, session: str) -> None:
        """Detach from a page; see `Channel.detach`."""
        self.forget(session)
        await self.send(None, [("Target.detachFromTarget", {"sessionId": session})])
        self._failed.pop(session, None)

    async def send(
        self,
        session: str | None,
        commands: Iterable[tuple[str, dict[str, Any]]],
        *,
        ignored_error: str = "",
    ) -> list[dict[str, Any]]:
        """Send commands without waiting in between, then wait for all answers.

        Args:
            ignored_error: The message of errors that are answered with an empty object, if any.

        Raises:
            DevToolsError: If a command is rejected, or the connection to the browser is lost.
        """
        answers: list[asyncio.Future[dict[str, Any]]] = []
        self.check(session)
        remaining = iter(commands)
        try:
            while batch := list(islice(remaining, _BATCH_SIZE)):
                answers += await self._write(session, batch)
            return [await answer_or_empty(answer, ignored_error) for answer in answers]
        except ConnectionError as error:
            raise DevToolsError(_LOST) from error
        finally:
            for answer in answers:
                answer.cancel()

    async def _write(
        self, session: str | None, commands: Iterable[tuple[str, dict[str, Any]]]
    ) -> list[asyncio.Future[dict[str, Any]]]:
        """Write commands at once, and return their answers, in order."""
        loop, frames = asyncio.get_running_loop(), list[bytes]()
        pending: dict[int, tuple[str | None, asyncio.Future[dict[str, Any]]]] = {}
        for method, parameters in commands:
            self._number += 1
            message: dict[str, Any] = {"id": self._number, "method": method}
            message["params"] = parameters
            if session is not None:
                message["sessionId"] = session
            # The browser closes the connection when it receives NaN or Infinity.
            frames.append(json.dumps(message, allow_nan=False).encode())
            pending[self._number] = session, loop.create_future()
        self._pending |= pending
        await self._transport.write(frames)
        return [answer for _, answer in pending.values()]

    def check(self, session: str | None) -> None:
        """Raise the error of a page's session, if it or the connection has failed."""
        if session is not None and session in self._failed:
            raise self._failed[session]
        if self.ended.is_set():
            raise DevToolsError(_LOST)

    def fail(self, session: str, error: DevToolsError) -> None:
        """Make all pending and further commands to a page raise an error."""
        self._failed.setdefault(session, error)
        self._fail_pending(session, error)
        self._dispatch(session, FAILED, {})

    def _fail_pending(self, session: str, error: DevToolsError) -> None:
        for owner, answer in self._pending.values():
            if owner == session and not answer.done():
                _set_error(answer, error)

    def listen(self, session: str | None, event: str, listener: Listener) -> Callable[[], None]:
        """Call a function for each event of a session, or of the browser.

        Returns:
            A function that removes the listener.
        """
        listeners = self._listeners.setdefault((session, event), [])
        listeners.append(listener)
        self._event_names.add(event.encode())
        return lambda: listeners.remove(listener)

    def forget(self, session: str) -> None:
        """Drop the listeners of a page, and the episode that they hold."""
        for key in [key for key in self._listeners if key[0] == session]:
            del self._listeners[key]

    def _receive(self, text: bytes) -> None:
        # Most events have no listener.
        if (event := _EVENT.match(text)) and event[1] not in self._event_names:
            return
        message = load_json(text)
        if "id" in message:
            self._resolve(self._pending.pop(message["id"])[1], message)
        elif "method" not in message:
            return  # The browser could not parse a command: its caller has a timeout.
        elif message["method"] == _CRASHED:
            self.fail(message["sessionId"], PageCrashed())
        elif message["method"] == _DETACHED:
            session = message["params"]["sessionId"]
            self._dispatch(session, DETACHED, {})
            self.forget(session)
            self._fail_pending(session, PageClosed())
        else:
            self._dispatch(message.get("sessionId"), message["method"], message["params"])

    def _dispatch(self, session: str | None, event: str, parameters: dict[str, Any]) -> None:
        for listener in list(self._listeners.get((session, event), ())):
            listener(parameters)

    def _on_lost(self) -> None:
        """Note that the connection has ended. Later callers get an error from `send`."""
        self.ended.set()
        pending, self._pending = self._pending, {}
        for _, answer in pending.values():
            if not answer.done():
                _set_error(answer, DevToolsError(_LOST))
        for session, event in list(self._listeners):
            if event in (FAILED, DETACHED, ENDED):
                self._dispatch(session, event, {})

    @staticmethod
    def _resolve(answer: asyncio.Future[dict[str, Any]], message: dict[str, Any]) -> None:
        if answer.done():
            return
        if "error" in message:
            text = message["error"]["message"]
            _set_error(answer, PageClosed() if _NO_SESSION in text else DevToolsError(text))
        else:
            answer.set_result(message["result"])


def _set_error(answer: asyncio.Future[dict[str, Any]], error: DevToolsError) -> None:
    answer.set_exception(error)
    answer.exception()  # Mark as retrieved, even if nothing awaits it anymore.


class Channel:
    """A DevTools session with one page.

    Attributes:
        tap: Gets every command that is sent, while it is set; see `traces`.
        methods: The names of the commands that were sent, without persistent ones; see
            `send_commands`.
        session: The browser's id of the session.

    Args:
        first_channel: The channel to the first tab of the episode, unless this is the first tab.
    """

    tap: list[Any] | None = None

    def __init__(
        self, devtools: DevTools, session: str, first_channel: "Channel | None" = None
    ) -> None:
        self.methods: set[str] = set()
        self.session = session
        self._devtools = devtools
        self._first_channel = first_channel
        self._ended = False

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a command and wait for its answer.

        Raises:
            DevToolsError: If the command is rejected, or the page is gone.
        """
        [answer] = await self.send_commands([(method, parameters or {})])
        return answer

    async def send_commands(
        self,
        commands: Iterable[tuple[str, dict[str, Any]]],
        *,
        persistent: bool = False,
        ignored_error: str = "",
    ) -> list[dict[str, Any]]:
        """Send several commands at once and wait for their answers, in order.

        Args:
            persistent: Whether later episodes of the tab need the effects of the commands too.
            ignored_error: The message of errors that are answered with an empty object, if any.

        Raises:
            DevToolsError: If a command is rejected, or the page is gone.
        """
        self.check()
        commands = list(commands)
        if self.tap is not None:
            self.tap += commands
        if not persistent:
            self.methods.update(method for method, _ in commands)
        return await self._devtools.send(self.session, commands, ignored_error=ignored_error)

    @contextlib.contextmanager
    def untapped(self) -> Iterator[None]:
        """Hide the commands in the block from the tap."""
        tap, self.tap = self.tap, None
        try:
            yield
        finally:
            self.tap = tap

    async def send_all(self, method: str, all_parameters: Iterable[dict[str, Any]]) -> None:
        """Send one command many times, in order, and wait until all have been executed.

        Raises:
            DevToolsError: If a command is rejected, or the page is gone.
        """
        await self.send_commands((method, parameters) for parameters in all_parameters)

    def on(self, event: str, listener: Listener) -> None:
        """Call a function with the parameters of each event of the given name.

        `FAILED`: commands to the page fail from now on. `DETACHED`: the page is gone. `ENDED`: the
        connection has ended; this event belongs to no page.
        """
        self._devtools.listen(self.session, event, self.wrap_listener(listener))

    def wrap_listener(self, listener: Callable[P, object]) -> Callable[P, None]:
        """Wrap a listener so that its exceptions only fail its own episode: see `fail`.

        Otherwise an exception would end the reading of the connection, which all pages share.
        """

        @functools.wraps(listener)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            try:
                listener(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 - any error only fails this episode
                self.fail(error)

        return call

    def replace(self) -> "Channel":
        """End the channel, and return one for another episode; what commands have set stays."""
        self._ended = True
        self._devtools.forget(self.session)
        return Channel(self._devtools, self.session)

    async def detach(self) -> None:
        """End the channel, with its listeners and all that its commands have set in the page.

        Raises:
            DevToolsError: If the browser died.
        """
        await self._devtools.detach(self.session)

    def check(self) -> None:
        """Check that the page can still receive commands.

        Raises:
            DevToolsError: If it has crashed, a listener has failed, or another episode uses it.
        """
        if self._ended:
            raise DevToolsError("another episode uses the page")
        self._devtools.check(self.session)

    def fail(self, error: Exception) -> None:
        """Make all further commands to this page, and to the first tab of its episode, raise
        `ListenerFailed`."""
        if self._ended:
            return
        self._devtools.fail(self.session, ListenerFailed(error))
        if self._first_channel is not None:
            self._first_channel.fail(error)
