"""Servers of the Model Context Protocol with an episode's tools: over standard streams for one
client, and over HTTP for the program of one episode.
"""

import asyncio
import base64
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from webproctor.agents.episode_tools import EpisodeTools, ToolResult, tool_schemas
from webproctor.core.actions import ActionSet
from webproctor.core.sanitize import clean_json
from webproctor.environments.serving import serve
from webproctor.version import __version__

if TYPE_CHECKING:
    from mcp.server import Server
    from starlette.types import Receive, Scope, Send

Call = Callable[[str, dict[str, Any]], Awaitable[ToolResult]]
NAME = "webproctor"
"""The server's name, which clients put before the names of its tools."""


def mcp_server(tools: Sequence[dict[str, Any]], call: Call) -> "Server[Any]":
    """Return a server with these tools.

    Args:
        tools: See `tool_schemas`.
        call: Executes a call.
    """
    from mcp import types
    from mcp.server import Server

    async def list_tools(context: Any, request: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool["name"],
                    description=tool["description"],
                    input_schema=tool["parameters"],
                )
                for tool in tools
            ]
        )

    async def call_tool(context: Any, request: Any) -> types.CallToolResult:
        result = await call(request.name, request.arguments or {})
        content: list[Any] = [types.TextContent(type="text", text=result.text)]
        if result.image is not None:
            data = base64.b64encode(result.image).decode()
            content.append(types.ImageContent(type="image", data=data, mime_type="image/png"))
        return types.CallToolResult(content=content, is_error=not result.ok)

    return Server(NAME, version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)


async def serve_client(server: "Server[Any]", incoming: Any, outgoing: Any) -> None:
    """Serve a client until it disconnects.

    Args:
        incoming: The stream of the client's messages.
        outgoing: The stream of messages to the client.
    """
    await server.run(incoming, outgoing, server.create_initialization_options())


async def serve_on_standard_streams(server: "Server[Any]", ready: Callable[[], object]) -> None:
    """Serve the client on standard input and output until it disconnects.

    Args:
        ready: Called when the server has taken standard output, so that it can be redirected.
    """
    import anyio
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
        ready()
        sender, receiver = anyio.create_memory_object_stream[Any](0)
        group.start_soon(pass_on, incoming, sender, outgoing)
        await serve_client(server, receiver, outgoing)
        group.cancel_scope.cancel()


async def pass_on(incoming: Any, sender: Any, outgoing: Any) -> None:
    """Pass on the client's messages, until it disconnects.

    The transport ignores those that it cannot read, so that the client would wait forever. Lone
    surrogates in them are replaced; other messages are answered with an error.

    Args:
        incoming: The stream of the transport: messages, and errors in place of messages.
        sender: The stream of the server.
        outgoing: The stream of messages to the client.
    """
    from mcp.shared.message import SessionMessage
    from pydantic import ValidationError

    async with sender:
        async for item in incoming:
            if not isinstance(item, ValidationError):
                await sender.send(item)
            elif str(line := item.errors()[0]["input"]).strip():
                message, understood = _reread(line)
                await (sender if understood else outgoing).send(SessionMessage(message))


def _reread(line: Any) -> tuple[Any, bool]:
    """Return the message in a line, or an error as the answer to it; and whether it is a message.

    Args:
        line: The line; or a part of its content, if it is JSON but not a message.
    """
    from mcp import types
    from pydantic import ValidationError

    id, code = None, types.PARSE_ERROR
    try:
        value = clean_json(json.loads(line) if isinstance(line, str) else line)
        code = types.INVALID_REQUEST
        id = value.get("id") if isinstance(value, dict) else None
        return types.jsonrpc_message_adapter.validate_python(value, by_name=False), True
    except ValidationError:
        fault = "not a message of JSON-RPC 2.0; batches are not supported"
    except (ValueError, RecursionError) as error:
        fault = f"not JSON: {error}"
    return types.JSONRPCError(
        jsonrpc="2.0",
        id=id if isinstance(id, str | int) else None,
        error=types.ErrorData(code=code, message=fault),
    ), False


@contextlib.asynccontextmanager
async def serve_episode(tools: EpisodeTools, actions: ActionSet) -> AsyncIterator[tuple[int, str]]:
    """Serve an episode's tools over HTTP on the loopback interface while the block runs.

    The address contains a random token: every user of the machine can connect to the port.

    Yields:
        The port, and the address.
    """
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from starlette.responses import PlainTextResponse

    server = mcp_server(tool_schemas(actions), tools.call)
    manager = StreamableHTTPSessionManager(server, stateless=True, json_response=True)
    path = f"/{secrets.token_urlsafe(32)}/mcp"

    async def app(scope: "Scope", receive: "Receive", send: "Send") -> None:
        requested = scope["path"].encode(errors="replace")
        if scope["type"] == "http" and secrets.compare_digest(requested, path.encode()):
            await manager.handle_request(scope, receive, send)
        else:
            await PlainTextResponse("Not Found", 404)(scope, receive, send)

    port_opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    stopped = asyncio.Event()

    async def run() -> None:
        async with manager.run(), serve(app) as port:
            port_opened.set_result(port)
            await stopped.wait()

    # In a task of its own: the manager's task group would wrap exceptions of the block.
    serving = asyncio.create_task(run())
    try:
        await asyncio.wait([port_opened, serving], return_when="FIRST_COMPLETED")
        if serving.done():
            serving.result()
        yield port_opened.result(), f"http://127.0.0.1:{port_opened.result()}{path}"
    finally:
        await tools.close()
        stopped.set()
        await asyncio.wait([serving])
