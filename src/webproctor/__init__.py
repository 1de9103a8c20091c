"""Evaluate web agents in a real browser.

An agent works on a `Task` in a `Session`; the benchmark scores the recorded `Episode`. `evaluate`
runs an agent on a whole benchmark.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.actions import Action, ActionResult, ActionSet
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode, Turn
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Element, Observation, View
from webproctor.core.scores import Score, Summary
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Limits, Task
from webproctor.version import __version__ as __version__

if TYPE_CHECKING:
    from webproctor.benchmarks.pages import PageBenchmark
    from webproctor.environments.any_page import observe
    from webproctor.evaluation import Run, evaluate, evaluate_async, read_run
    from webproctor.harness.sample_tools import inspect_tools

__all__ = [
    "Action",
    "ActionResult",
    "ActionSet",
    "Agent",
    "Benchmark",
    "Element",
    "Episode",
    "Limits",
    "Observation",
    "PageBenchmark",
    "Run",
    "Score",
    "SelfDrivenAgent",
    "Session",
    "SessionLost",
    "Summary",
    "Task",
    "Turn",
    "UserError",
    "View",
    "evaluate",
    "evaluate_async",
    "inspect_tools",
    "load_benchmark",
    "make_agent",
    "observe",
    "read_run",
    "run_episode",
]

# Imported when they are first used: the harness takes a second, and the core works without it.
_LATER = {
    "PageBenchmark": "webproctor.benchmarks.pages",
    "Run": "webproctor.evaluation",
    "evaluate": "webproctor.evaluation",
    "evaluate_async": "webproctor.evaluation",
    "inspect_tools": "webproctor.harness.sample_tools",
    "observe": "webproctor.environments.any_page",
    "read_run": "webproctor.evaluation",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'webproctor' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
