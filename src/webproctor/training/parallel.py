"""Run episodes for training, a limited number at the same time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def run_episodes(
    episodes: Iterable[Callable[[], Awaitable[T]]],
    at_once: int,
    listen: Callable[[int], None] | None = None,
) -> list[T]:
    """Return the results of episodes, in their order.

    Args:
        episodes: Functions that run one episode each.
        at_once: Episodes at the same time.
        listen: Called with the number of finished episodes after each one.
    """
    slots, done = asyncio.Semaphore(at_once), 0

    async def run_one(run: Callable[[], Awaitable[T]]) -> T:
        nonlocal done
        async with slots:
            result = await run()
        done += 1
        if listen is not None:
            listen(done)
        return result

    return await asyncio.gather(*map(run_one, episodes))
