"""WebSockets: a page and the server exchange messages until one of them ends the connection."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from webproctor.collect.refusals import Refused
from webproctor.collect.store import Role
from webproctor.collect.visit import Site, Visit
from webproctor.core.errors import UserError

MESSAGE_BYTES = 256 * 1024
"""Maximum size of a message of a page; the connection of a larger one is closed."""
# Seconds between checks whether the person's link is still valid.
_CHECK_INTERVAL = 2.0
# Number of messages that are read before the earlier ones are handled.
_QUEUE_SIZE = 32
_LOG = logging.getLogger(__name__)
# Status codes of RFC 6455, section 7.4.1, and the maximum length of the reason in bytes.
_INVALID, _REFUSED, _FAILED, _REASON = 1007, 1008, 1011, 123


class Connection:
    """An open WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._received: asyncio.Queue[Any] = asyncio.Queue(_QUEUE_SIZE)

    async def receive(self) -> Any:
        """Wait for the next message: a text as JSON data, or bytes."""
        return await self._received.get()

    async def send(self, value: Any) -> None:
        """Send bytes, or other data as JSON. Waits while the other side reads slowly."""
        if isinstance(value, bytes):
            await self._socket.send_bytes(value)
        else:
            await self._socket.send_text(json.dumps(value, ensure_ascii=False))

    async def read(self) -> None:
        """Read messages until the other side ends the connection.

        Raises:
            UserError: If a message is not JSON.
        """
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            data = message.get("bytes")
            if data is None:
                try:
                    data = json.loads(message["text"])
                except (ValueError, RecursionError) as error:
                    raise UserError("The message is not JSON.") from error
            await self._received.put(data)

    async def close(self, code: int, reason: str) -> None:
        """End the connection, unless the other side has."""
        if self._socket.client_state is WebSocketState.CONNECTED:
            truncated = reason.encode()[:_REASON].decode(errors="ignore")
            await self._socket.close(code, truncated)


ConnectionHandler = Callable[[Connection], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Socket:
    """An address that pages open WebSockets to.

    Attributes:
        path: The path in Starlette's notation.
        open: A function that gets the visit, in a thread and a transaction that reads, and returns
            the connection handler. If it raises `Refused`, there is no connection. The handler runs
            in the event loop; it is cancelled when the page ends the connection, the link is no
            longer valid, or the server stops. When it returns or raises a `UserError`, the
            connection is closed.
        roles: The roles that may use it.
    """

    path: str
    open: Callable[[Visit], ConnectionHandler]
    roles: Sequence[Role]


async def answer_socket(socket: Socket, site: Site, websocket: WebSocket) -> None:
    """Handle a WebSocket from the handshake to its end.

    Raises:
        Refused: If the handshake is refused.
    """
    token = websocket.cookies.get(site.cookie, "")
    # A handshake is an HTTP request by GET.
    handshake = Request({**websocket.scope, "type": "http", "method": "GET"})

    def enter(session: Session) -> Visit:
        return Visit.enter(session, site, handshake, token, socket.roles)

    def open_handler() -> ConnectionHandler:
        with site.store.reading() as session:
            return socket.open(enter(session))

    def check() -> None:
        with site.store.reading() as session:
            enter(session)

    async def watch() -> None:
        while True:
            await asyncio.sleep(_CHECK_INTERVAL)
            await run_in_threadpool(check)

    handler = await run_in_threadpool(open_handler)
    await websocket.accept()
    connection = Connection(websocket)
    try:
        await first(handler(connection), connection.read(), watch())
        await connection.close(1000, "")
    except Refused as refused:
        await connection.close(_REFUSED, f"{refused.title}. {refused.text}")
    except UserError as error:
        await connection.close(_INVALID, str(error))
    except WebSocketDisconnect:
        return
    except Exception as error:  # noqa: BLE001 - nothing else handles it
        _LOG.error("a connection failed", exc_info=error)
        await connection.close(_FAILED, "The server had an error.")


async def first(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one ends; cancel the others. The first error is raised."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if task in done:
            task.result()


class Sockets:
    """The open WebSockets of a server."""

    def __init__(self) -> None:
        self._open: set[asyncio.Task[Any]] = set()

    async def run(self, work: Awaitable[None]) -> None:
        """Run a connection until it ends, or `aclose` ends it."""
        task = asyncio.ensure_future(work)
        self._open.add(task)
        try:
            await asyncio.wait({task})
        finally:
            self._open.discard(task)
            task.cancel()
        if not task.cancelled():
            task.result()

    async def aclose(self) -> None:
        """End all connections."""
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
