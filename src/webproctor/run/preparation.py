"""Create the benchmark of a run, and keep what the run was started with."""

import json
import secrets
import threading
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.run.provenance import plain, read_run_json

Settings = dict[str, Any]


@dataclass(frozen=True)
class RunObjects:
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


run_objects: ContextVar[RunObjects] = ContextVar("run_objects", default=RunObjects())  # noqa: B039 - it is immutable

# Inspect creates task and solver separately; both look up their shared benchmark here.
_benchmarks: dict[str, Benchmark] = {}


def benchmark_of(name: str, settings: Settings) -> Benchmark:
    """Return the benchmark with a name and settings: that of the last run with them, if any."""
    benchmark = run_objects.get().benchmark
    if benchmark is not None and benchmark.name == name:
        return benchmark
    key = _key(name, settings)
    if key not in _benchmarks:
        _benchmarks[key] = load_benchmark(name, **settings)
    return _benchmarks[key]


def _key(name: str, settings: Settings) -> str:
    return json.dumps([name, settings], sort_keys=True, default=str)


def prepare_benchmark(
    benchmark: str | Benchmark | Factory,
    settings: Settings,
    resumed_folder: Path | None,
    started: Benchmark | None = None,
) -> tuple[dict[str, Any], Benchmark, str]:
    """Create the benchmark of a run; the data may have changed since an earlier run.

    If the benchmark has salted puzzles, a salt is added to the settings. It is kept in `run.json`,
    so that the run can be resumed and its puzzles reproduced.

    Args:
        resumed_folder: Folder of the resumed run; None for a new run.
        started: The benchmark that was prepared before for this run, and is already started.

    Returns:
        The settings, the benchmark, and its name in `run.json`.

    Raises:
        UserError: If a setting is invalid, or the resumed run has another salt.
    """
    settings = dict(settings)
    if not isinstance(benchmark, str) and (isinstance(benchmark, Benchmark) or settings):
        benchmark_object = load_benchmark(benchmark, **settings)
        return settings, benchmark_object, benchmark_object.name
    factory = registry.factory("benchmarks", benchmark) if isinstance(benchmark, str) else benchmark
    # Results can be read in any working directory.
    settings = registry.absolute(factory, settings)
    if _has_salt(factory, settings):
        settings["salt"] = _salt(settings.get("salt", ""), resumed_folder)
    if isinstance(benchmark, str):
        name, written = registry.located(benchmark), plain(settings)
        key = _key(name, written)
        if started is None or _benchmarks.get(key) is not started:
            _benchmarks[key] = load_benchmark(name, **written)
        return settings, _benchmarks[key], name
    benchmark_object = load_benchmark(benchmark, **settings)
    return settings, benchmark_object, benchmark_object.name


def _has_salt(factory: Factory, settings: Settings) -> bool:
    """Whether a benchmark has puzzles that depend on a salt; a deployment (`site`) has its own."""
    has_setting = any(setting.name == "salt" for setting in factories.settings(factory))
    return (
        has_setting and settings.get("puzzles", "salted") == "salted" and not settings.get("site")
    )


def _salt(given: str, resumed_folder: Path | None) -> str:
    """Return the salt of a run: the given one, that of the resumed run, or a new one.

    Raises:
        UserError: If the resumed run has another salt than the given one.
    """
    recorded = read_run_json(resumed_folder)["settings"].get("salt") if resumed_folder else None
    if given and recorded and given != recorded:
        raise UserError(f"{resumed_folder}: the run has another salt. Resume it without --salt.")
    return given or recorded or secrets.token_hex(16)
