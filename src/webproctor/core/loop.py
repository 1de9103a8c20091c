"""The loop that runs an agent at a task."""

import asyncio
import contextlib
import inspect
import reprlib
import time
from functools import partial
from pathlib import Path

from webproctor.core.actions import ActionResult
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.awake import not_while_stopped
from webproctor.core.episodes import Episode, Turn
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation
from webproctor.core.outcomes import EpisodeError, error_of
from webproctor.core.recorder import EpisodeRecorder, Look, Perform, perform_directly
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
    look: Look | None = None,
    folder: Path | None = None,
) -> Episode:
    """Run an agent at a task until it finishes, reaches a limit, or fails.

    Failures are recorded in the episode's `error`, together with all steps until then. Reaching the
    step limit counts as finishing.

    Args:
        perform: Executes a step's actions and returns a result for each; by default directly in the
            session. A harness can pass its own to route actions through its tools.
        look: Takes a snapshot before each step; by default none are taken.
        folder: The folder for files of the episode; by default no files are kept.

    Raises:
        UserError: If the agent or the session finds a user error, such as a view that the agent
            reads without declaring it.
    """
    episode = Episode(task=task.id)
    started = time.perf_counter()

    async def direct(turn: Turn) -> list[ActionResult]:
        return await perform_directly(session.act, turn)

    recorded = EpisodeRecorder(session, task, episode, perform or direct, look, folder)
    limit = asyncio.timeout(task.limits.seconds)
    try:
        async with limit, not_while_stopped(limit):
            answer = await _drive(task, recorded, agent)
            answer = recorded.statement if answer is None else answer
            episode.answer = None if answer is None else clean_text(answer)
            if recorded.lost:
                raise recorded.lost
            episode.ending = await recorded.ending()
            episode.evidence = await recorded.evidence()
    except UserError:
        raise
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - any error of the agent is a result
        episode.error = error_of(recorded.lost or fault)
        # A model that does not answer also raises TimeoutError.
        if isinstance(fault, TimeoutError) and limit.expired() and not recorded.lost:
            message = f"the episode took longer than {task.limits.seconds:g} s"
            episode.error = EpisodeError(cause="time limit", message=message)
        if episode.outcome == "errored":
            # Read the evidence anyway, if the session still works.
            with contextlib.suppress(SessionLost):
                episode.evidence = await recorded.evidence()
    episode.seconds = time.perf_counter() - started
    return episode


async def _drive(
    task: Task, session: EpisodeRecorder, agent: Agent | SelfDrivenAgent
) -> str | None:
    # An agent with `act` may have a helper called `run`.
    if not isinstance(agent, Agent):
        return await agent.run(task, session)
    for _ in range(task.limits.turns):
        turn = await _next(agent, await session.observe(agent.reads))
        await session.turn(turn)
        if turn.done or session.over or session.statement is not None:
            return turn.answer
    return None


async def _next(agent: Agent, observation: Observation) -> Turn:
    """Return the agent's next step, without blocking other episodes."""
    turn = (
        agent.act(observation)
        if inspect.iscoroutinefunction(agent.act)
        else await in_thread(partial(agent.act, observation))
    )
    made = await turn if inspect.isawaitable(turn) else turn
    if not isinstance(made, Turn):
        told = "None" if made is None else f"{type(made).__name__} {reprlib.repr(made)}"
        raise TypeError(f"act must return a Turn; it returned {told}")
    return made
