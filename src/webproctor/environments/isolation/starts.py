"""End programs whose start is cancelled.

asyncio kills only the first process of such a program. If that is a sandbox, its other processes
stay, and asyncio waits for them, since they have the program's output open.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

_Started = TypeVar("_Started")


async def ended_if_cancelled(
    start: Coroutine[Any, Any, _Started], end: Callable[[_Started], Awaitable[None]]
) -> _Started:
    """Await the start of a program; if this is cancelled, wait until it has started, and end it."""
    starting = asyncio.create_task(start)
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait({starting})
        if starting.exception() is None:
            await end(starting.result())
        raise
