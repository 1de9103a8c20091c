"""What clients can do with sessions; over HTTP and WebSockets it is the same."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from webproctor.core.tasks import Task
from webproctor.rollouts.episode import Ended, Stepped
from webproctor.rollouts.leases import Leased
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
from webproctor.rollouts.seen import Seen
from webproctor.rollouts.sessions import Sessions


async def create(sessions: Sessions, _: str, asked: Create) -> Answer:
    """Open a session and begin an episode."""
    task = sessions.choose(asked.task, asked.seed)
    reads = None if asked.reads is None else frozenset(asked.reads)
    following = _next(sessions, asked)
    leased, seen = await sessions.create(
        task, reads=reads, lease=asked.lease, wait=asked.wait, following=following
    )
    return _answer(leased, seen)


async def reset(sessions: Sessions, session: str, asked: Choice) -> Answer:
    """Begin another episode in a session; the current one is closed without a score."""
    task = sessions.choose(asked.task, asked.seed)
    following = _next(sessions, asked)
    async with sessions.held(session) as leased:
        return _answer(leased, await sessions.reset(leased, task, following))


def _next(sessions: Sessions, asked: Choice) -> Task | None:
    return None if asked.next is None else sessions.choose(asked.next, None)


async def step(sessions: Sessions, session: str, asked: Step) -> Answer:
    """Execute an action, and observe."""
    async with sessions.held(session) as leased:
        return _answer(
            leased, await sessions.run(leased, leased.episode.step(asked.action.model_dump()))
        )


async def observe(sessions: Sessions, session: str, asked: Views) -> Answer:
    """Observe, with other views than those of the steps if they are given."""
    async with sessions.held(session) as leased:
        reads = None if asked.reads is None else frozenset(asked.reads)
        return _answer(leased, await sessions.run(leased, leased.episode.observe(reads)))


async def score(sessions: Sessions, session: str, _: Nothing) -> Answer:
    """End the episode and score it as it is; the same answer again if it has ended."""
    async with sessions.held(session) as leased:
        return _answer(leased, await sessions.run(leased, leased.episode.finish()))


async def fork(sessions: Sessions, session: str, asked: Fork) -> Answer:
    """Open a session in the state of this one after some of its steps."""
    async with sessions.held(session) as leased:
        made, ended = await sessions.fork(leased, asked.step)
    return _answer(made, ended)


async def close(sessions: Sessions, session: str, _: Nothing) -> Answer:
    """Close a session. An episode that has not ended gets no score."""
    async with sessions.held(session) as leased:
        await sessions.close(leased)
    return _answer(leased, None)


@dataclass(frozen=True)
class Operation:
    """An operation with the model of its request."""

    run: Callable[[Sessions, str, Any], Awaitable[Answer]]
    request: type[BaseModel]
    opens: bool = False


OPERATIONS = {
    "create": Operation(create, Create, opens=True),
    "reset": Operation(reset, Choice),
    "step": Operation(step, Step),
    "observe": Operation(observe, Views),
    "score": Operation(score, Nothing),
    "fork": Operation(fork, Fork, opens=True),
    "close": Operation(close, Nothing),
}


def _answer(leased: Leased, given: Seen | Ended | Stepped | None) -> Answer:
    episode = leased.episode
    stepped = given if isinstance(given, Stepped) else None
    seen = stepped.seen if stepped else given if isinstance(given, Seen) else None
    return Answer(
        session=leased.id,
        task=episode.task.id,
        steps=len(episode.calls),
        result=episode.stable(stepped.result) if stepped else "",
        observation=Observed.of(seen) if seen else None,
        ended=End.of(episode.ended) if episode.ended else None,
    )
