"""A client of the service, over one WebSocket for all its sessions.

When the service is stopped or can no longer be reached, the episodes of the connection are void:
every request for their sessions raises `ServiceLost`. `create` connects again.

A client needs only the packages lxml, pydantic and websockets, so it rarely conflicts with the
requirements of a trainer.
"""

import asyncio
import contextlib
import itertools
import json
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar, get_args
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.protocol import State

from webproctor.core.errors import UserError
from webproctor.core.llm import Tool
from webproctor.core.observations import Observation
from webproctor.core.text_views import TextView, page_text
from webproctor.core.threads import EventLoopThread
from webproctor.rollouts.calls import accepted_call, decode_json
from webproctor.rollouts.schema import MESSAGE_BYTES, Answer, End, ListedTask, Observed

T = TypeVar("T")
OBSERVATION_TOKENS = 4000
"""Token limit for the observation after a step."""
_ANSWER = TypeAdapter(Answer)
_TASKS = TypeAdapter(list[ListedTask])
_TOOLS = TypeAdapter(dict[str, list[Tool]])
# The requests that open a session.
_OPENING = ("create", "fork")
# The views that are lists.
_LISTS = ("elements", "tabs")
_END = TypeAdapter(End | None)
# Seconds between two attempts to connect again: the first, and the longest.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
# Timeout in seconds for a busy service to answer a ping.
_PING_TIMEOUT = 60.0


class ServiceLost(Exception):
    """The service cannot be reached, or has failed; the episode is void."""


class ServiceFull(Exception):
    """All sessions of the service are in use."""


class SessionGone(UserError):
    """The session no longer exists.

    Attributes:
        ended: How its episode ended; None if the service does not know.
    """

    def __init__(self, message: str, ended: End | None) -> None:
        super().__init__(message)
        self.ended = ended


