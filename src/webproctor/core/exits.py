"""Keep exits and cancellations of an agent's tasks from ending the whole run or the episode."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_contained: ContextVar[bool] = ContextVar("_contained", default=False)


@contextmanager
def exits_contained() -> Iterator[None]:
    """Let tasks that are started in the block, and their descendants, raise `RuntimeError` in place
    of `SystemExit`, for which asyncio would end the event loop."""
    loop = asyncio.get_running_loop()
    previous = loop.get_task_factory()
    if not isinstance(previous, _Factory):
        loop.set_task_factory(_Factory(previous))
    token = _contained.set(True)
    try:
        yield
    finally:
        _contained.reset(token)


@contextmanager
def cancellations_contained() -> Iterator[None]:
    """Raise `RuntimeError` in place of `CancelledError`, unless the current task is cancelled.

    An agent raises it if it awaits a task of its own, or of a library, that was cancelled. The
    harness would take it for the end of the run.
    """
    task = asyncio.current_task()
    requests = task.cancelling() if task is not None else 0
    try:
        yield
    except asyncio.CancelledError as error:
        if task is None or task.cancelling() > requests:
            raise
        raise RuntimeError("CancelledError: a task that the agent awaited was cancelled") from error


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
        if not _contained.get():
            return self._make(loop, coroutine, **options)
        task = self._make(loop, _without_exit(coroutine), **options)
        # A task that is cancelled before it begins does not begin its coroutine either.
        task.add_done_callback(lambda _: coroutine.close())
        return task

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
