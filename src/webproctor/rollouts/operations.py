"""The operations of clients on sessions, the same over HTTP and WebSockets."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from webproctor.core.tasks import Task
from webproctor.rollouts.client_observations import ClientObservation
from webproctor.rollouts.episode import Ended, StepResult
from webproctor.rollouts.leases import AnsweredStep, LeasedSession, WrongIndex
from webproctor.rollouts.schema import (
    Answer,
    Choice,
    Create,
    End,
    Fork,
    Nothing,
    Observed,
    Step,
    Views,
)
from webproctor.rollouts.sessions import Sessions


async def create(sessions: Sessions, _: str, request: Create) -> Answer:
    """Open a session and begin an episode."""
    task = sessions.choose(request.task, request.seed)
    reads = None if request.reads is None else frozenset(request.reads)
    next_task = _next_task(sessions, request)
    leased, result = await sessions.create(
        task, reads=reads, lease=request.lease, wait=request.wait, next_task=next_task
    )
    return _answer(leased, result)


async def reset(sessions: Sessions, session: str, request: Choice) -> Answer:
    """Begin another episode in a session; the current one is closed without a score."""
    task = sessions.choose(request.task, request.seed)
    next_task = _next_task(sessions, request)
    async with sessions.locked(session) as leased:
        return _answer(leased, await sessions.reset(leased, task, next_task))


def _next_task(sessions: Sessions, request: Choice) -> Task | None:
    return None if request.next is None else sessions.choose(request.next, None)


async def step(sessions: Sessions, session: str, request: Step) -> Answer:
    """Execute an action, and observe. A repeated request with `index` gets the same answer."""
    async with sessions.locked(session) as leased:
        if (earlier := _earlier_answer(leased, request)) is not None:
            return earlier
        episode, action = leased.episode, request.action.model_dump()
        answer = _answer(leased, await sessions.run(leased, episode.step(action)))
        leased.last_step = None if request.index is None else AnsweredStep(episode, request, answer)
        return answer


def _earlier_answer(leased: LeasedSession, request: Step) -> Answer | None:
    """Return the answer to an earlier request for the same step; None if the step is new.

    Raises:
        WrongIndex: If it has the index of another step.
    """
    last, steps = leased.last_step, len(leased.episode.calls)
    if request.index is None:
        return None
    if last is not None and last.episode is leased.episode and last.request == request:
        return last.answer
    if request.index != steps:
        raise WrongIndex(
            f"the next step has the index {steps}, not {request.index}. Only the last step can be "
            "requested again, with the same action."
        )
    return None


async def observe(sessions: Sessions, session: str, request: Views) -> Answer:
    """Observe with the given views; by default with those of the steps."""
    async with sessions.locked(session) as leased:
        reads = None if request.reads is None else frozenset(request.reads)
        return _answer(leased, await sessions.run(leased, leased.episode.observe(reads)))


async def score(sessions: Sessions, session: str, _: Nothing) -> Answer:
    """End the episode and score its current state; again the same answer if it has ended."""
    async with sessions.locked(session) as leased:
        return _answer(leased, await sessions.run(leased, leased.episode.finish()))


async def fork(sessions: Sessions, session: str, request: Fork) -> Answer:
    """Open a session in the state of this one after some of its steps. While it waits for a free
    session, other requests of this session wait too."""
    async with sessions.locked(session) as leased:
        forked, ended = await sessions.fork(leased, request.step, request.wait)
    return _answer(forked, ended)


async def close(sessions: Sessions, session: str, _: Nothing) -> Answer:
    """Close a session. An episode that has not ended gets no score."""
    async with sessions.locked(session) as leased:
        await sessions.close(leased)
    return _answer(leased, None)


RunOperation = Callable[[str, str, Any], Awaitable[Answer]]
"""Runs an operation of the service: its name, the session's id, the request."""


@dataclass(frozen=True)
class Operation:
    """An operation with the model of its request."""

    run: Callable[[Sessions, str, Any], Awaitable[Answer]]
    request: type[BaseModel]
    opens_session: bool = False


OPERATIONS = {
    "create": Operation(create, Create, opens_session=True),
    "reset": Operation(reset, Choice),
    "step": Operation(step, Step),
    "observe": Operation(observe, Views),
    "score": Operation(score, Nothing),
    "fork": Operation(fork, Fork, opens_session=True),
    "close": Operation(close, Nothing),
}


def _answer(leased: LeasedSession, result: ClientObservation | Ended | StepResult | None) -> Answer:
    episode, text, observation = leased.episode, "", None
    match result:
        case StepResult():
            text, observation = result.result, result.observation
        case ClientObservation():
            observation = result
        case Ended() | None:
            pass
    return Answer(
        session=leased.id,
        task=episode.task.id,
        steps=len(episode.calls),
        result=episode.stable_text(text),
        observation=Observed.of(observation) if observation else None,
        ended=End.of(episode.ended) if episode.ended else None,
    )
