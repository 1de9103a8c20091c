"""A DevTools proxy, which gives third-party programs limited access to a browser's DevTools.

    http://127.0.0.1:PORT/TOKEN/json/version     as in Chromium; also list and protocol
    ws://127.0.0.1:PORT/TOKEN/devtools/browser   the browser, with one browser context
    ws://127.0.0.1:PORT/TOKEN/devtools/page/ID   one page

Programs in a sandbox, whose connections are known, can leave out the token.

A program sees the pages of one browser context. Its commands are checked against a policy, logged
with the harness's time, repeated in the replica if there is one, and forwarded.
"""

import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from webproctor.environments.browser.devtools import DevTools
from webproctor.environments.browser.endpoint import Endpoint
from webproctor.environments.browser.proxy_connection import Connection
from webproctor.environments.browser.proxy_policy import INPUTS, Permissions
from webproctor.environments.browser.proxy_scope import Scope
from webproctor.environments.browser.replica import Replica
from webproctor.environments.isolation.network import Address

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# Maximum size of a program's message in bytes.
_MAX_MESSAGE_BYTES = 64 * 2**20


class DevToolsProxy(Scope):
    """A running proxy, created by `expose`.

    Attributes:
        address: The address that programs connect to.
        port: Its port on the loopback interface.
        peers: The addresses of connections that need no token.
    """

    def __init__(
        self,
        devtools: DevTools,
        endpoint: Endpoint,
        context: str,
        limits: Permissions,
        replica: Replica | None,
        worlds: Callable[[], Collection[str]],
    ) -> None:
        super().__init__(devtools, context, limits, replica, worlds)
        self.port = 0
        self._endpoint = endpoint
        self.peers: set[Address] = set()
        self._token = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self._token}"

    @property
    def scripts(self) -> int:
        return self.log.scripts

    def evidence(self) -> dict[str, Any]:
        """Return the data for scoring and auditing, as JSON data."""
        replica = self.replica
        return {
            "policy": self.limits.policy,
            "inputs": INPUTS[self.limits.policy],
            "commands": dict(self.log.counts),
            "refused": dict(self.log.refused),
            "input_commands": len(self.log.inputs),
            "not_followed": replica.missed if replica else 0,
            "replica_faults": list(replica.failed) if replica else [],
        }

    async def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer an HTTP request; None to continue with the WebSocket handshake."""
        path = self._path(connection, request)
        if path is None:
            return _response(HTTPStatus.FORBIDDEN, {"error": "no such address"})
        token = "" if self._is_known(connection) else f"/{self._token}"
        base = f"ws://{request.headers['Host']}{token}/devtools"
        if path in ("/json/version", "/json/version/"):
            version = await self._endpoint.read("/json/version")
            return _response(HTTPStatus.OK, version | {"webSocketDebuggerUrl": f"{base}/browser"})
        if path.rstrip("/") in ("/json", "/json/list"):
            targets = [_target_entry(target, base) for target in await self._targets()]
            return _response(HTTPStatus.OK, targets)
        if path.rstrip("/") == "/json/protocol":
            return _response(HTTPStatus.OK, await self._endpoint.read("/json/protocol"))
        if path.startswith("/devtools/page/"):
            found = await self.find_target(path.rpartition("/")[2])
            return None if found else _response(HTTPStatus.NOT_FOUND, {"error": "no such page"})
        if path in ("", "/") or path.startswith("/devtools/browser"):
            return None
        return _response(HTTPStatus.NOT_FOUND, {"error": "no such address"})

    def _path(self, connection: ServerConnection, request: Request) -> str | None:
        """Return the path below the token; None if the token, the host or the origin is invalid.

        Requests with an Origin header come from pages, not from programs.
        """
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or _name(hosts[0]) not in _LOOPBACK or "Origin" in request.headers:
            return None
        address = request.path.partition("?")[0]
        token, _, path = address.removeprefix("/").partition("/")
        if secrets.compare_digest(token.encode(), self._token.encode()):
            return f"/{path}" if path else ""
        return address if self._is_known(connection) else None

    def _is_known(self, connection: ServerConnection) -> bool:
        return connection.remote_address in self.peers

    async def _targets(self) -> list[dict[str, Any]]:
        [answer] = await self._devtools.send(None, [("Target.getTargets", {})])
        return [target for target in answer["targetInfos"] if self.shows(target)]

    async def serve(self, client: ServerConnection) -> None:
        """Serve one connection of a program until it ends."""
        assert client.request is not None
        path = client.request.path.partition("?")[0]
        target = path.rpartition("/")[2] if "/devtools/page/" in path else None
        browser = await self._endpoint.open()
        try:
            await Connection(self, client, browser, target).run()
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def expose(
    devtools: DevTools,
    endpoint: Endpoint,
    target: str,
    limits: Permissions,
    *,
    replica: Replica | None = None,
    worlds: Callable[[], Collection[str]] = tuple,
) -> AsyncIterator[DevToolsProxy]:
    """Serve a proxy for the browser context of a page while the block runs.

    Args:
        devtools: The harness's own connection to the browser.
        endpoint: The address of the browser's DevTools.
        target: The page's target id.
        limits: What programs may do.
        replica: The replica that repeats the programs' commands.
        worlds: Returns the names of the harness's isolated worlds in these pages.

    Raises:
        DevToolsError: If the connection to the browser is lost.
    """
    [answer] = await devtools.send(None, [("Target.getTargetInfo", {"targetId": target})])
    context = answer["targetInfo"]["browserContextId"]
    proxy = DevToolsProxy(devtools, endpoint, context, limits, replica, worlds)
    server: Server = await serve(
        proxy.serve,
        "127.0.0.1",
        0,
        process_request=proxy.answer,
        compression=None,
        max_size=_MAX_MESSAGE_BYTES,
        ping_interval=None,
    )
    try:
        proxy.port = next(iter(server.sockets)).getsockname()[1]
        yield proxy
    finally:
        server.close()
        await server.wait_closed()


def _name(host: str) -> str | None:
    """Return the name or address in a Host header; None if it has none."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _target_entry(target: dict[str, Any], base: str) -> dict[str, Any]:
    return {
        "id": target["targetId"],
        "type": target["type"],
        "title": target["title"],
        "url": target["url"],
        "description": "",
        "webSocketDebuggerUrl": f"{base}/page/{target['targetId']}",
    }


def _response(status: HTTPStatus, body: Any) -> Response:
    text = json.dumps(body).encode()
    headers = Headers(
        {
            "Content-Type": "application/json; charset=UTF-8",
            "Content-Length": str(len(text)),
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, text)
