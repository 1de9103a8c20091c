"""Run an agent on a task of a benchmark, within its time limit."""

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from webproctor.agents import is_agent, surface_of, task_for
from webproctor.benchmarks import Benchmark
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.exits import as_error, is_ctrl_c
from webproctor.core.factories import Factory
from webproctor.core.loop import run_episode
from webproctor.core.outcomes import error_of, lost_by
from webproctor.core.recorder import Perform, TakeSnapshot
from webproctor.core.sessions import Session, Surface
from webproctor.core.tasks import Task
from webproctor.core.watchdog import watched
from webproctor.environments.browser.recording import current_recording

T = TypeVar("T")
_log = logging.getLogger(__name__)
# Additional seconds for opening and closing the session of an episode.
OPENING_AND_CLOSING = 300.0


def limit_of(task: Task) -> float:
    """Return the time limit of an episode in seconds, including opening and closing."""
    return task.limits.seconds + OPENING_AND_CLOSING


def settings_in(
    epoch: int, agent: str | Agent | SelfDrivenAgent | Factory, settings: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an agent's settings in an epoch; its seed, if it has one, differs between epochs."""
    if epoch == 1 or (not isinstance(agent, str) and is_agent(agent)):
        return dict(settings)
    make: Any = registry.factory("agents", agent) if isinstance(agent, str) else agent
    defaults = {setting.name: setting.default for setting in factories.settings(make)}
    seed = settings.get("seed", defaults.get("seed"))
    if not isinstance(seed, int | float):  # None: the agent's choices are not repeatable.
        return dict(settings)
    return {**settings, "seed": seed + epoch - 1}


def recorded_as(task: str, epoch: int) -> str:
    """Return the name of the folder with an episode's recordings."""
    return task if epoch == 1 else f"{task}-epoch-{epoch}"


def or_errored(task: Task, call: Callable[[], T]) -> T | Episode:
    """Return what a function of the agent, such as its factory, returns; if it raises an exception,
    the errored episode.

    Raises:
        UserError: If the function raises it.
    """
    try:
        return call()
    except UserError:
        raise
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        return Episode(task=task.id, error=error_of(as_error(error)))


async def run_task(
    benchmark: Benchmark,
    task: Task,
    agent: Agent | SelfDrivenAgent,
    *,
    perform: Callable[[Session], Perform],
    take_snapshot: TakeSnapshot | None = None,
    record: Episode | None = None,
) -> Episode:
    """Run an episode within its time limit.

    If the environment fails or the limit is reached before the agent has finished, the episode is
    void. Failures when the session is closed are only logged.

    Args:
        perform: Returns what executes the actions of a step, given the session.
        take_snapshot: Takes a snapshot before each step.
        record: The episode to fill in; by default a new one.
    """
    finished: list[Episode] = []
    chosen = or_errored(task, lambda: (task_for(agent, task, benchmark), surface_of(agent)))
    if isinstance(chosen, Episode):
        return chosen

    async def work() -> None:
        async with _session(benchmark, *chosen) as session:
            options = {
                "perform": perform(session),
                "take_snapshot": take_snapshot,
                "folder": current_recording().folder,
                "record": record,
            }
            finished.append(await run_episode(task, session, agent, **options))

    try:
        await watched(work(), limit_of(task))
    except UserError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever opening or closing raises
        if not finished:
            return Episode(task=task.id, error=error_of(lost_by(error)))
        _log.warning("%s: closing the session failed: %s", task.id, error)
    return finished[0]


def _session(
    benchmark: Benchmark, task: Task, surface: Surface
) -> AbstractAsyncContextManager[Session]:
    return benchmark.session(task) if surface == "page" else benchmark.session(task, surface)
