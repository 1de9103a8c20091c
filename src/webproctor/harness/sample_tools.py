"""webproctor's tools for Inspect solvers of other packages, such as `react()`.

A sample's session is opened by the first call of a tool. The scorer ends it, records the episode
with the solver's answer, and scores it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from inspect_ai.agent import as_solver, react
from inspect_ai.solver import Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolError, ToolSource
from inspect_ai.util import concurrency, store

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, BadAction, action_set
from webproctor.core.episodes import Episode, Turn
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.outcomes import error_of, lost_by
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import default_picture, default_views, page_text
from webproctor.core.watchdog import watched
from webproctor.harness.tools import EpisodeVoid, content, described

_log = logging.getLogger(__name__)
_KEY = "webproctor:sample"
_TOKENS = 12_000
# Seconds for opening or closing a session.
_OPENING = 150.0


@dataclass
class PlayedSample:
    """The episode of a sample that a solver plays with tools.

    Attributes:
        parallel: Number of sessions that may be open at the same time.
        episode: The record.
        recorder: Its session; None before the first call.
    """

    benchmark: Benchmark
    task: Task
    parallel: int
    episode: Episode
    recorder: EpisodeRecorder | None = None
    began: float = 0.0
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _busy: asyncio.Lock = field(default_factory=asyncio.Lock)
    _keeper: "asyncio.Task[None] | None" = None

    async def observe(self, vision: bool) -> ActionResult:
        """Return the page as text, and as a screenshot if `vision`, or if it has no text."""
        lacks = self.benchmark.lacks
        texts = default_views(lacks)
        picture = default_picture(lacks)
        picture = picture if vision or not texts else None
        wanted: set[View | None] = {*texts, picture, None if "tabs" in lacks else "tabs"}
        reads: frozenset[View] = frozenset(view for view in wanted if view)
        async with self._busy:
            recorder = await self._opened()
            seen = await recorder.observe(reads)
        image = seen.read(picture) if picture else None
        return ActionResult(ok=True, message=page_text(seen, texts, _TOKENS), image=image)

    async def act(self, action: Action) -> ActionResult:
        """Execute an action, within the task's limits of actions and time."""
        async with self._busy:
            recorder = await self._opened()
            limits = self.task.limits
            note = ""
            if len(self.episode.turns) >= limits.turns:
                note = f"refused: the limit of {limits.turns} actions is reached; give your answer"
            elif time.monotonic() - self.began > limits.seconds:
                note = f"refused: the limit of {limits.seconds:g} s is reached; give your answer"
            if note:
                return ActionResult(ok=False, message=note)
            return (await recorder.turn(Turn(actions=[action])))[0]

    async def end(self, answer: str | None) -> Episode:
        """Close the session and return the record, with the answer."""
        self.episode.answer = answer
        if self.recorder is not None:
            if self.recorder.statement is not None:
                self.episode.answer = self.recorder.statement
            with contextlib.suppress(SessionLost):  # It is also in `lost`.
                self.episode.evidence = await self.recorder.evidence()
            if self.recorder.lost is not None:  # The solver may have caught the exception.
                self.episode.error = error_of(self.recorder.lost)
            self.episode.seconds = time.monotonic() - self.began
        await self.close()
        return self.episode

    async def close(self) -> None:
        self._closing.set()
        if self._keeper is not None:
            with contextlib.suppress(SessionLost):
                await watched(self._closed(self._keeper), _OPENING)

    async def _opened(self) -> EpisodeRecorder:
        if self.recorder is None:
            ready: asyncio.Future[Session] = asyncio.get_running_loop().create_future()
            # A session is opened and closed in one task; tools are called in others.
            self._keeper = asyncio.create_task(self._keep(ready))
            try:
                session = await ready
            except Exception as fault:
                lost = lost_by(fault)
                self.episode.error = error_of(lost)
                raise lost from fault

            async def perform(turn: Turn) -> list[ActionResult]:
                return await perform_directly(session.act, turn)

            self.recorder = EpisodeRecorder(session, self.task, self.episode, perform)
            self.began = time.monotonic()
        return self.recorder

    async def _keep(self, ready: asyncio.Future[Session]) -> None:
        try:
            async with (
                concurrency("webproctor episodes", self.parallel, visible=False),
                contextlib.AsyncExitStack() as stack,
            ):
                async with asyncio.timeout(_OPENING):
                    session = await stack.enter_async_context(self.benchmark.session(self.task))
                ready.set_result(session)
                await self._closing.wait()
        except Exception as fault:  # noqa: BLE001 - whatever opening or closing raises
            if not ready.done():
                ready.set_exception(fault)
            else:
                _log.warning("%s: closing the session failed: %s", self.task.id, fault)

    async def _closed(self, keeper: "asyncio.Task[None]") -> None:
        await keeper