class _Connection:
    """One WebSocket, and the requests that wait for answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._message_ids = itertools.count()
        self._pending: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._receiver = asyncio.create_task(self._receive())

    @property
    def lost(self) -> bool:
        """Whether it has ended, or is about to."""
        return self._receiver.done() or self._socket.state is not State.OPEN

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        message_id = next(self._message_ids)
        text = json.dumps({"id": message_id, **message})
        if len(text) > MESSAGE_BYTES:  # The service would end the connection.
            raise UserError(f"a request has at most {MESSAGE_BYTES:,} bytes.")
        future = self._pending[message_id] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(text)
            await asyncio.wait({future, self._receiver}, return_when=asyncio.FIRST_COMPLETED)
            if not future.done():
                raise ServiceLost("the connection to the service has ended")
            return future.result()
        except ConnectionClosed as error:
            raise ServiceLost(f"the connection to the service has ended: {error}") from error
        finally:
            self._pending.pop(message_id, None)

    def abort(self) -> None:
        self._socket.transport.abort()

    async def close(self) -> None:
        await self._socket.close()
        await asyncio.gather(self._receiver, return_exceptions=True)

    async def _receive(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                reply = json.loads(text)
                future = self._pending.get(reply["id"])
                if future is not None and not future.done():
                    future.set_result(reply)


class Client:
    """Sends requests and waits for their answers; created by `connected`.

    Requests of different sessions can be sent at the same time.

    Args:
        url: The address of the service.
        token: Its token.
        reconnect: Seconds in which `create` tries to connect again when the connection has ended.
    """

    def __init__(self, url: str, token: str, reconnect: float = 60.0) -> None:
        self._url = url
        self._token = token
        self._reconnect = reconnect
        self._connecting = asyncio.Lock()
        self._connection: _Connection | None = None
        # The service closes the sessions of a connection with it, so they never use another one.
        self._connections: dict[str, _Connection] = {}
        self._discarding: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        """Connect to the service.

        Raises:
            UserError: If there is no service at the address, or it refuses the token.
        """
        _check_address(self._url)
        address = self._url.replace("http", "ws", 1).rstrip("/") + "/ws"
        headers = {"authorization": f"Bearer {self._token}"}
        try:
            socket = await connect(
                address,
                additional_headers=headers,
                max_size=None,
                proxy=None,
                compression=None,
                ping_timeout=_PING_TIMEOUT,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            raise UserError(f"{self._url} refuses the connection with status {status}.") from error
        except (OSError, InvalidHandshake) as error:
            raise UserError(f"{self._url}: no service answers there: {error}.") from error
        self._connection = _Connection(socket)

    async def close(self) -> None:
        """Close the connection, and with it the sessions."""
        if self._connection is not None:
            await self._connection.close()

    def abort(self) -> None:
        """End the connection without closing it, as if the client had died; for tests."""
        if self._connection is not None:
            self._connection.abort()

    async def ask(self, request: str, session: str = "", **body: Any) -> Answer:
        """Send a request: `create`, `reset`, `step`, `observe`, `score`, `fork` or `close`.

        If it is cancelled, the session that it opens is closed.

        Args:
            session: The id of the session; "" for `create`.
            body: The request's data, such as `action` and `index` for `step`; see the service's
                schema. Without an answer, a step with its index can be requested again.

        Raises:
            UserError: If the request is not valid.
            SessionGone: If there is no such session.
            ServiceFull: If no session is free.
            ServiceLost: If the service has ended or failed; the session's episode is void.
        """
        if request == "create":
            connection = await self._connected()
        elif (connection := self._connections.get(session, self._connection)) is None:
            raise ServiceLost("there is no connection to the service")
        asking = connection.ask({"request": request, "session": session, "body": body})
        reply = await (self._open(connection, asking) if request in _OPENING else asking)
        try:
            if "error" in reply:
                raise self._exception(reply, session)
            answer = _ANSWER.validate_python(reply["answer"])
        except (ValidationError, KeyError) as error:
            raise ServiceLost(f"the answer to {request!r} cannot be read: {error}") from error
        self._connections[answer.session] = connection
        if request == "close":
            del self._connections[answer.session]
        return answer

    async def _open(
        self, connection: _Connection, asking: Coroutine[Any, Any, dict[str, Any]]
    ) -> dict[str, Any]:
        """Return the answer to a request that opens a session; close it if this is cancelled."""
        opening = asyncio.create_task(asking)
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            discarding = asyncio.create_task(_discard(opening, connection))
            self._discarding.add(discarding)
            discarding.add_done_callback(self._discarding.discard)
            raise

    def _exception(self, reply: dict[str, Any], session: str) -> Exception:
        """Return the exception for an answer that is an error."""
        match reply["status"]:
            case 404:
                self._connections.pop(session, None)
                return SessionGone(reply["error"], _END.validate_python(reply.get("ended")))
            case 503:
                return ServiceFull(reply["error"])
            case 500:
                return ServiceLost(reply["error"])
            case _:
                return UserError(reply["error"])

    async def act(self, session: str, name: str, arguments: Any) -> Answer:
        """Execute an action that a model has chosen; if the service cannot read it, the result says
        why, as with other invalid actions.

        Args:
            arguments: The arguments, or the JSON text of them that the model has written. Those of
                another form are a step without effect.

        Raises:
            SessionGone: If there is no such session.
            ServiceLost: If the service has ended or failed; the session's episode is void.
        """
        try:
            call = accepted_call({"name": name, "arguments": decode_json(arguments)})
            return await self.ask("step", session, action=call)
        except SessionGone:
            raise
        except (UserError, ValueError, RecursionError) as error:
            return Answer(session=session, task="", result=str(error))

    async def _connected(self) -> _Connection:
        """Return a connection that has not ended."""
        async with self._connecting:
            deadline, pause = time.monotonic() + self._reconnect, _FIRST_PAUSE
            while self._connection is None or self._connection.lost:
                try:
                    await self.connect()
                except UserError as error:
                    if time.monotonic() + pause > deadline:
                        raise ServiceLost(str(error)) from error
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
            return self._connection


async def _discard(opening: asyncio.Future[dict[str, Any]], connection: _Connection) -> None:
    """Close the session that a request opens, if it opens one."""
    with contextlib.suppress(ServiceLost):
        reply = await opening
        if "answer" in reply:
            session = reply["answer"]["session"]
            await connection.ask({"request": "close", "session": session})


@contextlib.asynccontextmanager
async def connected(url: str, token: str, *, reconnect: float = 60.0) -> AsyncIterator[Client]:
    """Connect to a service while the block runs; sessions that are open at its end are closed.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.
        reconnect: Seconds in which `create` tries to connect again when the connection has ended.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
    """
    client = Client(url, token, reconnect)
    await client.connect()
    try:
        yield client
    finally:
        await client.close()


class ThreadedClient:
    """A client for synchronous programs: its connection belongs to a separate thread.

    Attributes:
        thread: Runs coroutines of the client.
        client: The client.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.
        reconnect: Seconds in which `create` tries to connect again when the connection has ended.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
    """

    def __init__(self, url: str, token: str, *, reconnect: float = 60.0) -> None:
        self.thread = EventLoopThread()
        self._stack = contextlib.AsyncExitStack()
        try:
            context = connected(url, token, reconnect=reconnect)
            self.client = self.thread.run(self._stack.enter_async_context(context))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection, and with it the sessions."""
        if not self.thread.closed:
            self.thread.run(self._stack.aclose())
            self.thread.close()


def tasks_of(url: str, token: str) -> list[ListedTask]:
    """Return the tasks that a service offers.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
    """
    return _TASKS.validate_python(_get_json(url, token, "tasks"))


def tools_of(url: str, token: str) -> dict[str, list[Tool]]:
    """Return the actions of a service's tasks as tools for a model, by action set.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
    """
    return _TOOLS.validate_python(_get_json(url, token, "actions"))


def observation_text(observed: Observed, budget: int = OBSERVATION_TOKENS) -> str:
    """Return an observation as a text for a model: its title, address, tabs and text views.

    Args:
        budget: Token limit for all views; each gets an equal part.
    """
    texts = {
        name: json.loads(text) if name in _LISTS else text
        for name, text in observed.texts.items()
        if name in Observation.model_fields and name != "dom"
    }
    views = [view for view in get_args(TextView) if view in texts]
    return page_text(Observation.model_validate(texts), views, budget)


def _check_address(url: str) -> None:
    """Check that an address can be that of a service."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise UserError(f"{url!r} is not an address such as http://127.0.0.1:8080.")


def _get_json(url: str, token: str, path: str) -> Any:
    _check_address(url)
    request = urllib.request.Request(f"{url.rstrip('/')}/{path}")
    request.add_header("authorization", f"Bearer {token}")
    # Without the proxies of the environment: a service is reached directly.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise UserError(f"{url} refuses the request with status {error.code}.") from error
    except (OSError, ValueError) as error:
        raise UserError(f"{url}: no service answers there: {error}.") from error
