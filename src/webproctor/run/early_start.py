"""Start a benchmark while the rest of the program is imported.

Importing Inspect takes longer than starting a browser. A thread starts the benchmark in an event
loop, which the run takes over; another thread reads the versions of programs.
"""

import asyncio
import logging
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from webproctor.benchmarks import Benchmark
from webproctor.run.provenance import Provenance, provenance

_log = logging.getLogger(__name__)


@dataclass
class EarlyStart:
    """A benchmark that is being started.

    Attributes:
        benchmark: The benchmark.
        settings: Its settings, if it was created from a name.
        loop: The event loop that it has been entered in.
        stack: Leaves the benchmark.
        provenance: Versions and machine of the run.
    """

    benchmark: Benchmark
    settings: Mapping[str, Any] | None = None
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    provenance: Future[Provenance] = field(default_factory=Future)
    _starting: "asyncio.Task[None] | None" = None
    _thread: threading.Thread | None = None
    _paused: threading.Event = field(default_factory=threading.Event)
    _closed: threading.Event = field(default_factory=threading.Event)

    def start_in_thread(self) -> None:
        """Enter and start the benchmark in a thread; return as soon as it has been entered."""
        entered, context = threading.Event(), copy_context()
        executor = ThreadPoolExecutor(1, "provenance")
        self.provenance = executor.submit(provenance)
        executor.shutdown(wait=False)

        async def start() -> None:
            try:
                await self.stack.enter_async_context(self.benchmark)
            finally:
                entered.set()
            await self.benchmark.launch()

        def run() -> None:
            self._starting = self.loop.create_task(start(), context=context)
            self._starting.add_done_callback(_log_failure)
            try:
                self.loop.run_forever()
            finally:
                self._paused.set()
            # Linux kills sandboxed programs when the thread that has started them ends.
            self._closed.wait()

        self._thread = threading.Thread(target=run, name="benchmark", daemon=True)
        self._thread.start()
        entered.wait()

    @contextmanager
    def in_next_loop(self) -> Iterator[None]:
        """Use the benchmark's event loop as the next one that is created in this thread.

        A start that has not finished continues when the loop runs. The run leaves the benchmark,
        and closes the loop.
        """
        self._pause()
        previous_policy = asyncio.get_event_loop_policy()
        asyncio.set_event_loop_policy(_NextLoop(self.loop))
        try:
            yield
        finally:
            asyncio.set_event_loop_policy(previous_policy)

    def close(self) -> None:
        """Leave the benchmark, unless its loop has been run and closed by another."""
        self._pause()
        try:
            if not self.loop.is_closed():
                self.loop.run_until_complete(self._leave())
        finally:
            self.loop.close()
            self._closed.set()

    async def _leave(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.wait({self._starting})
        await self.stack.aclose()
        await self.loop.shutdown_asyncgens()

    def _pause(self) -> None:
        """Pause the loop, so that another thread can run it."""
        if self._thread is not None and not self._paused.is_set():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._paused.wait()


@contextmanager
def start_early(
    benchmark: Benchmark, settings: Mapping[str, Any] | None = None
) -> Iterator[EarlyStart]:
    """Start a benchmark during the block; leave it at the end if no run has taken it over."""
    early_start = EarlyStart(benchmark, settings)
    try:
        early_start.start_in_thread()
        yield early_start
    finally:
        early_start.close()


class _NextLoop(asyncio.DefaultEventLoopPolicy):
    """Gives an existing event loop to the thread that creates it, once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._next_loop: asyncio.AbstractEventLoop | None = loop
        self._thread_id = threading.get_ident()

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        if self._next_loop is None or threading.get_ident() != self._thread_id:
            return super().new_event_loop()
        next_loop, self._next_loop = self._next_loop, None
        return next_loop


def _log_failure(task: "asyncio.Task[None]") -> None:
    # The first episode starts it again, and reports why it fails.
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.info("the benchmark did not start ahead: %s", error)
