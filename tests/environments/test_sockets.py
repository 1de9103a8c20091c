"""WebSockets of a server limit what they keep of a client."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from conftest import Eventually
from starlette.types import Receive, Scope, Send

from webproctor.environments.serving import serve
from webproctor.environments.sockets import Socket

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
CONTINUATION, TEXT, PING, LAST = 0, 1, 9, 0x80


def frame(kind: int, data: bytes = b"") -> bytes:
    """Return a frame of RFC 6455 with at most 125 bytes; the mask is 0."""
    return bytes([kind, 0x80 | len(data), 0, 0, 0, 0]) + data


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


@pytest_asyncio.fixture(loop_scope="session")
async def client() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """An open connection to a server that returns each text."""
    async with serve(echo, message_bytes=1000) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        yield reader, writer
        writer.transport.abort()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Socket]:
    """The connections of the server."""
    connections: list[Socket] = []
    real = Socket.connection_made

    def connection_made(self: Socket, transport: Any) -> None:
        connections.append(self)
        real(self, transport)

    monkeypatch.setattr(Socket, "connection_made", connection_made)
    return connections


async def test_nothing_is_read_from_a_client_that_does_not_read_the_answers_to_its_pings(
    served: list[Socket],
    client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    eventually: Eventually,
) -> None:
    reader, writer = client
    [connection] = served
    writer.transport.pause_reading()  # type: ignore[attr-defined]

    async def send_pings() -> None:
        while True:
            writer.write(1000 * frame(LAST | PING, bytes(125)))
            await writer.drain()

    sending = asyncio.create_task(send_pings())
    await eventually(lambda: not connection.writable.is_set())
    assert not connection.transport.is_reading()
    sending.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await sending
    writer.transport.resume_reading()  # type: ignore[attr-defined]
    writer.write(frame(LAST | TEXT, b"text"))
    while not (await reader.read(2**20)).endswith(b"text"):
        pass


async def test_a_message_does_not_keep_its_empty_parts(
    served: list[Socket], client: tuple[asyncio.StreamReader, asyncio.StreamWriter]
) -> None:
    reader, writer = client
    [connection] = served
    writer.write(frame(TEXT, b"a") + 100 * frame(CONTINUATION) + frame(LAST | PING))
    await reader.readexactly(2)
    assert len(connection.frames) == 1
    writer.write(frame(CONTINUATION, b"b") + frame(LAST | CONTINUATION))
    assert await reader.readexactly(4) == b"\x81\x02ab"


async def test_a_text_that_is_not_utf8_closes_the_connection_without_an_error(
    caplog: pytest.LogCaptureFixture,
    client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
) -> None:
    caplog.set_level(logging.WARNING)
    reader, writer = client
    writer.write(frame(LAST | TEXT, b"\xff"))
    assert await reader.read() == b"\x88\x02" + (1007).to_bytes(2)
    assert not caplog.records
