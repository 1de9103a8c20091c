"""A web server that lives and dies with a block."""

import asyncio
import signal
import socket

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from webproctor.serving import serve


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the path; `/fault` fails."""
    if scope["path"] == "/fault":
        raise ValueError("a fault of the application")
    await PlainTextResponse(scope["path"])(scope, receive, send)


async def get(port: int, path: str) -> str:
    """Status line and body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return f"{head.splitlines()[0]} {body}"


async def test_answers_while_the_block_runs():
    async with serve(echo) as port:
        assert await get(port, "/hello") == "HTTP/1.1 200 OK /hello"


async def test_answers_many_at_once():
    async with serve(echo) as port:
        answers = await asyncio.gather(*(get(port, f"/{n}") for n in range(100)))
    assert answers == [f"HTTP/1.1 200 OK /{n}" for n in range(100)]


async def test_a_fault_of_one_request_is_not_the_end():
    async with serve(echo) as port:
        assert (await get(port, "/fault")).startswith("HTTP/1.1 500")
        assert (await get(port, "/after")).startswith("HTTP/1.1 200")


async def test_is_gone_after_the_block():
    async with serve(echo) as port:
        pass
    with pytest.raises(ConnectionRefusedError):
        await get(port, "/")


async def test_is_gone_after_a_block_that_failed():
    ports: list[int] = []

    async def fail() -> None:
        async with serve(echo) as port:
            ports.append(port)
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    with pytest.raises(ConnectionRefusedError):
        await get(ports[0], "/")


async def test_does_not_wait_for_idle_connections():
    async with serve(echo) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


async def test_listens_on_the_loopback_interface_only():
    async with serve(echo) as port:
        addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port)}
        for address in addresses - {"127.0.0.1"}:
            with socket.socket(socket.AF_INET6 if ":" in str(address) else socket.AF_INET) as other:
                assert other.connect_ex((address, port)) != 0


async def test_takes_the_port_that_is_asked_for():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with serve(echo, port) as taken:
        assert taken == port


async def test_a_port_in_use_is_an_error():
    async with serve(echo) as port:
        with pytest.raises(OSError, match="in use"):
            async with serve(echo, port):
                pass


async def test_leaves_signals_to_the_program():
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    async with serve(echo) as port:
        await get(port, "/")
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
