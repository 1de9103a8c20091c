"""Benchmarks that this process has entered, and what listens to a run."""

import asyncio
import contextlib
from collections.abc import Callable
from contextvars import ContextVar

from inspect_ai.hooks import Hooks, RunEnd, RunStart, SampleEnd, hooks
from inspect_ai.log import EvalSample

from webproctor.benchmarks import Benchmark
from webproctor.run.ahead import Ahead

# Closed when Inspect has started the run.
greeting: ContextVar[contextlib.ExitStack | None] = ContextVar("greeting", default=None)
# Entered benchmarks and their event loops: Inspect starts a new loop for every run.
_open: dict[int, tuple[asyncio.AbstractEventLoop, contextlib.AsyncExitStack]] = {}


async def entered(benchmark: Benchmark) -> Benchmark:
    """Enter a benchmark for the current event loop, unless it has been entered."""
    loop = asyncio.get_running_loop()
    key = id(benchmark)
    if key not in _open or _open[key][0] is not loop:
        # Register before the first await, so that concurrent episodes share the benchmark.
        stack = contextlib.AsyncExitStack()
        _open[key] = (loop, stack)
        await stack.enter_async_context(benchmark)
    return benchmark


def note_entered(ahead: Ahead) -> None:
    """Note that a benchmark has been entered for the event loop that the run will use."""
    _open[id(ahead.benchmark)] = (ahead.loop, ahead.stack)


# Called with every scored sample during a run.
sample_listeners: list[Callable[[EvalSample], None]] = []


@hooks(
    name="webproctor",
    description="Reports scores; closes browsers and servers at the end of the run.",
)
class _Watch(Hooks):
    async def on_run_start(self, data: RunStart) -> None:
        if started := greeting.get():
            started.close()

    async def on_sample_end(self, data: SampleEnd) -> None:
        for listen in sample_listeners:
            listen(data.sample)

    async def on_run_end(self, data: RunEnd) -> None:
        loop = asyncio.get_running_loop()
        for key, (owner, stack) in list(_open.items()):
            if owner is loop:
                del _open[key]
                await stack.aclose()
