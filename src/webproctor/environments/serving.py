"""Run a web server on the loopback interface in the current event loop."""

import asyncio
import contextlib
import hmac
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

import uvicorn
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from webproctor.environments.connections import Connection

if TYPE_CHECKING:
    from webproctor.environments.browser import Page

# Names of this machine. Other names could be pointed at it by DNS rebinding.
_OWN_HOSTS = ("127.0.0.1", "localhost")
_COOKIE = "webproctor-token"


@contextlib.asynccontextmanager
async def serve(
    app: ASGIApp, port: int = 0, *, message_bytes: int = 0, idle: int = 5
) -> AsyncIterator[int]:
    """Serve an application on 127.0.0.1 while the block runs; yield the port.

    Args:
        app: The application.
        port: The port; 0 for a free one.
        message_bytes: Maximum size of a WebSocket message; 0 for no WebSockets.
        idle: Seconds after which a connection without a request is closed.

    Raises:
        OSError: If the port is in use.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(ClientDisconnect):  # Not a fault of the server.
            await app(scope, receive, send)

    config = uvicorn.Config(
        answer,
        # Uvicorn's configuration would close the log files of the calling program, and its levels
        # would also apply to the program's own servers; see `Connection`.
        log_config=None,
        log_level=None,
        access_log=True,
        lifespan="off",
        http=Connection,
        timeout_keep_alive=idle,
        # Imported only if it is needed.
        ws="webproctor.environments.sockets:Socket" if message_bytes else "none",
        ws_max_size=message_bytes,
        ws_ping_timeout=60,  # A busy machine answers late.
        ws_per_message_deflate=False,  # Pictures do not become smaller.
    )
    config.load()  # Its errors would be lost in the task.
    listener = socket.create_server(("127.0.0.1", port), backlog=512)
    # Otherwise short responses wait 40 ms for the browser's delayed acknowledgement of the headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server = uvicorn.Server(config)
    # Signals are handled by the calling program.
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign]
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        server.force_exit = True
        await asyncio.shield(asyncio.wait([running]))
        listener.close()


def for_people(
    app: ASGIApp, private: Sequence[str] = (), token: str = "", ticket: str = ""
) -> ASGIApp:
    """Wrap an application so that it only answers requests from its own pages.

    This prevents DNS rebinding and cross-site requests: the Host header must name this machine, and
    the Origin header, if there is one, must be the same host.

    Args:
        app: The application.
        private: Prefixes of paths that require the token, as every user of the machine can connect
            to the port.
        token: The token. Opening an address with `?token=` sets it as a cookie.
        ticket: Accepted once in place of the token, for the address with which a browser is
            started: other users can read the command lines of processes.
    """
    tickets = {ticket} - {""}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        responder = app
        if scope["type"] == "http":
            if reason := cross_site(Headers(scope=scope)):
                responder = PlainTextResponse(f"refused: {reason}\n", 403)
            elif token:
                responder = _by_token(Request(scope), private, token, tickets) or app
        await responder(scope, receive, send)

    return answer


def for_browser(app: ASGIApp, host: str, tokens: Mapping[str, str]) -> ASGIApp:
    """Wrap an application so that it only answers the harness's own browser.

    Every user of the machine, and pages of other episodes, can connect to its port.

    Args:
        app: The application.
        host: The host name that the browser uses.
        tokens: The path prefix that can be requested with each token; see `give_token`.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        responder = app
        if scope["type"] == "http":
            request = Request(scope)
            token = request.cookies.get(_COOKIE, "")
            allowed_path = next(
                (path for candidate, path in tokens.items() if _same(token, candidate)), None
            )
            if request.headers.get("host") != host or allowed_path is None:
                responder = PlainTextResponse("refused\n", 403)
            elif not scope["path"].startswith(allowed_path):
                responder = PlainTextResponse("Not Found", 404)
        await responder(scope, receive, send)

    return answer


async def give_token(page: "Page", host: str, token: str) -> None:
    """Set a token as a cookie that a page sends with every request to a host.

    Scripts of the page cannot read it.

    Raises:
        SessionLost: If the page is gone.
    """
    cookie = {"name": _COOKIE, "value": token, "url": f"http://{host}/"}
    await page.send("Network.setCookie", {**cookie, "httpOnly": True, "sameSite": "Strict"})


def _by_token(
    request: Request, private: Sequence[str], token: str, tickets: set[str]
) -> Response | None:
    """Return the response to a request with `?token=` or without a token it requires, else None.

    Args:
        tickets: Tokens that are removed when they are used.
    """
    # Cookies are shared between ports, so each server uses its own name.
    cookie = f"webproctor-{request.scope['server'][1]}"
    # `request.url` contains the unchecked Host header.
    path: str = request.scope["path"]
    submitted = request.query_params.get("token", "")
    used = {ticket for ticket in tickets if _same(submitted, ticket)}
    tickets -= used
    if used or _same(submitted, token):
        response = _without_token(request, "/" + path.lstrip("/"))
        response.set_cookie(cookie, token, httponly=True, samesite="strict")
        return response
    if path.startswith(tuple(private)) and not _same(request.cookies.get(cookie, ""), token):
        reason = "the token is missing: open the whole address that webproctor printed"
        return PlainTextResponse(f"refused: {reason}\n", 403)
    return None


def _without_token(request: Request, path: str) -> Response:
    """Return a response that opens a path, so that the browser's history contains no token."""
    if request.headers.get("sec-fetch-site") != "cross-site":
        return RedirectResponse(path, 303)
    # The request comes from a link on another site, such as a terminal in a browser. Browsers would
    # not send a strict cookie after a redirect, but they do after a page of this site.
    return HTMLResponse(
        f'<!doctype html><meta http-equiv="refresh" content="0; url={quote(path)}">',
        headers={"Cache-Control": "no-store"},
    )


def _same(value: str, token: str) -> bool:
    return hmac.compare_digest(value.encode(errors="replace"), token.encode())


def cross_site(headers: Headers, public: str = "") -> str:
    """Return why a request does not come from our own pages, or "".

    Args:
        public: The origin under which people reach the server from other machines, such as
            `https://collect.example.org`, if there is one.
    """
    host, origin = headers.get("host", ""), headers.get("origin", "")
    name = host.rpartition(":")[0] or host
    is_public = bool(public) and host == public.partition("://")[2]
    if not is_public and name not in _OWN_HOSTS and not name.endswith(".localhost"):
        return f"the host {host!r} is not this machine"
    if origin and origin != (public if is_public else f"http://{host}"):
        return f"the request comes from {origin!r}"
    # Forms and images of other pages send no Origin header, but browsers always send these.
    site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "")
    if site in ("cross-site", "same-site") and not (
        mode == "navigate" and headers.get("sec-fetch-dest") == "document"
    ):
        return "the request comes from a page of another site"
    return ""
