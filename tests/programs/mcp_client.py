"""A client of the MCP server in the same process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from mcp import ClientSession
from mcp.shared.memory import create_client_server_memory_streams

from webproctor.agents.episode_tools import tool_schemas, views_for
from webproctor.agents.mcp import EpisodeQueue, McpAgent
from webproctor.agents.mcp_server import mcp_server, serve_client
from webproctor.core.actions import action_set


@contextlib.asynccontextmanager
async def connected(actions: str, *, vision: bool) -> AsyncIterator[tuple[ClientSession, McpAgent]]:
    """Connect a client; yield it with the agent that executes its calls.

    Args:
        actions: The name of the action set.
        vision: Whether observations have a screenshot.
    """
    queue = EpisodeQueue()
    agent = McpAgent(queue, views_for((), vision=vision))
    server = mcp_server(tool_schemas(action_set(actions)), queue.call)
    async with create_client_server_memory_streams() as (ours, theirs):
        talking = asyncio.create_task(serve_client(server, *theirs))
        try:
            async with ClientSession(*ours) as client:
                await client.initialize()
                yield client, agent
        finally:
            talking.cancel()
            await asyncio.wait([talking])
