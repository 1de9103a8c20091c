"""HTTP connections end when their client does not send or does not read, without errors."""

import asyncio
import logging
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from webproctor.environments import connections
from webproctor.environments.serving import serve

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"POST / HT", HEAD, HEAD + b"x"])
async def test_a_request_that_does_not_arrive_ends_its_connection_and_no_other(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", 0.1)
    ended, arrived = asyncio.Event(), asyncio.Event()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        arrived.set()
        await ended.wait()  # Longer than requests have to arrive.
        await PlainTextResponse(body)(scope, receive, send)

    async with serve(answer) as port:
        whole, its = await asyncio.open_connection("127.0.0.1", port)
        its.write(HEAD + b"ab")
        await arrived.wait()
        part, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        assert not await part.read()
        ended.set()
        assert (await whole.readline()).startswith(b"HTTP/1.1 200")
        writer.close()
        its.close()


async def test_a_connection_can_wait_longer_for_its_next_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", 0.1)
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    async with serve(PlainTextResponse("answer"), idle=600) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        await reader.readuntil(b"answer")
        silent, other = await asyncio.open_connection("127.0.0.1", port)
        assert not await silent.read()
        writer.write(request)
        await reader.readuntil(b"answer")
        writer.write(request[:-2])
        assert not await reader.read()
        writer.close()
        other.close()


async def test_a_response_that_is_not_read_ends_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "UNREAD", 0.1)
    ended = asyncio.Event()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(bytes(50_000_000))(scope, receive, send)
        ended.set()

    async with serve(answer) as port:
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await ended.wait()


class Transport:
    """A transport with these numbers of unread bytes, one for each time that it is asked."""

    def __init__(self, *unread: int) -> None:
        self.get_write_buffer_size = iter(unread).__next__
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(("unread", "aborted"), [((9, 5, 5, 0), False), ((9, 5, 5, 5), True)])
def test_the_time_limit_for_reading_starts_again_after_each_read(
    unread: tuple[int, ...], aborted: bool
) -> None:
    timers: list[Callable[[], object]] = []

    def call_later(_: float, function: Callable[..., object], *arguments: object) -> None:
        timers.append(lambda: function(*arguments))

    connection: Any = connections.Connection.__new__(connections.Connection)
    connection.transport = Transport(*unread)
    connection.loop = SimpleNamespace(call_later=call_later)
    connection._wait_for_reader()
    while timers:
        timers.pop()()
    assert connection.transport.aborted == aborted


CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"


@pytest.mark.parametrize("reads", [False, True])
async def test_a_malformed_body_is_no_error_of_the_server(
    caplog: pytest.LogCaptureFixture, reads: bool
) -> None:
    caplog.set_level(logging.WARNING)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if reads:
            await Request(scope, receive).body()
        await PlainTextResponse("answer")(scope, receive, send)

    async with serve(answer) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(CHUNKED)
        received = b"" if reads else await reader.readuntil(b"answer")
        writer.write(b"not a size\r\n")
        received += await reader.read()
        writer.close()
    assert received.startswith(b"HTTP/1.1 400" if reads else b"HTTP/1.1 200")
    assert received.count(b"HTTP/1.1") == 1
    assert not caplog.records


async def test_a_client_that_leaves_during_its_request_is_no_error_of_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    arrived, ended = asyncio.Event(), asyncio.Event()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        arrived.set()
        try:
            await Request(scope, receive).body()
        finally:
            ended.set()

    async with serve(answer) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD)
        await arrived.wait()
        writer.transport.abort()
        await ended.wait()
    assert not caplog.records
