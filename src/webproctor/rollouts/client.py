"""A client of the service, over one WebSocket for all its sessions.

When the service is stopped or cannot be reached any more, the episodes of the connection are void:
every request for their sessions raises `ServiceLost`. `create` connects again.
"""

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator
from typing import Any

from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from webproctor.core.errors import UserError
from webproctor.rollouts.schema import Answer, End

_ANSWER = TypeAdapter(Answer)
_END = TypeAdapter(End | None)
# Seconds between two attempts to connect again: the first, and the longest.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
# Timeout in seconds for a busy service to answer a ping.
_PING = 60.0


class ServiceLost(Exception):
    """The service cannot be reached, or has failed; the episode is void."""


class ServiceFull(Exception):
    """All sessions of the service are in use."""


class SessionGone(UserError):
    """There is no such session any more.

    Attributes:
        ended: How its episode ended, as far as the service knows.
    """

    def __init__(self, message: str, ended: End | None) -> None:
        super().__init__(message)
        self.ended = ended


class _Connection:
    """One WebSocket, and the requests that wait for answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._receiving = asyncio.create_task(self._receive())

    @property
    def lost(self) -> bool:
        """Whether it has ended."""
        return self._receiving.done()

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            if self.lost:  # The answer would not be received.
                raise ServiceLost("the connection to the service has ended")
            await self._socket.send(json.dumps({"id": number, **message}))
            return await future
        except ConnectionClosed as error:
            raise ServiceLost(f"the connection to the service has ended: {error}") from error
        finally:
            self._waiting.pop(number, None)

    def abort(self) -> None:
        self._socket.transport.abort()

    async def close(self) -> None:
        await self._socket.close()
        await asyncio.gather(self._receiving, return_exceptions=True)

    async def _receive(self) -> None:
        try:
            with contextlib.suppress(ConnectionClosed):
                async for text in self._socket:
                    told = json.loads(text)
                    future = self._waiting.get(told["id"])
                    if future is not None and not future.done():
                        future.set_result(told)
        finally:
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ServiceLost("the connection to the service has ended"))


class Client:
    """Sends requests and waits for their answers; made by `connected`.

    Requests of different sessions can be sent at the same time.

    Args:
        url: The address of the service.
        token: Its token.
        again: Seconds in which `create` tries to connect again when the connection has ended.
    """

    def __init__(self, url: str, token: str, again: float = 60.0) -> None:
        self._url = url
        self._token = token
        self._again = again
        self._connecting = asyncio.Lock()
        self._connection: _Connection | None = None
        # The service closes the sessions of a connection with it, so they never use another one.
        self._owners: dict[str, _Connection] = {}

    async def connect(self) -> None:
        """Connect to the service.

        Raises:
            UserError: If there is no service at the address, or it refuses the token.
        """
        where = self._url.replace("http", "ws", 1).rstrip("/") + "/ws"
        headers = {"authorization": f"Bearer {self._token}"}
        try:
            socket = await connect(
                where,
                additional_headers=headers,
                max_size=None,
                proxy=None,
                compression=None,
                ping_timeout=_PING,
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
        """Cut the connection without closing it, as a client that dies does; for tests."""
        if self._connection is not None:
            self._connection.abort()

    async def ask(self, request: str, session: str = "", **body: Any) -> Answer:
        """Send a request: `create`, `reset`, `step`, `observe`, `score`, `fork` or `close`.

        Args:
            session: The id of the session; "" for `create`.
            body: The request's data, such as `action` for `step`; see the service's schema.

        Raises:
            UserError: If the request is not valid.
            SessionGone: If there is no such session.
            ServiceFull: If no session is free.
            ServiceLost: If the service has ended or failed; the session's episode is void.
        """
        if request == "create":
            connection = await self._connected()
        elif (connection := self._owners.get(session, self._connection)) is None:
            raise ServiceLost("there is no connection to the service")
        told = await connection.ask({"request": request, "session": session, "body": body})
        if "error" not in told:
            answer = _ANSWER.validate_python(told["answer"])
            self._owners[answer.session] = connection
            if request == "close":
                del self._owners[answer.session]
            return answer
        match told["status"]:
            case 404:
                self._owners.pop(session, None)
                raise SessionGone(told["error"], _END.validate_python(told.get("ended")))
            case 503:
                raise ServiceFull(told["error"])
            case 500:
                raise ServiceLost(told["error"])
            case _:
                raise UserError(told["error"])

    async def _connected(self) -> _Connection:
        """Return a connection that has not ended."""
        async with self._connecting:
            end, pause = time.monotonic() + self._again, _FIRST_PAUSE
            while self._connection is None or self._connection.lost:
                try:
                    await self.connect()
                except UserError as error:
                    if time.monotonic() + pause > end:
                        raise ServiceLost(str(error)) from error
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
            return self._connection


@contextlib.asynccontextmanager
async def connected(url: str, token: str, *, again: float = 60.0) -> AsyncIterator[Client]:
    """Connect to a service while the block runs; sessions that are open at its end are closed.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.
        again: Seconds in which `create` tries to connect again when the connection has ended.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
    """
    client = Client(url, token, again)
    await client.connect()
    try:
        yield client
    finally:
        await client.close()
