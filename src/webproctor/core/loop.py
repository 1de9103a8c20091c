"""The loop that runs an agent at a task."""

import asyncio
import contextlib
import inspect
import reprlib
import time
from functools import partial
from pathlib import Path
from typing import cast

from webproctor.core.actions import ActionResult
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.awake import not_while_stopped
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.exits import contained
from webproctor.core.observations import Observation, View
from webproctor.core.outcomes import EpisodeError, error_of
from webproctor.core.recorder import EpisodeRecorder, Perform, TakeSnapshot, perform_directly
from webproctor.core.sanitize import clean_text
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task
from webproctor.core.threads import in_thread


async def run_episode(
    task: Task,
    session: Session,
    agent: Agent | SelfDrivenAgent,
    *,
    perform: Perform | None = None,
    take_snapshot: TakeSnapshot | None = None,
    folder: Path | None = None,
    record: Episode | None = None,
) -> Episode:
    """Run an agent at a task until it finishes, reaches a limit, or fails.

    Failures are recorded in the episode's `error`, together with all steps until then. Reaching the
    step limit counts as finishing.

    Args:
        perform: Executes a step's actions and returns a result for each; by default directly in the
            session. A harness can pass its own to route actions through its tools.
        take_snapshot: Takes a snapshot before each step; by default none are taken.
        folder: The folder for files of the episode; by default no files are kept.
        record: The episode to fill in; by default a new one. If this function is cancelled, it has
            the steps until then.

    Raises:
        UserError: If the agent or the session finds a user error, such as a view that the agent
            reads without declaring it.
    """
    episode = Episode(task=task.id) if record is None else record
    started_at = time.perf_counter()

    async def direct(step: Step) -> list[ActionResult]:
        return await perform_directly(session.act, step)

    recorder = EpisodeRecorder(session, task, episode, perform or direct, take_snapshot, folder)
    timeout = asyncio.timeout(task.limits.seconds)
    try:
        async with timeout, not_while_stopped(timeout):
            answer = await contained(partial(_run_agent, task, recorder, agent))
            answer = recorder.statement if answer is None else answer
            episode.answer = None if answer is None else clean_text(answer)
            if recorder.lost:
                raise recorder.lost
            episode.ending = await recorder.ending()
            episode.evidence = await recorder.evidence()
    except (UserError, KeyboardInterrupt, GeneratorExit, asyncio.CancelledError):
        raise
    # Any error of the agent is a result. Panics of Rust libraries are not `Exception`s.
    except BaseException as error:  # noqa: BLE001
        episode.error = error_of(recorder.lost or error)
        # A model that does not answer also raises TimeoutError.
        if isinstance(error, TimeoutError) and timeout.expired() and not recorder.lost:
            message = f"the episode took longer than {task.limits.seconds:g} s"
            episode.error = EpisodeError(cause="time limit", message=message)
        if episode.outcome == "errored":
            # Read the evidence anyway, if the session still works.
            with contextlib.suppress(SessionLost):
                episode.evidence = await recorder.evidence()
    episode.seconds = time.perf_counter() - started_at
    return episode


async def _run_agent(
    task: Task, session: EpisodeRecorder, agent: Agent | SelfDrivenAgent
) -> str | None:
    # An agent with `act` may have a helper called `run`.
    if not isinstance(agent, Agent):
        answering = agent.run(task, session)
        if not inspect.isawaitable(answering):
            raise TypeError("run must be a coroutine function: write `async def run`")
        answer = await answering
        if not isinstance(answer, str | None):
            raise TypeError(f"run must return the answer as text, or None; it returned {answer!r}")
        return answer
    for _ in range(task.limits.steps):
        reads = cast("frozenset[View]", agent.reads)  # `make_agent` has checked them.
        step = await _next_step(agent, await session.observe(reads))
        await session.step(step)
        if step.done or session.over or session.statement is not None:
            return step.answer
    return None


async def _next_step(agent: Agent, observation: Observation) -> Step:
    """Return the agent's next step, without blocking other episodes."""
    returned = (
        agent.act(observation)
        if inspect.iscoroutinefunction(agent.act)
        else await in_thread(partial(agent.act, observation))
    )
    step = await returned if inspect.isawaitable(returned) else returned
    if not isinstance(step, Step):
        description = "None" if step is None else f"{type(step).__name__} {reprlib.repr(step)}"
        raise TypeError(f"act must return a Step; it returned {description}")
    return step
