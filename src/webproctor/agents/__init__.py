"""Agents: one file each. An agent's factory takes the benchmark and its own settings."""

from typing import Any

from webproctor import registry
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Agent, SelfDrivenAgent
from webproctor.errors import UserError
from webproctor.models import Model
from webproctor.sessions import Ground


def make_agent(
    name: str, benchmark: Benchmark, model: Model | None = None, **settings: Any
) -> Agent | SelfDrivenAgent:
    """Make a registered agent for a benchmark.

    Args:
        model: Who answers, for agents that a model drives.

    Raises:
        UserError: If the name or a setting is wrong, or a model is missing.
    """
    factory = registry.factory("agents", name)
    if not registry.takes_model(factory):
        return _fitting(name, benchmark, registry.make("agents", name, benchmark, **settings))
    if model is None and registry.needs_model(factory):
        raise UserError(
            f"agent {name!r} is driven by a model: add --model, for example "
            "--model openai/gpt-5 or --model anthropic/claude-sonnet-4-6."
        )
    made = registry.make("agents", name, benchmark, model, **settings)
    return _fitting(name, benchmark, made)


def ground_of(agent: Agent | SelfDrivenAgent) -> Ground:
    """What an agent acts on: its `ground`, the page itself where it names none."""
    return getattr(agent, "ground", "page")


def _fitting(
    name: str, benchmark: Benchmark, agent: Agent | SelfDrivenAgent
) -> Agent | SelfDrivenAgent:
    """The agent, if it can act here: by the tasks' actions, on its own ground."""
    takes: frozenset[str] | None = getattr(agent, "takes", None)
    wrong = {task.actions for task in benchmark.tasks()} - takes if takes is not None else set()
    if wrong:
        sets = " or ".join(sorted(takes or ()))
        raise UserError(
            f"agent {name!r} acts by {sets} actions, and tasks of {benchmark.name} take "
            f"{' and '.join(sorted(wrong))} actions: choose another agent."
        )
    blind = sorted(getattr(agent, "reads", frozenset()) & getattr(benchmark, "lacks", frozenset()))
    if blind:
        raise UserError(
            f"agent {name!r} reads {' and '.join(blind)}, which these pages of {benchmark.name} do "
            "not have: tell it to do without (--text-only, say), or take other data."
        )
    there = getattr(benchmark, "grounds", ("page",))
    if ground_of(agent) not in there:
        raise UserError(
            f"agent {name!r} acts on a {ground_of(agent)}; {benchmark.name} has only: "
            f"{', '.join(there)}."
        )
    return agent
