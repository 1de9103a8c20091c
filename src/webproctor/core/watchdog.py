"""Enforce a time limit on a whole episode, including opening and closing its session."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import anyio

from webproctor.core.sessions import SessionLost

T = TypeVar("T")
# Seconds that cancelled work has to end before it is abandoned.
_GRACE = 30.0


async def watched(work: Coroutine[Any, Any, T], seconds: float, *, grace: float = _GRACE) -> T:
    """Await work, and cancel it after a timeout.

    Work that does not end after it was cancelled is abandoned.

    Args:
        seconds: The timeout.
        grace: Seconds that cancelled work has to end.

    Raises:
        SessionLost: On timeout, with the cause `watchdog`.
    """
    task = asyncio.ensure_future(work)
    task.add_done_callback(_retrieve)
    try:
        await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.wait({task}, timeout=grace)
        raise
    if task.done():
        return task.result()
    task.cancel()
    await asyncio.wait({task}, timeout=grace)
    raise SessionLost("watchdog", f"the episode did not end within {seconds:g} s")


def _retrieve(task: asyncio.Future[Any]) -> None:
    """Retrieve the exception of abandoned work, so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()
