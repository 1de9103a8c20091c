"""The network of a sandbox: only the given ports can be reached."""

import asyncio
import contextlib
import json
import math
import os
import socket
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from webproctor.environments.isolation.owned import owned_folder
from webproctor.environments.isolation.sandbox import Sandbox

Address = tuple[str, int]
"""Host and port of one end of a connection."""

# Timeout for starting a sandbox, in seconds.
_START_TIMEOUT = 60.0
# Maximum number of file descriptors per message.
_MAX_DESCRIPTORS = 64


class SandboxGone(Exception):
    """A sandbox did not start, or has ended."""


class Gate:
    """The harness's connection to a sandbox's network, created by `entrance`."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._one_at_a_time = asyncio.Lock()

    async def connect(self, port: int) -> socket.socket:
        """Connect to a port on the sandbox's loopback interface.

        Raises:
            SandboxGone: If nothing listens on the port, or the sandbox has ended.
        """
        async with self._one_at_a_time:
            try:
                self._control.sendall(f"{port}\n".encode())
                [connection] = await asyncio.to_thread(_receive, self._control, 1)
            except OSError as error:
                raise SandboxGone(f"the sandbox has ended: {error}") from error
        return connection


@dataclass(frozen=True)
class Entrance:
    """A prepared sandbox.

    Attributes:
        command: The command prefix that runs a program in the sandbox.
        environment: The whole environment with which the command must be started.
        gate: The sandbox's network, available once the program has started; fails with
            `SandboxGone`.
    """

    command: list[str]
    environment: dict[str, str]
    gate: asyncio.Task[Gate]


@contextlib.asynccontextmanager
async def entrance(
    sandbox: Sandbox,
    ports: Collection[int] = (),
    limits: Mapping[str, int] | None = None,
    max_connections: float = math.inf,
    peers: set[Address] | None = None,
) -> AsyncIterator[Entrance]:
    """Prepare a sandbox for one program; its network ends with the block.

    Args:
        sandbox: The sandbox.
        ports: Ports on this machine's loopback interface that are available in the sandbox under
            the same numbers.
        limits: Limits of its processes, by the names of `RLIMIT_...` without the prefix.
        max_connections: Maximum number of connections that it may have open to the ports. Each
            uses some of the files that this process may open.
        peers: Contains the addresses of these connections, as a server at a port sees them.
    """
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(owned_folder())
        listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        _bind(listener, folder, "gate")
        listener.listen(1)
        listener.setblocking(False)
        opening = stack.enter_async_context(
            _open_gate(
                listener,
                sorted({*ports}),
                limits or {},
                max_connections,
                set() if peers is None else peers,
            )
        )
        opened = asyncio.create_task(opening)
        try:
            yield Entrance(sandbox.gated(folder / "gate"), sandbox.variables(), opened)
        finally:
            opened.cancel()
            await asyncio.wait([opened])


def _bind(listener: socket.socket, folder: Path, name: str) -> None:
    """Bind a Unix socket in a folder, also if the whole path is longer than Linux allows."""
    descriptor = os.open(folder, os.O_PATH)
    try:
        listener.bind(f"/proc/self/fd/{descriptor}/{name}")
    finally:
        os.close(descriptor)


@contextlib.asynccontextmanager
async def _open_gate(
    listener: socket.socket,
    ports: Sequence[int],
    limits: Mapping[str, int],
    max_connections: float,
    peers: set[Address],
) -> AsyncIterator[Gate]:
    async with contextlib.AsyncExitStack() as stack:
        control = stack.enter_context(await _accept(listener))
        request = json.dumps({"listen": ports, "limits": {**limits}}) + "\n"
        try:
            control.sendall(request.encode())
            inner_listeners = await asyncio.to_thread(_receive, control, len(ports))
        except OSError as error:
            raise SandboxGone(f"the sandbox did not start: {error}") from error
        loop = asyncio.get_running_loop()
        connections: set[_Inner] = set()
        for port, inner_listener in zip(ports, inner_listeners, strict=True):
            server = await loop.create_server(
                lambda port=port: _Inner(port, connections, max_connections, peers),
                sock=inner_listener,
            )
            stack.callback(server.close)
        yield Gate(control)


async def _accept(listener: socket.socket) -> socket.socket:
    try:
        async with asyncio.timeout(_START_TIMEOUT):
            control, _ = await asyncio.get_running_loop().sock_accept(listener)
    except TimeoutError as error:
        raise SandboxGone("the sandbox did not start in time") from error
    control.setblocking(True)
    control.settimeout(_START_TIMEOUT)
    return control


def _receive(control: socket.socket, count: int) -> list[socket.socket]:
    """Receive sockets from a sandbox.

    Raises:
        OSError: If it sends a different number of sockets, or has ended.
    """
    status, descriptors, _, _ = socket.recv_fds(control, 1, _MAX_DESCRIPTORS)
    sockets = [socket.socket(fileno=one) for one in descriptors]
    if status == b"+" and len(sockets) == count:
        return sockets
    for one in sockets:
        one.close()
    raise OSError("no connection" if status == b"-" else "the connection was closed")


class _Pipe(asyncio.Protocol):
    """One end of a relayed connection: received data is sent at the other end."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _Pipe | None = None
        self.ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Other event loops' transports, such as uvloop's, are not of asyncio's class.
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        assert self.other is not None
        assert self.other.transport is not None
        self.other.transport.write(data)

    def eof_received(self) -> bool:
        """Return whether to stay open, because the other end may still send data."""
        self.ended = True
        if self.other is None or self.other.transport is None or self.other.ended:
            return False
        with contextlib.suppress(OSError):
            self.other.transport.write_eof()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.resume_reading()


class _Inner(_Pipe):
    """A connection from a program in the sandbox.

    Args:
        port: The port that it is for.
        connections: All open connections of the sandbox.
        maximum: Their maximum number; a connection that would exceed it is closed.
        peers: The addresses of their other ends.
    """

    def __init__(
        self, port: int, connections: "set[_Inner]", maximum: float, peers: set[Address]
    ) -> None:
        super().__init__()
        self._port = port
        self._connections = connections
        self._maximum = maximum
        self._peers = peers
        self._peer: Address | None = None
        self._connecting: asyncio.Task[None] | None = None
        # Received before the other end is connected.
        self._early_data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert self.transport is not None
        if len(self._connections) >= self._maximum:
            self.transport.abort()
            return
        self._connections.add(self)
        self.transport.pause_reading()
        self._connecting = asyncio.ensure_future(self._connect())

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        if self._peer is not None:
            self._peers.discard(self._peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            super().data_received(data)
            return
        # uvloop starts to read after `connection_made`, even if it pauses reading.
        assert self.transport is not None
        self.transport.pause_reading()
        self._early_data += data

    async def _connect(self) -> None:
        assert self.transport is not None
        outer = _Pipe()
        outer.other = self
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: outer, "127.0.0.1", self._port)
        except OSError:
            self.transport.abort()
            return
        self.other = outer
        assert outer.transport is not None
        if self.transport.is_closing():
            outer.transport.close()
        else:
            peer: Address = outer.transport.get_extra_info("sockname")
            self._peer = peer
            self._peers.add(peer)
            outer.transport.write(self._early_data)
            self.transport.resume_reading()