_played: dict[str, PlayedSample] = {}


def prepare(state: TaskState, benchmark: Benchmark, task: Task, parallel: int) -> list[Tool]:
    """Register a sample, and return its tools."""
    key = uuid4().hex
    _played[key] = PlayedSample(benchmark, task, parallel, Episode(task=task.id))
    state.store.set(_KEY, key)
    return _tools(_played[key], vision=False)


async def played(state: TaskState) -> Episode | None:
    """End the episode of a sample and return its record; None if no tool was called."""
    one = _played.pop(state.store.get(_KEY, ""), None)
    if one is None:
        return None
    episode = await one.end(state.output.completion or None)
    return episode if one.recorder is not None or episode.error is not None else None


async def discard(state: TaskState) -> None:
    """Close the session of a sample that was not scored."""
    if one := _played.pop(state.store.get(_KEY, ""), None):
        await one.close()


def inspect_tools(*, vision: bool = False) -> ToolSource:
    """Return the tools of the current sample: its benchmark's actions, and `observe`.

    For solvers in tasks of webproctor: `react(tools=[inspect_tools()])`.

    Args:
        vision: Whether `observe` also returns a screenshot. It always does for benchmarks without
            text.
    """
    return _SampleTools(vision)


@dataclass(frozen=True)
class _SampleTools:
    vision: bool

    async def tools(self) -> list[Tool]:
        return _tools(_current(), self.vision)


def _tools(one: PlayedSample, vision: bool) -> list[Tool]:
    async def observe() -> Any:
        """Observe the page: its text with numbered elements."""
        return content(await _void_or(one.observe(vision)))

    kinds = action_set(one.task.actions).by_name.values()
    return [ToolDef(observe, parallel=False).as_tool(), *(_tool(one, kind) for kind in kinds)]


def _tool(one: PlayedSample, kind: type[Action]) -> Tool:
    # Some versions of Inspect pass all arguments only to a parameter of this name.
    async def execute(**kwargs: Any) -> Any:
        try:
            action = action_set(one.task.actions).parse(kind.name, kwargs)
        except BadAction as error:
            raise ToolError(str(error)) from error
        result = await _void_or(one.act(action))
        if not result.ok:
            raise ToolError(result.message)
        return content(result)

    description, parameters = described(kind)
    return ToolDef(
        execute, name=kind.name, description=description, parameters=parameters, parallel=False
    ).as_tool()


async def _void_or(work: Coroutine[Any, Any, ActionResult]) -> ActionResult:
    """Await a call; end the sample if the environment fails, so that Inspect runs it again."""
    try:
        return await work
    except SessionLost as lost:
        raise EpisodeVoid(f"{lost.cause}: {lost}") from lost


def _current() -> PlayedSample:
    one = _played.get(store().get(_KEY, ""))
    if one is None:
        raise UserError("webproctor's tools work only while a task of webproctor is solved.")
    return one


@solver(name="react")
def react_with_tools(vision: bool = False, **settings: Any) -> Solver:
    """Inspect's `react()` with the tools of webproctor."""
    return as_solver(react(tools=[inspect_tools(vision=vision)], **settings))
