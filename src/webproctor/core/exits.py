"""Keep exits, interrupts and cancellations of an agent from ending the whole run or the episode."""

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
_contained: ContextVar[bool] = ContextVar("_contained", default=False)


async def contained(call: Callable[[], Awaitable[T]]) -> T:
    """Run an agent in its own task, which it may cancel, and return its result.

    Other exceptions of the agent are raised unchanged.

    Raises:
        asyncio.CancelledError: If the current task is cancelled.
        RuntimeError: In place of exceptions that would end more than the episode; see `as_error`.
    """

    async def outcome() -> tuple[T, None] | tuple[None, BaseException]:
        # Not raised in the task, because asyncio would end the event loop for some exceptions.
        try:
            with exits_contained():
                return await call(), None
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - it is raised below
            return None, error

    with cancellations_contained():
        result = await asyncio.create_task(outcome())
    if result[1] is None:
        return result[0]
    raise as_error(result[1])


def as_error(error: BaseException) -> BaseException:
    """Return the exception to raise for one that an agent raised.

    It is a `RuntimeError` in place of `KeyboardInterrupt`, `GeneratorExit` and `CancelledError`,
    which Python and asyncio would take for the end of the program or of a coroutine. All others,
    and a real Ctrl-C, are returned unchanged.
    """
    ending = isinstance(error, KeyboardInterrupt | GeneratorExit | asyncio.CancelledError)
    if not ending or is_ctrl_c(error):
        return error
    replacement = RuntimeError(f"{type(error).__name__}: {error}".rstrip(": "))
    replacement.__cause__ = error
    return replacement


def is_ctrl_c(error: BaseException) -> bool:
    """Whether an exception was raised by Ctrl-C.

    While asyncio runs an event loop in the main thread, Ctrl-C raises nothing: it cancels the
    loop's main task.
    """
    handler, main_thread = signal.getsignal(signal.SIGINT), threading.main_thread()
    return (
        isinstance(error, KeyboardInterrupt)
        and handler is signal.default_int_handler
        and threading.current_thread() is main_thread
    )


@contextmanager
def exits_contained() -> Iterator[None]:
    """Let tasks that are started in the block, and their descendants, raise `RuntimeError` in place
    of `SystemExit` and `KeyboardInterrupt`, for which asyncio would end the event loop."""
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

    An agent or an environment raises it if it awaits another task that was cancelled. The harness
    would take it for the end of the run.
    """
    task = asyncio.current_task()
    requests = task.cancelling() if task is not None else 0
    try:
        yield
    except asyncio.CancelledError as error:
        if task is None or task.cancelling() > requests:
            raise
        raise RuntimeError("CancelledError: an awaited task was cancelled") from error


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
        # A task that is cancelled before it starts never starts its coroutine.
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
    except (SystemExit, KeyboardInterrupt) as error:
        if is_ctrl_c(error):
            raise
        raise RuntimeError(f"{type(error).__name__}: {error}") from error
