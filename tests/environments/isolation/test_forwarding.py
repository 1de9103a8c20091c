"""The proxy for the hosts that a sandboxed program can reach."""

import asyncio
import contextlib
import json
import socket

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import request_response

from webproctor.environments.isolation import forwarding as proxy
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


@pytest.mark.parametrize(
    "request_line",
    [
        "GET http://other.example/",
        "GET https://localhost/",
        "GET http://:80/",
        "GET http://localhost:0/",
        "GET http://localhost@other.example/",
        "GET http://localhost.other.example/",
        "CONNECT other.example:443",
        "CONNECT localhost@other.example:443",
    ],
)
async def test_other_addresses_are_refused(request_line: str):
    async with forwarding(["localhost"]) as port:
        received = await answer(port, f"{request_line} HTTP/1.1\r\n\r\n")
    assert received.startswith("HTTP/1.1 403 Forbidden\r\n")


async def test_hosts_are_compared_without_case(site):
    site.pages["/"] = JSONResponse("reached")
    async with forwarding(["LocalHost"]) as port:
        received = await answer(port, f"GET http://LOCALhost:{site.port}/ HTTP/1.1\r\n\r\n")
    assert received.endswith('"reached"')


async def test_a_tunnel_to_a_host_forwards_everything(site):
    site.pages["/"] = JSONResponse("reached")
    inner = f"GET / HTTP/1.1\r\nHost: localhost:{site.port}\r\nConnection: close\r\n\r\n"
    async with forwarding(["localhost"]) as port:
        received = await answer(port, f"CONNECT localhost:{site.port} HTTP/1.1\r\n\r\n{inner}")
    assert received.startswith("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n")
    assert received.endswith('"reached"')


async def test_headers_for_the_proxy_are_not_forwarded(site):
    def names(request: Request) -> JSONResponse:
        return JSONResponse([*request.headers.items()])

    site.pages["/"] = request_response(names)
    headers = "Proxy-Authorization: key:1\r\nProxy-Connection: keep-alive\r\nConnection: keep-alive"
    request = f"GET http://localhost:{site.port}/ HTTP/1.1\r\n{headers}\r\n\r\n"
    async with forwarding(["localhost"]) as port:
        received = await answer(port, request)
    assert json.loads(received.splitlines()[-1]) == [
        ["host", f"localhost:{site.port}"],
        ["connection", "close"],
    ]


@pytest.mark.parametrize(
    ("end", "received"), [("/page?a=1&b=/2", "/page?a=1&b=/2"), ("", "/"), ("?a=1", "/?a=1")]
)
async def test_the_path_and_the_query_of_an_address_are_forwarded(site, end: str, received: str):
    def target(request: Request) -> JSONResponse:
        return JSONResponse(str(request.url).removeprefix(f"http://localhost:{site.port}"))

    site.pages["/"] = site.pages["/page"] = request_response(target)
    request = f"GET http://localhost:{site.port}{end} HTTP/1.1\r\n\r\n"
    async with forwarding(["localhost"]) as port:
        assert (await answer(port, request)).endswith(f'"{received}"')


@pytest.mark.parametrize(
    ("request_line", "expected"),
    [("CONNECT localhost", 443), ("GET http://localhost/", 80), ("CONNECT localhost:90", 90)],
)
async def test_an_address_without_a_port_is_that_of_its_protocol(
    request_line: str, expected: int, monkeypatch: pytest.MonkeyPatch
):
    connect, ports = asyncio.open_connection, list[int]()

    async def connect_to_the_proxy_only(host: str, to: int):
        if to == port:
            return await connect(host, to)
        ports.append(to)
        raise OSError

    monkeypatch.setattr(asyncio, "open_connection", connect_to_the_proxy_only)
    async with forwarding(["localhost"]) as port:
        await answer(port, f"{request_line} HTTP/1.1\r\n\r\n")
    assert ports == [expected]


async def test_connections_end_with_the_proxy(site):
    request = f"CONNECT localhost:{site.port} HTTP/1.1\r\n\r\n"
    async with forwarding(["localhost"]) as port:
        waiting, one = await asyncio.open_connection("127.0.0.1", port)
        one.write(b"CONN")
        tunnel, other = await asyncio.open_connection("127.0.0.1", port)
        other.write(request.encode())
        await tunnel.readuntil(b"\r\n\r\n")
    for reader, writer in ((waiting, one), (tunnel, other)):
        assert not await reader.read()
        writer.close()


async def test_a_connection_whose_request_does_not_arrive_is_closed(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(proxy, "_HEAD_TIMEOUT", 0.1)
    async with forwarding(["localhost"]) as port:
        assert await answer(port, "GET http://localhost/ HTTP/1.1\r\n") == ""
