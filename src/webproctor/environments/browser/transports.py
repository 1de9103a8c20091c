"""Connections that carry DevTools messages between the harness and a browser."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

Received = Callable[[bytes], None]
Lost = Callable[[], None]


class Transport(Protocol):
    """A connection to a browser."""

    def begin(self, received: Received, lost: Lost) -> None:
        """Start reading.

        Args:
            received: Called with each message.
            lost: Called once, when the connection has ended.
        """
        ...

    async def write(self, messages: Sequence[bytes]) -> None:
        """Write messages at once, so that no process wakes up for each of them.

        Raises:
            ConnectionError: If the connection has ended.
        """
        ...

    async def close(self) -> None:
        """End the connection."""
        ...


class Pipe(asyncio.Protocol):
    """Messages over a socket that the browser has as its pipe; each ends with a zero byte."""

    def __init__(self) -> None:
        self._socket: asyncio.Transport | None = None
        self._ended = asyncio.Event()
        # The beginning of a message whose end has not arrived.
        self._partial: list[bytes] = []
        self._on_message: Received | None = None
        self._on_lost: Lost | None = None

    def begin(self, received: Received, lost: Lost) -> None:
        self._on_message, self._on_lost = received, lost
        assert self._socket is not None
        self._socket.resume_reading()

    async def write(self, messages: Sequence[bytes]) -> None:
        if self._socket is None or self._socket.is_closing():
            raise ConnectionError("the pipe was closed")
        self._socket.write(b"".join(part for one in messages for part in (one, b"\0")))

    async def close(self) -> None:
        if self._socket is not None:
            self._socket.abort()
            await self._ended.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Other event loops' transports, such as uvloop's, are not of asyncio's class.
        self._socket = cast(asyncio.Transport, transport)
        self._socket.pause_reading()

    def data_received(self, data: bytes) -> None:
        assert self._on_message is not None
        first, *others = data.split(b"\0")
        self._partial.append(first)
        for one in others:
            message, self._partial = b"".join(self._partial), [one]
            self._on_message(message)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended.set()
        if self._on_lost is not None:
            self._on_lost()


class WebSocket:
    """Messages over a WebSocket.

    Args:
        connection: The open connection.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._reading: asyncio.Task[None] | None = None

    def begin(self, received: Received, lost: Lost) -> None:
        self._reading = asyncio.create_task(self._read(received, lost))

    async def _read(self, received: Received, lost: Lost) -> None:
        try:
            while True:
                received(await self._connection.recv(decode=False))
        except ConnectionClosed:
            return
        finally:
            lost()

    async def write(self, messages: Sequence[bytes]) -> None:
        if self._reading is None or self._reading.done():  # The answers would not be read.
            raise ConnectionError("the connection is no longer read")
        try:
            async with self._connection.send_context():
                for message in messages:
                    self._connection.protocol.send_text(message)
                self._connection.transport.write(b"".join(self._connection.protocol.data_to_send()))
        except ConnectionClosed as error:
            raise ConnectionError(str(error)) from error

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait({self._reading})
        await self._connection.close()
