"""Call blocking functions in threads, and run event loops in threads for synchronous callers."""

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class EventLoopThread:
    """An event loop that runs in its own daemon thread until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    @property
    def closed(self) -> bool:
        return self._loop.is_closed()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread, and wait for its result.

        If the wait is interrupted, such as by Ctrl-C, the coroutine continues.
        """
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def submit(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread, from a coroutine of another event loop."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, self._loop))

    def close(self) -> None:
        """Stop the event loop, and wait until the thread has ended."""
        if not self.closed:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


async def in_thread(call: Callable[[], T]) -> T:
    """Call a function in a new thread; return its result, or raise its exception.

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
        elif isinstance(error, StopIteration):  # A future refuses it.
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
