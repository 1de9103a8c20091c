"""Agents, one module each. An agent's factory takes the benchmark and the agent's settings."""

from collections.abc import Set
from contextlib import nullcontext
from dataclasses import replace
from inspect import isclass, iscoroutine
from typing import Any, TypeGuard, get_args

from webproctor.benchmarks import Benchmark
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.observations import View
from webproctor.core.python_files import errors_as_user_errors
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task


def make_agent(
    agent: str | Agent | SelfDrivenAgent | Factory,
    benchmark: Benchmark,
    model: Model | None = None,
    **settings: Any,
) -> Agent | SelfDrivenAgent:
    """Create an agent for a benchmark.

    Args:
        agent: The name of a registered agent, `path/file.py:NAME`, or a class or function that
            returns an agent. A class or function may take `benchmark` and `model` as positional
            arguments and settings as keyword-only ones. An agent itself is returned unchanged.
        model: The language model, for agents that need one.

    Raises:
        UserError: If the name or a setting is wrong, a model is missing, the agent does not
            support the benchmark, or a named factory that is not part of webproctor raises an
            exception.
    """
    name = agent_name(agent)
    if is_agent(agent):
        if settings:
            raise UserError(f"agent {name!r} is an object: settings need a factory or a name.")
        return _checked_agent(name, benchmark, agent)
    factory = registry.factory("agents", agent) if isinstance(agent, str) else agent
    if not callable(factory):
        raise UserError(
            f"{name} is not an agent: it has neither a method `act` nor a method `run`."
        )
    if model is None and factories.needs_model(factory):
        raise UserError(
            f"agent {name!r} needs a model: add --model, for example "
            "--model openai/gpt-5 or --model anthropic/claude-sonnet-4-6."
        )
    arguments = factories.arguments(factory, {"benchmark": benchmark, "model": model})
    error_context = (
        errors_as_user_errors(factory, f"agent {agent!r}")
        if isinstance(agent, str)
        else nullcontext()
    )
    with error_context:
        created = factories.call(factory, f"agent {name!r}", arguments, settings)
    if iscoroutine(created):
        created.close()
        raise UserError(
            f"agent {name!r}: the factory is an `async` function. Write `def` instead, or give a "
            "class with a method `act`."
        )
    if not is_agent(created):
        raise UserError(
            f"agent {name!r}: the factory returned {created!r}, which has neither a method `act` "
            "nor a method `run`."
        )
    return _checked_agent(name, benchmark, created)


def is_agent(value: object) -> TypeGuard[Agent | SelfDrivenAgent]:
    """Whether a value is an agent, not a class or function that creates one."""
    return not isclass(value) and (hasattr(value, "act") or hasattr(value, "run"))


def agent_name(agent: str | Agent | SelfDrivenAgent | Factory) -> str:
    """Return the name of an agent: its registered name, or that of its class or function."""
    if isinstance(agent, str):
        return registry.short(agent)
    return factories.name_of(agent) if callable(agent) else type(agent).__name__


def surface_of(agent: Agent | SelfDrivenAgent) -> Surface:
    """Return the agent's surface: its `surface`, by default the page."""
    return getattr(agent, "surface", "page")


def task_for(agent: Agent | SelfDrivenAgent, task: Task, benchmark: Benchmark) -> Task:
    """Return the task with the action set that the agent uses.

    This is the task's own, unless the agent does not support it and the benchmark accepts one that
    the agent supports.
    An agent with a method `actions_for` chooses the set for each task.

    Raises:
        UserError: If the agent chooses a set that the benchmark does not accept.
    """
    if (choose := getattr(agent, "actions_for", None)) is not None:
        chosen, accepted = choose(task), [task.actions, *sorted(benchmark.accepts)]
        if chosen not in accepted:
            raise UserError(
                f"agent {agent_name(agent)!r}: `actions_for` returned {chosen!r} for task "
                f"{task.id!r}, which accepts {' or '.join(dict.fromkeys(accepted))} actions."
            )
        return replace(task, actions=chosen)
    takes: frozenset[str] | None = getattr(agent, "takes", None)
    if takes is None or task.actions in takes or not takes & benchmark.accepts:
        return task
    return replace(task, actions=min(takes & benchmark.accepts))


def inputs_of(benchmark: Benchmark, agent: Agent | SelfDrivenAgent) -> dict[str, str]:
    """Return the `inputs` entry of a run's condition: `verified`, or `scripts possible` if the
    agent can run scripts in its page. Empty for benchmarks where no agent can run scripts.
    """
    if "browser" not in benchmark.surfaces:
        return {}
    return {"inputs": "scripts possible" if surface_of(agent) == "browser" else "verified"}


def _checked_agent(
    name: str, benchmark: Benchmark, agent: Agent | SelfDrivenAgent
) -> Agent | SelfDrivenAgent:
    """Return the agent if it supports the benchmark's actions, views and surfaces."""
    _check_takes(name, benchmark, getattr(agent, "takes", None))
    if hasattr(agent, "act") and not hasattr(agent, "reads"):
        raise UserError(
            f"agent {name!r} has no attribute `reads`: set it to the views that the agent reads, "
            "for example frozenset({'elements', 'text'})."
        )
    _check_reads(name, benchmark, getattr(agent, "reads", frozenset()))
    _check_surface(name, benchmark, agent)
    return agent


def _check_takes(name: str, benchmark: Benchmark, takes: Any) -> None:
    if takes is None:
        return
    if not isinstance(takes, Set):
        raise UserError(
            f"agent {name!r}: `takes` is {takes!r}, which is not a set. Set it to the action sets "
            "that the agent uses, for example frozenset({'web'})."
        )
    if takes & benchmark.accepts:
        return
    if unsupported := {task.actions for task in benchmark.tasks()} - takes:
        raise UserError(
            f"agent {name!r} uses {' or '.join(sorted(takes))} actions, but tasks of "
            f"{benchmark.name} accept {' and '.join(sorted(unsupported))} actions: choose another "
            "agent."
        )


def _check_reads(name: str, benchmark: Benchmark, reads: Any) -> None:
    if not isinstance(reads, Set):
        raise UserError(
            f"agent {name!r}: `reads` is {reads!r}, which is not a set. Set it to the views that "
            "the agent reads, for example frozenset({'elements', 'text'})."
        )
    views = sorted(get_args(View))
    if unknown := sorted(set(reads) - set(views)):
        raise UserError(
            f"agent {name!r} reads {unknown[0]!r}, which is not a view. Views: {', '.join(views)}."
        )
    if missing := sorted(reads & benchmark.lacks):
        text_only = missing == ["screenshot"]
        raise UserError(
            f"agent {name!r} reads {' and '.join(missing)}, which this data of {benchmark.name} "
            "does not have: use another agent or other data"
            f"{', or add --text-only if the agent has this setting' if text_only else ''}."
        )


def _check_surface(name: str, benchmark: Benchmark, agent: Agent | SelfDrivenAgent) -> None:
    surface, available = surface_of(agent), benchmark.surfaces
    if surface not in available:
        without_scripts = surface == "browser" and "browser-input" in available
        hint: str = getattr(agent, "hint", "") if without_scripts else ""
        raise UserError(
            f"agent {name!r} acts on a {surface}; {benchmark.name} supports only: "
            f"{', '.join(available)}. {hint}".strip()
        )
    benchmark.check_surface(surface)
