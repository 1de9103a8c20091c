"""Benchmarks that this process has created and entered, and what a run was started with."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from inspect_ai.hooks import Hooks, RunEnd, RunStart, SampleEnd, hooks
from inspect_ai.log import EvalSample

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.llm import Model
from webproctor.core.registry import Factory

# Closed when Inspect has started the run.
greeting: ContextVar[contextlib.ExitStack | None] = ContextVar("greeting", default=None)
Settings = dict[str, Any]


@dataclass(frozen=True)
class Given:
    """What a run was started with as Python objects instead of names.

    Attributes:
        benchmark: The benchmark.
        agent: The agent, or a factory of agents; see `make_agent`.
        model: The model of the agent.
        stop: If set, no further episodes are started.
    """

    benchmark: Benchmark | None = None
    agent: Agent | SelfDrivenAgent | Factory | None = None
    model: Model | None = None
    stop: threading.Event | None = None


given: ContextVar[Given] = ContextVar("given", default=Given())  # noqa: B039 - it is immutable

# Inspect creates task and solver separately; both look up their shared benchmark here.
_made: dict[str, Benchmark] = {}
# Entered benchmarks and their event loops: Inspect starts a new loop for every run.
_open: dict[int, tuple[asyncio.AbstractEventLoop, contextlib.AsyncExitStack]] = {}


def benchmark_of(name: str, settings: Settings) -> Benchmark:
    """Return the benchmark with a name and settings; it is created once per process."""
    own = given.get().benchmark
    if own is not None and own.name == name:
        return own
    key = json.dumps([name, settings], sort_keys=True, default=str)
    if key not in _made:
        _made[key] = load_benchmark(name, **settings)
    return _made[key]


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
