"""Functions that may block, called in threads."""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_thread(call: Callable[[], T]) -> T:
    """Call a function in a thread of its own, and return what it returns or raise what it raises.

    When the wait is cancelled, the thread continues, and what it returns is lost. It is a daemon
    thread: unlike one of `asyncio.to_thread`, it does not keep the process from ending.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()
    context = contextvars.copy_context()

    def settle(value: T | None, error: BaseException | None) -> None:
        if result.done():
            return
        if error is None:
            result.set_result(value)  # type: ignore[arg-type]
        elif isinstance(error, StopIteration):  # A future does not take it.
            result.set_exception(RuntimeError(f"the function raised {error!r}"))
        else:
            result.set_exception(error)

    def work() -> None:
        value, error = None, None
        try:
            value = context.run(call)
        except BaseException as fault:  # noqa: BLE001 - it is raised where the result is awaited
            error = fault
        with suppress(RuntimeError):  # The event loop has been closed.
            loop.call_soon_threadsafe(settle, value, error)

    threading.Thread(target=work, daemon=True, name="webproctor").start()
    return await result
