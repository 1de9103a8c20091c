"""webproctor examines web agents the way people use the web.

A `Task` is set, an agent works on it in a `Session`, the benchmark marks the `Episode`.
"""

from webproctor.actions import Action, ActionResult, ActionSet
from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.episodes import Agent, Episode, SelfDrivenAgent, Turn, run_episode
from webproctor.errors import UserError
from webproctor.observations import Element, Observation, View
from webproctor.scores import Score, Summary
from webproctor.sessions import Session, SessionLost
from webproctor.tasks import Limits, Task

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
    "Score",
    "SelfDrivenAgent",
    "Session",
    "SessionLost",
    "Summary",
    "Task",
    "Turn",
    "UserError",
    "View",
    "load_benchmark",
    "make_agent",
    "run_episode",
]
