"""webproctor's tools for Inspect solvers of other packages, such as `react()`.

A sample's session is opened by the first call of a tool. The scorer ends it, records the episode
with the solver's answer, and scores it. Without a scorer, the end of the sample records it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from inspect_ai._util.exception import TerminateSampleError
from inspect_ai.agent import AgentSubmit, as_solver, react
from inspect_ai.solver import Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolError, ToolSource
from inspect_ai.util import concurrency, store

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, BadAction, action_set
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.outcomes import error_of, lost_by
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import default_picture, default_views, page_text
from webproctor.core.watchdog import watched
from webproctor.harness.tools import EpisodeVoid, content, described
from webproctor.run.logs import EPISODE

_log = logging.getLogger(__name__)
_KEY = "webproctor:sample"
_MAX_TOKENS = 12_000
# Refused actions until the sample ends: some models repeat a refused call forever.
_MAX_REFUSED = 10
# Seconds for opening or closing a session.
_SESSION_TIMEOUT = 150.0


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
    started_at: float = 0.0
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _busy: asyncio.Lock = field(default_factory=asyncio.Lock)
    _keeper: "asyncio.Task[None] | None" = None
    _refused: int = 0

    async def observe(self, vision: bool) -> ActionResult:
        """Return the page as text, and as a screenshot if `vision`, or if it has no text."""
        missing_views = self.benchmark.lacks
        text_views = default_views(missing_views)
        picture_view = default_picture(missing_views)
        picture_view = picture_view if vision or not text_views else None
        requested: set[View | None] = {
            *text_views,
            picture_view,
            None if "tabs" in missing_views else "tabs",
        }
        views: frozenset[View] = frozenset(view for view in requested if view)
        async with self._busy:
            recorder = await self._opened()
            observation = await recorder.observe(views)
        image = observation.read(picture_view) if picture_view else None
        return ActionResult(
            ok=True, message=page_text(observation, text_views, _MAX_TOKENS), image=image
        )

    async def act(self, action: Action) -> ActionResult:
        """Execute an action, within the task's limits of actions and time.

        Raises:
            TerminateSampleError: If too many actions were refused after a limit; Inspect then ends
                the sample and scores it.
        """
        async with self._busy:
            recorder = await self._opened()
            limits = self.task.limits
            refusal = ""
            if len(self.episode.steps) >= limits.steps:
                refusal = (
                    f"refused: the limit of {limits.steps} actions is reached; give your answer"
                )
            elif time.monotonic() - self.started_at > limits.seconds:
                refusal = f"refused: the limit of {limits.seconds:g} s is reached; give your answer"
            if refusal:
                self._refused += 1
                if self._refused > _MAX_REFUSED:
                    # Inspect returns a LimitExceededError of a tool to the model.
                    raise TerminateSampleError(refusal)
                return ActionResult(ok=False, message=refusal)
            return (await recorder.step(Step(actions=[action])))[0]

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
            self.episode.seconds = time.monotonic() - self.started_at
        await self.close()
        return self.episode

    async def close(self) -> None:
        self._closing.set()
        if self._keeper is not None:
            with contextlib.suppress(SessionLost):
                await watched(self._wait_closed(self._keeper), _SESSION_TIMEOUT)

    async def _opened(self) -> EpisodeRecorder:
        if self.recorder is None:
            ready: asyncio.Future[Session] = asyncio.get_running_loop().create_future()
            # A session is opened and closed in one task; tools are called in others.
            self._keeper = asyncio.create_task(self._keep(ready))
            try:
                session = await ready
            except Exception as error:
                lost = lost_by(error)
                self.episode.error = error_of(lost)
                raise lost from error

            async def perform(step: Step) -> list[ActionResult]:
                return await perform_directly(session.act, step)

            self.recorder = EpisodeRecorder(session, self.task, self.episode, perform)
            self.started_at = time.monotonic()
        return self.recorder

    async def _keep(self, ready: asyncio.Future[Session]) -> None:
        try:
            async with (
                concurrency("webproctor episodes", self.parallel, visible=False),
                contextlib.AsyncExitStack() as stack,
            ):
                async with asyncio.timeout(_SESSION_TIMEOUT):
                    session = await stack.enter_async_context(self.benchmark.session(self.task))
                ready.set_result(session)
                await self._closing.wait()
        except Exception as error:  # noqa: BLE001 - whatever opening or closing raises
            if not ready.done():
                ready.set_exception(error)
            else:
                _log.warning("%s: closing the session failed: %s", self.task.id, error)

    async def _wait_closed(self, keeper: "asyncio.Task[None]") -> None:
        await keeper


# By the key in the sample's store, until `end_episode`. The store has only JSON data, and Inspect
# runs setups in another context than solvers, so neither it nor a context variable can hold them.
_samples: dict[str, PlayedSample] = {}


def prepare(state: TaskState, benchmark: Benchmark, task: Task, parallel: int) -> list[Tool]:
    """Register a sample, and return its tools."""
    key = uuid4().hex
    _samples[key] = PlayedSample(benchmark, task, parallel, Episode(task=task.id))
    state.store.set(_KEY, key)
    return _tools(_samples[key], vision=False)


async def end_episode(state: TaskState) -> None:
    """End the episode of a sample, unless it has ended, and keep its record in the sample's store.

    There is no record if no tool was called.
    """
    sample = _samples.pop(state.store.get(_KEY, ""), None)
    if sample is None:
        return
    episode = await sample.end(state.output.completion or None)
    if sample.recorder is not None or episode.error is not None:
        state.store.set(EPISODE, episode.model_dump(mode="json"))


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


def _tools(sample: PlayedSample, vision: bool) -> list[Tool]:
    async def observe() -> Any:
        """Observe the page: its text with numbered elements."""
        return content(await _void_if_lost(sample.observe(vision)))

    kinds = action_set(sample.task.actions).by_name.values()
    return [ToolDef(observe, parallel=False).as_tool(), *(_tool(sample, kind) for kind in kinds)]


def _tool(sample: PlayedSample, kind: type[Action]) -> Tool:
    # Some versions of Inspect pass all arguments only to a parameter of this name.
    async def execute(**kwargs: Any) -> Any:
        try:
            action = action_set(sample.task.actions).parse(kind.name, kwargs)
        except BadAction as error:
            raise ToolError(str(error)) from error
        result = await _void_if_lost(sample.act(action))
        if not result.ok:
            raise ToolError(result.message)
        return content(result)

    description, parameters = described(kind)
    return ToolDef(
        execute, name=kind.name, description=description, parameters=parameters, parallel=False
    ).as_tool()


async def _void_if_lost(work: Coroutine[Any, Any, ActionResult]) -> ActionResult:
    """Await a call; end the sample if the environment fails, so that Inspect runs it again."""
    try:
        return await work
    except SessionLost as error:
        raise EpisodeVoid(f"{error.cause}: {error}") from error


def _current() -> PlayedSample:
    sample = _samples.get(store().get(_KEY, ""))
    if sample is None:
        raise UserError("webproctor's tools work only while a task of webproctor is solved.")
    return sample


@solver(name="react")
def react_with_tools(vision: bool = False, **settings: Any) -> Solver:
    """Inspect's `react()` with the tools of webproctor.

    The answer is the submitted text only, without what the model writes beside it.
    """
    settings = {"submit": AgentSubmit(answer_only=True), **settings}
    return as_solver(react(tools=[inspect_tools(vision=vision)], **settings))
