"""Agents: one file each. An agent's factory takes the benchmark and its own settings."""

from typing import Any

from webproctor import registry
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Agent, SelfDrivenAgent


def make_agent(name: str, benchmark: Benchmark, **settings: Any) -> Agent | SelfDrivenAgent:
    """Make a registered agent for a benchmark.

    Raises:
        UserError: If the name or a setting is wrong.
    """
    return registry.make("agents", name, benchmark, **settings)
