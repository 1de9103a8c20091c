"""Create the benchmark of a run, and store the objects that the run was started with."""

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
    """The Python objects of a run.

    Attributes:
        benchmark_name: The name of its benchmark in `run.json`.
        benchmark: The benchmark.
        agent: The agent, or a factory of agents, if the run was started with one instead of a name;
            see `make_agent`.
        model: The model of the agent.
        stop: If set, no further episodes are started.
    """

    benchmark_name: str = ""
    benchmark: Benchmark | None = None
    agent: Agent | SelfDrivenAgent | Factory | None = None
    model: Model | None = None
    stop: threading.Event | None = None


run_objects: ContextVar[RunObjects] = ContextVar("run_objects", default=RunObjects())  # noqa: B039 - it is immutable


def prepare_benchmark(
    benchmark: str | Benchmark | Factory,
    settings: Settings,
    resumed_folder: Path | None,
    started: Benchmark | None = None,
) -> tuple[dict[str, Any], Benchmark, str]:
    """Create the benchmark of a run.

    If the benchmark has salted puzzles, a salt is added to the settings. It is kept in `run.json`,
    so that the run can be resumed and its puzzles reproduced.

    Args:
        resumed_folder: Folder of the resumed run; None for a new run.
        started: The benchmark with these settings, if it has been started.

    Returns:
        The settings, the benchmark, and its name in `run.json`.

    Raises:
        UserError: If a setting is invalid, or the resumed run has another salt.
    """
    settings = dict(settings)
    if isinstance(benchmark, Benchmark) or not (isinstance(benchmark, str) or callable(benchmark)):
        created = load_benchmark(benchmark, **settings)  # Raises an error for other objects.
        return settings, created, created.name
    factory = registry.factory("benchmarks", benchmark) if isinstance(benchmark, str) else benchmark
    # Results can be read in any working directory.
    settings = registry.absolute(factory, settings)
    if has_salt(factory, settings):
        settings["salt"] = _salt(settings.get("salt", ""), resumed_folder)
    if not isinstance(benchmark, str):
        created = load_benchmark(benchmark, **settings)
        return settings, created, created.name
    name = registry.located(benchmark)
    if started is None:
        started = load_benchmark(name, **plain(settings))
    return settings, started, name


def has_salt(factory: Factory, settings: Settings) -> bool:
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
