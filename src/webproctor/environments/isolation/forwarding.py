"""A forward proxy for sandboxed programs with an allow-list of hosts."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Iterable
from urllib.parse import SplitResult, urlsplit

_MAX_HEAD_BYTES = 64 * 1024
_CHUNK_BYTES = 64 * 1024
# Timeouts in seconds for the head of a request, and for connecting to a host.
_HEAD_TIMEOUT = 60.0
_CONNECT_TIMEOUT = 30.0


@contextlib.asynccontextmanager
async def forwarding(hosts: Collection[str]) -> AsyncIterator[int]:
    """Run a proxy on the loopback interface while the block runs; yield its port.

    Connections end with the block: every user of the machine can connect to the port.

    Args:
        hosts: The hosts that can be reached, on any port.
    """
    allowed = frozenset(host.lower() for host in hosts)
    open_connections: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_connections.add(writer)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await _serve(reader, writer, allowed)
        writer.close()
        open_connections.discard(writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=_MAX_HEAD_BYTES)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for connection in open_connections:
            connection.transport.abort()


async def _serve(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, allowed: frozenset[str]
) -> None:
    async with asyncio.timeout(_HEAD_TIMEOUT):
        head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.splitlines()
    method, _, target = first.decode("latin-1").partition(" ")
    target = target.rpartition(" ")[0]
    tunnel = method == "CONNECT"
    url = _split(f"//{target}" if tunnel else target)
    if url is None or url.hostname not in allowed or (not tunnel and url.scheme != "http"):
        await _answer(writer, "403 Forbidden")
        return
    port = url.port or (443 if tunnel else 80)
    try:
        async with asyncio.timeout(_CONNECT_TIMEOUT):
            inner, outer = await asyncio.open_connection(url.hostname, port)
    except OSError:
        await _answer(writer, "502 Bad Gateway")
        return
    if tunnel:
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
    else:
        path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        # One request per connection: the next one could be for another host.
        host = url.netloc.rpartition("@")[2]
        start = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close"
        outer.write(b"\r\n".join([start.encode("latin-1"), *_forwarded(lines), b"", b""]))
    await asyncio.gather(_copy(reader, outer), _copy(inner, writer))


async def _answer(writer: asyncio.StreamWriter, status: str) -> None:
    """Send an answer of the proxy itself."""
    writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
    await writer.drain()


def _forwarded(lines: Iterable[bytes]) -> list[bytes]:
    """Return the header lines that the host receives.

    `Host` is not: the proxy sends that of the address (RFC 9112, section 3.2.2), since the same
    machine can serve other hosts. Continued lines, which that standard forbids, are left out.
    """
    own = {b"host", b"connection", b"proxy-connection", b"proxy-authorization"}
    return [
        line
        for line in lines
        if line.strip() and line[:1].strip() and line.partition(b":")[0].strip().lower() not in own
    ]


def _split(address: str) -> SplitResult | None:
    """Parse an address; None if its port is invalid."""
    try:
        url = urlsplit(address)
        return url if url.port != 0 else None
    except ValueError:
        return None


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while chunk := await source.read(_CHUNK_BYTES):
            target.write(chunk)
            await target.drain()
    finally:
        target.close()
