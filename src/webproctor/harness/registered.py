"""Register every benchmark as an Inspect task and every agent as a solver.

Inspect loads this module by entry point.
"""

from typing import Any

from inspect_ai.solver import Solver, solver

from webproctor.core import registry
from webproctor.harness.sample_tools import react_with_tools
from webproctor.harness.tasks import agent_solver, checked_solver, register_solver, register_task
from webproctor.run.preparation import run_objects

TASKS = {name: register_task(name) for name in registry.names("benchmarks")}
SOLVERS = {name: register_solver(name) for name in registry.names("agents")}
SOLVERS["react"] = react_with_tools


@solver(name="agent")
def agent(name: str, **settings: Any) -> Solver:
    """Return an agent as a solver: a registered name, or path/file.py:NAME."""
    named = run_objects.get().agent is None  # Otherwise the run has an agent object.
    return checked_solver(name, settings) if named else agent_solver(name, settings)
