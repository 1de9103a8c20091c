"""Inspect loads this module by entry point: every benchmark and agent gets its name there."""

from webproctor import registry
from webproctor.harness.tasks import register_solver, register_task

TASKS = {name: register_task(name) for name in registry.names("benchmarks")}
SOLVERS = {name: register_solver(name) for name in registry.names("agents")}
