"""The benchmarks of evaluations, and listeners of a run."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from inspect_ai.hooks import Hooks, RunEnd, RunStart, SampleEnd, hooks
from inspect_ai.log import EvalSample

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.run.early_start import EarlyStart
from webproctor.run.preparation import Settings, run_objects

# Closed when Inspect has started the run.
startup_stack: ContextVar[contextlib.ExitStack | None] = ContextVar("startup_stack", default=None)
# The benchmarks of evaluations that were started with Inspect directly, by event loop.
_loaded: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Benchmark]] = WeakKeyDictionary()
# The exit stacks of entered benchmarks, by event loop and `id`: Inspect starts a new loop for
# every run.
_entered: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, contextlib.AsyncExitStack]] = (
    WeakKeyDictionary()
)
# Called with every scored sample of the run.
sample_listener: ContextVar[Callable[[EvalSample], None] | None] = ContextVar(
    "sample_listener", default=None
)


def benchmark_of(name: str, settings: Settings) -> Benchmark:
    """Return the benchmark of the current run.

    If Inspect was started directly, it is the benchmark of the event loop with these settings:
    Inspect creates tasks, solvers and scorers separately, and they share it.
    """
    objects = run_objects.get()
    if objects.benchmark is not None and objects.benchmark_name == name:
        return objects.benchmark
    try:
        loaded = _loaded.setdefault(asyncio.get_running_loop(), {})
    except RuntimeError:  # No loop runs yet.
        return load_benchmark(name, **settings)
    key = json.dumps([name, settings], sort_keys=True, default=str)
    if key not in loaded:
        loaded[key] = load_benchmark(name, **settings)
    return loaded[key]


def loaded_benchmarks() -> list[Benchmark]:
    """Return the benchmarks of the tasks that Inspect has created in this event loop, if it was
    started directly. It creates the tasks of an evaluation by name, then their solver."""
    try:
        return [*_loaded.get(asyncio.get_running_loop(), {}).values()]
    except RuntimeError:  # No loop runs yet.
        return []


async def enter_once(benchmark: Benchmark) -> Benchmark:
    """Enter a benchmark for the current event loop, unless it has been entered."""
    stacks = _entered.setdefault(asyncio.get_running_loop(), {})
    if id(benchmark) not in stacks:
        # Register before the first await, so that concurrent episodes share the benchmark.
        stack = stacks[id(benchmark)] = contextlib.AsyncExitStack()
        await stack.enter_async_context(benchmark)
    return benchmark


def register_entered(early_start: EarlyStart) -> None:
    """Note that a benchmark has been entered for the event loop that the run will use."""
    _entered.setdefault(early_start.loop, {})[id(early_start.benchmark)] = early_start.stack


@hooks(
    name="webproctor",
    description="Reports scores; closes browsers and servers at the end of the run.",
)
class _RunHooks(Hooks):
    async def on_run_start(self, data: RunStart) -> None:
        if stack := startup_stack.get():
            stack.close()

    async def on_sample_end(self, data: SampleEnd) -> None:
        if listener := sample_listener.get():
            listener(data.sample)

    async def on_run_end(self, data: RunEnd) -> None:
        loop = asyncio.get_running_loop()
        _loaded.pop(loop, None)
        for stack in _entered.pop(loop, {}).values():
            await stack.aclose()
