"""HTTP connections end when their request does not arrive."""

import asyncio

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
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
