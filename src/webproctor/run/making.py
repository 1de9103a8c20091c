"""Create the benchmark of a run, and keep what the run was started with."""

import json
import secrets
import threading
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core import registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.llm import Model
from webproctor.core.registry import Factory
from webproctor.run.provenance import about_run, plain

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


def benchmark_of(name: str, settings: Settings) -> Benchmark:
    """Return the benchmark with a name and settings; it is created once per process."""
    own = given.get().benchmark
    if own is not None and own.name == name:
        return own
    key = json.dumps([name, settings], sort_keys=True, default=str)
    if key not in _made:
        _made[key] = load_benchmark(name, **settings)
    return _made[key]


def made_from(
    benchmark: str | Benchmark | Factory, settings: Settings, begun: Path | None
) -> tuple[dict[str, Any], Benchmark, str]:
    """Create the benchmark of a run.

    If the benchmark has salted puzzles, a salt is added to the settings. It is kept in `run.json`,
    so that the run can be resumed and its puzzles reproduced.

    Args:
        begun: Folder of the resumed run; None for a new run.

    Returns:
        The settings, the benchmark, and its name in `run.json`.
    """
    settings = dict(settings)
    if not isinstance(benchmark, str) and (isinstance(benchmark, Benchmark) or settings):
        made = load_benchmark(benchmark, **settings)
        return settings, made, made.name
    make = registry.factory("benchmarks", benchmark) if isinstance(benchmark, str) else benchmark
    # Results can be read in any working directory.
    settings = registry.absolute(make, settings)
    known = {one.name for one in registry.settings(make)}
    # A deployment (`site`) has puzzles of its own.
    salted = settings.get("puzzles", "salted") == "salted" and not settings.get("site")
    if "salt" in known and salted and not settings.get("salt"):
        kept = about_run(begun)["settings"].get("salt") if begun is not None else None
        settings["salt"] = kept or secrets.token_hex(16)
    if isinstance(benchmark, str):
        name = registry.located(benchmark)
        return settings, benchmark_of(name, plain(settings)), name
    made = load_benchmark(benchmark, **settings)
    return settings, made, made.name
