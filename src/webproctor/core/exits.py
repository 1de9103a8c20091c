"""Keep a task that an agent starts from ending the whole run."""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any

_contained: ContextVar[bool] = ContextVar("_contained", default=False)


def contain_exits() -> None:
    """Let tasks that the current task and its descendants start raise `RuntimeError` in place of
    `SystemExit`, for which asyncio would end the event loop."""
    _contained.set(True)
    loop = asyncio.get_running_loop()
    previous = loop.get_task_factory()
    if isinstance(previous, _Factory):
        return
    loop.set_task_factory(_Factory(previous))


class _Factory:
    """Creates the tasks of an event loop.

    Args:
        previous: The loop's previous task factory, if it has one.
    """

    def __init__(self, previous: Any) -> None:
        self._make = previous or self._default

    def __call__(
        self, loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> "asyncio.Future[Any]":
        return self._make(
            loop, _without_exit(coroutine) if _contained.get() else coroutine, **options
        )

    @staticmethod
    def _default(
        loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> "asyncio.Task[Any]":
        return asyncio.Task(coroutine, loop=loop, **options)


async def _without_exit(coroutine: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await coroutine
    except SystemExit as error:
        raise RuntimeError(f"SystemExit: {error}") from error
