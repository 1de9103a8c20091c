"""Benchmarks that this process has entered, and listeners of a run."""

import asyncio
import contextlib
from collections.abc import Callable
from contextvars import ContextVar

from inspect_ai.hooks import Hooks, RunEnd, RunStart, SampleEnd, hooks
from inspect_ai.log import EvalSample

from webproctor.benchmarks import Benchmark
from webproctor.run.early_start import EarlyStart

# Closed when Inspect has started the run.
startup_stack: ContextVar[contextlib.ExitStack | None] = ContextVar("startup_stack", default=None)
# Entered benchmarks and their event loops: Inspect starts a new loop for every run.
_entered: dict[int, tuple[asyncio.AbstractEventLoop, contextlib.AsyncExitStack]] = {}


async def enter_once(benchmark: Benchmark) -> Benchmark:
    """Enter a benchmark for the current event loop, unless it has been entered."""
    loop = asyncio.get_running_loop()
    key = id(benchmark)
    if key not in _entered or _entered[key][0] is not loop:
        # Register before the first await, so that concurrent episodes share the benchmark.
        stack = contextlib.AsyncExitStack()
        _entered[key] = (loop, stack)
        await stack.enter_async_context(benchmark)
    return benchmark


def register_entered(early_start: EarlyStart) -> None:
    """Note that a benchmark has been entered for the event loop that the run will use."""
    _entered[id(early_start.benchmark)] = (early_start.loop, early_start.stack)


# Called with every scored sample during a run.
sample_listeners: list[Callable[[EvalSample], None]] = []


@hooks(
    name="webproctor",
    description="Reports scores; closes browsers and servers at the end of the run.",
)
class _RunHooks(Hooks):
    async def on_run_start(self, data: RunStart) -> None:
        if stack := startup_stack.get():
            stack.close()

    async def on_sample_end(self, data: SampleEnd) -> None:
        for listener in sample_listeners:
            listener(data.sample)

    async def on_run_end(self, data: RunEnd) -> None:
        loop = asyncio.get_running_loop()
        for key, (owner, stack) in list(_entered.items()):
            if owner is loop:
                del _entered[key]
                await stack.aclose()
