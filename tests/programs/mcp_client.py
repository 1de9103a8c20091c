"""A client of the MCP server in the same process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from mcp import ClientSession
from mcp.shared.memory import create_client_server_memory_streams

from webproctor.agents.mcp import Server
from webproctor.core.actions import action_set


@contextlib.asynccontextmanager
async def connected(actions: str, *, vision: bool) -> AsyncIterator[ClientSession]:
    """Connect a client; its episodes are run concurrently with `McpAgent`.

    Args:
        actions: The name of the action set.
        vision: Whether observations have a screenshot.
    """
    server = Server(action_set(actions), vision=vision)
    async with create_client_server_memory_streams() as (ours, theirs):
        talking = asyncio.create_task(server.talk(*theirs))
        try:
            async with ClientSession(*ours) as client:
                await client.initialize()
                yield client
        finally:
            talking.cancel()
            await asyncio.wait([talking])
