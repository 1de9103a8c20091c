"""The proxy for the hosts that a sandboxed program can reach."""

import asyncio
import contextlib
import socket

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import request_response

from webproctor.environments.isolation.forwarding import forwarding


async def answer(port: int, request: str) -> str:
    """Send a request to the proxy; return everything that is received."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.closing(writer):
        writer.write(request.encode())
        return (await reader.read()).decode()


@pytest.mark.parametrize(
    "line",
    ["Host: other.example", "host : other.example", "X: y\nHost: other.example", "Host:\r\n other"],
)
async def test_a_request_is_for_the_host_of_its_address(site, line: str):
    def hosts(request: Request) -> JSONResponse:
        return JSONResponse(request.headers.getlist("host"))

    site.pages["/"] = request_response(hosts)
    address = f"localhost:{site.port}"
    async with forwarding(["localhost"]) as port:
        received = await answer(port, f"GET http://{address}/ HTTP/1.1\r\n{line}\r\n\r\n")
    assert received.endswith(f'["{address}"]')


async def test_other_headers_and_the_body_are_forwarded(site):
    async def echoed(request: Request) -> JSONResponse:
        return JSONResponse([request.headers["x-key"], (await request.body()).decode()])

    site.pages["/"] = request_response(echoed)
    request = (
        f"POST http://user@localhost:{site.port}/ HTTP/1.1\r\n"
        "X-Key: 1: 2\r\nContent-Length: 4\r\n\r\nbody"
    )
    async with forwarding(["localhost"]) as port:
        assert (await answer(port, request)).endswith('["1: 2","body"]')


async def test_a_host_that_does_not_answer_is_a_bad_gateway():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        address = f"localhost:{bound.getsockname()[1]}"
        async with forwarding(["localhost"]) as port:
            received = await answer(port, f"CONNECT {address} HTTP/1.1\r\n\r\n")
    assert received.startswith("HTTP/1.1 502 Bad Gateway\r\n")


@pytest.mark.parametrize("address", ["http://other.example/", "https://localhost/", "http://:80/"])
async def test_other_addresses_are_refused(address: str):
    async with forwarding(["localhost"]) as port:
        received = await answer(port, f"GET {address} HTTP/1.1\r\n\r\n")
    assert received.startswith("HTTP/1.1 403 Forbidden\r\n")
