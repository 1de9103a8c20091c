"""Serve a tool until the program is stopped."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from urllib.parse import urlsplit

from starlette.types import Receive, Scope, Send

from webproctor.collect import links
from webproctor.collect.app import application
from webproctor.collect.sockets import MESSAGE_BYTES, Sockets
from webproctor.collect.store import Store
from webproctor.collect.tool import Tool
from webproctor.core.errors import UserError
from webproctor.environments.serving import serve


@asynccontextmanager
async def serving(
    store: Store, name: str, tool: Tool, port: int = 0, public: str = ""
) -> AsyncIterator[str]:
    """Serve a tool on 127.0.0.1 while the block runs; yield the administrator's link.

    Args:
        name: The name of the tool.
        port: The port; 0 for a free one.
        public: The origin under which people reach the server from other machines, by a proxy that
            passes the Host header; see `origin`.

    Raises:
        UserError: If the tool cannot be prepared.
        OSError: If the port is in use.
    """
    await tool.prepare()
    sockets = Sockets()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await sockets.run(tool_app(scope, receive, send))
        else:
            await tool_app(scope, receive, send)

    async with (
        tool.running(),
        serve(app, port, message_bytes=MESSAGE_BYTES if tool.sockets else 0) as bound_port,
        aclosing(sockets),
    ):
        tool_app = tool.wrap(application(store, name, tool, bound_port, public))
        with store.writing() as session:
            links.set_address(session, public or f"http://127.0.0.1:{bound_port}")
            link = links.url(session, store.key, links.administrator_link(session))
        yield link


def origin(address: str) -> str:
    """Return the origin of a public address, such as `https://collect.example.org`.

    Raises:
        UserError: If it has a path, or is not an address of http or https.
    """
    parts = urlsplit(address)
    base = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or not parts.netloc or address.rstrip("/") != base:
        raise UserError(
            f"--public-url {address}: give scheme and host, such as https://collect.example.org."
        )
    return base.lower()
