"""An episode: one agent at one task, and the one loop that runs it."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel, Field

from webproctor.actions import Action, ActionResult, ActionSet, Misread
from webproctor.errors import UserError
from webproctor.models import ModelFailed
from webproctor.observations import Observation, View
from webproctor.sessions import Session, SessionLost
from webproctor.tasks import Task


class Turn(BaseModel):
    """What an agent answers to one observation.

    Attributes:
        actions: What to do, in order.
        done: The agent has finished; no further turn follows.
        answer: The agent's final answer, where the task asks for one.
        thought: The agent's reasoning, shown in reports.
        plan: The agent's plan, shown in reports.
        usage: What the turn cost, by name (tokens, seconds, dollars).
        notes: What led to it, as JSON data: the pool of candidates, a model's raw outputs.
    """

    actions: list[Action] = []
    done: bool = False
    answer: str | None = None
    thought: str = ""
    plan: str = ""
    usage: dict[str, float] = {}
    notes: dict[str, Any] = {}


def added(*usages: dict[str, float]) -> dict[str, float]:
    """Usages drawn together, name by name."""
    return {
        name: sum(usage.get(name, 0) for usage in usages)
        for name in dict.fromkeys(key for usage in usages for key in usage)
    }


@runtime_checkable
class Agent(Protocol):
    """Turns observations into actions. It knows no benchmark."""

    @property
    def reads(self) -> frozenset[View]:
        """The views that the agent reads; nothing else is computed for it."""
        ...

    async def act(self, observation: Observation) -> Turn: ...


@runtime_checkable
class SelfDrivenAgent(Protocol):
    """An agent that takes over the whole session: oracles, replays, programs of others."""

    async def run(self, task: Task, session: "RecordedSession") -> str | None:
        """Work until done; return the final answer, if the task asks for one."""
        ...


Place = tuple[float, float, float, float]
"""Left, top, width and height of an element in the view, in CSS pixels."""


class Sight(BaseModel):
    """What is kept of what there was before a turn.

    Attributes:
        screenshot: Name of the picture, where pictures are kept.
        text: Name of the page in words, where it is kept.
        instruction: What was asked for then, where the session says so: its user goes on speaking.
        places: For each action where in the picture the element is that it names; None where it
            names none. Empty without a picture.
    """

    screenshot: str = ""
    text: str = ""
    instruction: str = ""
    places: list[Place | None] = []


class TurnRecord(Sight):
    """One turn as it happened, as plain data.

    Attributes:
        actions: What the agent asked for, each with `name` and `arguments`.
        results: What came of each; pictures are not kept here.
        thought: The agent's reasoning.
        plan: The agent's plan.
        usage: What the turn cost, by name.
        notes: What led to it.
        seconds: Time of the agent's thinking and of the acting, not of the observing.
        acting: Of these, the acting.
        observing: Seconds of the observing before it.
        noted: What pages did meanwhile that the agent is not told: kind (`refused`, `error`) and
            what; the first few of each kind.
        url: The address of the page that the agent was shown; empty where it was shown none.
    """

    actions: list[dict[str, Any]]
    results: list[ActionResult]
    thought: str = ""
    plan: str = ""
    usage: dict[str, float] = {}
    notes: dict[str, Any] = {}
    seconds: float
    acting: float = 0.0
    observing: float = 0.0
    noted: list[tuple[str, str]] = []
    url: str = ""


class EpisodeError(BaseModel):
    """Why an episode ended before its agent had finished.

    Attributes:
        cause: `agent`, `time limit`, or the cause that a lost session or a failed model gave.
        message: What happened, in a sentence.
        retry: Whether another try may go better, since the agent is not to blame.
    """

    cause: str
    message: str
    retry: bool = False


class Episode(BaseModel):
    """What happened. Turns are only ever appended, as they happen.

    Attributes:
        task: The task's id.
        turns: Every turn.
        answer: The agent's final answer, if it gave one.
        evidence: The facts that the scorer needs, read from the session at the end.
        error: Why it broke off, or None.
        seconds: Wall-clock seconds.
        ending: What is kept of what there was at the end, when the agent gave its answer.
    """

    task: str
    turns: list[TurnRecord] = []
    ending: Sight = Sight()
    answer: str | None = None
    evidence: dict[str, Any] = Field(default_factory=dict)
    error: EpisodeError | None = None
    seconds: float = 0.0


Perform = Callable[[Turn], Awaitable[Sequence[ActionResult]]]


Act = Callable[[Action], Awaitable[ActionResult]]


Look = Callable[[Session, Observation | None, Sequence[Action]], Awaitable[Sight]]
"""Keeps what there is in a session before a turn.

