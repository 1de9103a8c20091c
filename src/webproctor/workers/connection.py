"""Connections between the driver of a run and its workers, and what starts the workers."""

import asyncio
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from webproctor.environments.parallel import Parallel

_SIZE = struct.Struct(">Q")


class ConnectionLost(Exception):
    """The other side has ended, or cannot be reached; the message says why, if it is known."""


class Connection(Protocol):
    """Sends and receives frames of bytes, in order.

    Attributes:
        parallel: How many episodes the worker runs at the same time.
        cores: The processor cores that are reserved for it; infinite if all may be used.
        name: The worker's name in messages.
    """

    parallel: Parallel
    cores: float
    name: str

    async def wait_for_machine(self) -> None:
        """Wait until the worker has a machine to run on.

        Raises:
            ConnectionLost: If the worker has ended.
        """
        ...

    async def send(self, frame: bytes) -> None:
        """Send a frame.

        Raises:
            ConnectionLost: If the worker has ended.
        """
        ...

    async def receive(self) -> bytes:
        """Return the next frame. Only one call waits at a time.

        Raises:
            ConnectionLost: If the worker has ended.
        """
        ...

    async def close(self) -> None:
        """End the worker: its browsers are closed, unless it does not react."""
        ...

    def kill(self) -> None:
        """Kill the worker, so that `close` does not wait for it. Called in any thread."""
        ...


class Executor(Protocol):
    """Starts workers, on this machine or on others.

    Attributes:
        location: Where the workers are, for messages.
    """

    location: str

    async def open(self) -> Sequence[Connection]:
        """Start the workers.

        Raises:
            UserError: If there is nothing to start them on.
        """
        ...

    async def replace(self, lost: Any) -> Connection:
        """Replace a worker that was lost by one of the same kind."""
        ...

    def close(self) -> None:
        """End what was started besides the workers."""
        ...


class Socket:
    """Frames over a connected socket, each after its length in 8 bytes."""

    def __init__(self, connected: socket.socket) -> None:
        connected.setblocking(False)
        self._socket = connected
        self._sending = asyncio.Lock()

    async def send(self, frame: bytes) -> None:
        """Send a frame. It is sent completely even if the caller is cancelled, because the frames
        after a partial one could not be read."""
        await asyncio.shield(self._send(frame))

    async def _send(self, frame: bytes) -> None:
        loop = asyncio.get_running_loop()
        async with self._sending:
            try:
                await loop.sock_sendall(self._socket, _SIZE.pack(len(frame)) + frame)
            except OSError as error:
                raise ConnectionLost(str(error)) from error

    async def receive(self) -> bytes:
        [size] = _SIZE.unpack(await self._receive_exactly(_SIZE.size))
        return await self._receive_exactly(size)

    def close(self) -> None:
        # uvloop, which Ray's actors use, closes a socket only after the calls that wait for it.
        with suppress(OSError):  # The other side has closed it.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    async def _receive_exactly(self, size: int) -> bytes:
        loop = asyncio.get_running_loop()
        buffer = bytearray(size)
        view, received = memoryview(buffer), 0
        while received < size:
            try:
                count = await loop.sock_recv_into(self._socket, view[received:])
            except OSError as error:
                raise ConnectionLost(str(error)) from error
            if not count:
                raise ConnectionLost("the connection was closed")
            received += count
        return bytes(buffer)
