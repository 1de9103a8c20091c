"""Evaluate web agents in a real browser.

An agent works on a `Task` in a `Session`; the benchmark scores the recorded `Episode`. `evaluate`
runs an agent on a whole benchmark.
"""

from importlib import import_module

from webproctor.version import __version__ as __version__

# Importing `typing` would delay the start of the command line.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from webproctor.agents import make_agent
    from webproctor.benchmarks import Benchmark, load_benchmark
    from webproctor.benchmarks.pages import PageBenchmark
    from webproctor.core.actions import Action, ActionResult, ActionSet
    from webproctor.core.agents import Agent, SelfDrivenAgent
    from webproctor.core.episodes import Episode, Step
    from webproctor.core.errors import UserError
    from webproctor.core.loop import run_episode
    from webproctor.core.observations import Element, Observation, View
    from webproctor.core.recorder import EpisodeRecorder
    from webproctor.core.scores import Score, Summary
    from webproctor.core.sessions import Session, SessionLost
    from webproctor.core.tasks import Limits, Task
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
    "EpisodeRecorder",
    "Limits",
    "Observation",
    "PageBenchmark",
    "Run",
    "Score",
    "SelfDrivenAgent",
    "Session",
    "SessionLost",
    "Step",
    "Summary",
    "Task",
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

# Names are imported when they are first used: `webproctor --help` needs none of them.
_MODULES = {
    "Action": "webproctor.core.actions",
    "ActionResult": "webproctor.core.actions",
    "ActionSet": "webproctor.core.actions",
    "Agent": "webproctor.core.agents",
    "Benchmark": "webproctor.benchmarks",
    "Element": "webproctor.core.observations",
    "Episode": "webproctor.core.episodes",
    "EpisodeRecorder": "webproctor.core.recorder",
    "Limits": "webproctor.core.tasks",
    "Observation": "webproctor.core.observations",
    "PageBenchmark": "webproctor.benchmarks.pages",
    "Run": "webproctor.evaluation",
    "Score": "webproctor.core.scores",
    "SelfDrivenAgent": "webproctor.core.agents",
    "Session": "webproctor.core.sessions",
    "SessionLost": "webproctor.core.sessions",
    "Summary": "webproctor.core.scores",
    "Task": "webproctor.core.tasks",
    "Step": "webproctor.core.episodes",
    "UserError": "webproctor.core.errors",
    "View": "webproctor.core.observations",
    "evaluate": "webproctor.evaluation",
    "evaluate_async": "webproctor.evaluation",
    "inspect_tools": "webproctor.harness.sample_tools",
    "load_benchmark": "webproctor.benchmarks",
    "make_agent": "webproctor.agents",
    "observe": "webproctor.environments.any_page",
    "read_run": "webproctor.evaluation",
    "run_episode": "webproctor.core.loop",
}


def __getattr__(name: str) -> "Any":
    if name not in _MODULES:
        raise AttributeError(f"module 'webproctor' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