It is given what the agent was shown, if it looked: that need not be taken again. And what the
agent is about to do."""
_MOST_NOTED = 20


async def perform_directly(act: Act, turn: Turn) -> list[ActionResult]:
    """Do a turn's actions one after another; skip the rest when the page was replaced.

    Args:
        act: Does one action, such as a session's own `act`.
    """
    results: list[ActionResult] = []
    for action in turn.actions:
        if results and results[-1].page_changed:
            note = "skipped: the page changed under this action"
            results.append(ActionResult(ok=False, message=note, page_changed=True))
        elif isinstance(action, Misread):
            results.append(action.result())
        else:
            results.append(await act(action))
    return results


class RecordedSession:
    """The session that a self-driven agent is given: every action goes into the episode.

    `unwrapped` is the session itself, for a benchmark's own agents that know what it is.
    """

    def __init__(
        self,
        session: Session,
        task: Task,
        episode: Episode,
        perform: Perform,
        look: Look | None = None,
    ) -> None:
        self.task = task
        self.episode = episode
        self.unwrapped = session
        self._perform = perform
        self._look = look
        self._shown: Observation | None = None
        self._started = time.perf_counter()
        self._observing = 0.0
        self._noted: dict[str, int] = {}

    @property
    def actions(self) -> ActionSet:
        return self.unwrapped.actions

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do: the last recorded page has been answered."""
        return getattr(self.unwrapped, "over", False)

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        started = time.perf_counter()
        observation = self._shown = await self.unwrapped.observe(reads)
        self._observing = time.perf_counter() - started
        turns = self.episode.turns
        last = tuple(turns[-1].results) if turns else ()
        # A session whose user goes on speaking says itself what is asked for now.
        told = observation.instruction or self.task.instruction
        seen = {"instruction": told, "turn": len(turns), "results": last}
        self._started = time.perf_counter()
        return observation.model_copy(update=seen)

    async def act(self, action: Action) -> ActionResult:
        return (await self.turn(Turn(actions=[action])))[0]

    async def turn(self, turn: Turn) -> Sequence[ActionResult]:
        """Do a whole turn; actions beyond the task's limit are refused."""
        allowed = self.task.limits.actions_per_turn
        within = turn.model_copy(update={"actions": turn.actions[:allowed]})
        shown = self._shown
        if turn.actions:  # Else nothing changes: it is what there is at the end, too.
            self._shown = None
        thinking = time.perf_counter() - self._started
        sight = Sight()
        if self._look is not None and turn.actions:
            sight = await self._look(self.unwrapped, shown, within.actions)
        began = time.perf_counter()
        results = list(await self._perform(within)) if within.actions else []
        acting = time.perf_counter() - began
        note = f"refused: a turn holds at most {allowed} actions"
        results += [ActionResult(ok=False, message=note) for _ in turn.actions[allowed:]]
        record = TurnRecord(
            actions=[action.call() for action in turn.actions],
            results=results,
            seconds=thinking + acting,
            acting=acting,
            observing=self._observing,
            noted=self._fresh(),
            url=shown.url if shown else "",
            **sight.model_dump(),
            **turn.model_dump(include={"thought", "plan", "usage", "notes"}),
        )
        self.episode.turns.append(record)
        self._started, self._observing = time.perf_counter(), 0.0
        return results

    def _fresh(self) -> list[tuple[str, str]]:
        """What the session has noted since the last turn."""
        noted: Mapping[str, Sequence[Any]] = getattr(self.unwrapped, "noted", {})
        fresh = [
            (kind, str(one))
            for kind, all in noted.items()
            for one in all[self._noted.get(kind, 0) :][:_MOST_NOTED]
        ]
        self._noted = {kind: len(all) for kind, all in noted.items()}
        return fresh

    async def ending(self) -> Sight:
        """What is kept of what there is now that the agent has finished."""
        if self._look is None or self.over:
            return Sight()
        return await self._look(self.unwrapped, self._shown, ())

    async def evidence(self) -> dict[str, Any]:
        return await self.unwrapped.evidence()


async def run_episode(
    task: Task,
    session: Session,
    agent: Agent | SelfDrivenAgent,
    *,
    perform: Perform | None = None,
    look: Look | None = None,
) -> Episode:
    """Let an agent work on a task until it has finished, a limit is reached, or something breaks.

    Whatever happens, an episode comes back: what went wrong is in its `error`, and what had
    happened until then is kept. An agent that runs out of turns has simply finished.

    Args:
        perform: Does a turn's actions and returns a result for each; by default straight in the
            session. A harness passes its own to route actions through its tools.
        look: Keeps what there was before each turn; nothing is kept without it.
    """
    episode = Episode(task=task.id)
    started = time.perf_counter()

    async def direct(turn: Turn) -> list[ActionResult]:
        return await perform_directly(session.act, turn)

    recorded = RecordedSession(session, task, episode, perform or direct, look)
    limit = asyncio.timeout(task.limits.seconds)
    try:
        async with limit:
            episode.answer = await _drive(task, recorded, agent)
            episode.ending = await recorded.ending()
            episode.evidence = await recorded.evidence()
    except SessionLost as lost:
        episode.error = EpisodeError(cause=lost.cause, message=str(lost), retry=True)
    except UserError:
        raise
    except Exception as fault:  # noqa: BLE001 - an agent's own fault is its result, not ours
        cause, message = "agent", f"{type(fault).__name__}: {fault}"
        if isinstance(fault, ModelFailed):
            cause, message = fault.cause, str(fault)
        # A model that does not answer raises TimeoutError too.
        if isinstance(fault, TimeoutError) and limit.expired():
            cause, message = "time limit", f"the episode took longer than {task.limits.seconds:g} s"
        episode.error = EpisodeError(cause=cause, message=message)
        # What was done until then can still be looked into, if the page is there to tell.
        with contextlib.suppress(SessionLost):
            episode.evidence = await recorded.evidence()
    episode.seconds = time.perf_counter() - started
    return episode


async def _drive(
    task: Task, session: RecordedSession, agent: Agent | SelfDrivenAgent
) -> str | None:
    if isinstance(agent, SelfDrivenAgent):
        return await agent.run(task, session)
    for _ in range(task.limits.turns):
        turn = await agent.act(await session.observe(agent.reads))
        await session.turn(turn)
        if turn.done or session.over:
            return turn.answer
    return None
