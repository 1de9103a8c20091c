"""Agents: one file each. An agent's factory takes the benchmark and its own settings."""

from typing import Any

from webproctor import registry
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Agent, SelfDrivenAgent
from webproctor.errors import UserError
from webproctor.models import Model


def make_agent(
    name: str, benchmark: Benchmark, model: Model | None = None, **settings: Any
) -> Agent | SelfDrivenAgent:
    """Make a registered agent for a benchmark.

    Args:
        model: Who answers, for agents that a model drives.

    Raises:
        UserError: If the name or a setting is wrong, or a model is missing.
    """
    if not registry.needs_model(registry.factory("agents", name)):
        return registry.make("agents", name, benchmark, **settings)
    if model is None:
        raise UserError(
            f"agent {name!r} is driven by a model: add --model, for example "
            "--model openai/gpt-5 or --model anthropic/claude-sonnet-4-6."
        )
    return registry.make("agents", name, benchmark, model, **settings)
