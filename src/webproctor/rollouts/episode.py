"""An episode that a client controls step by step, and its three outcomes.

An episode ends with a score, with an error of the agent, or it is void: the environment failed, and
there is no result. A void episode has no value, so that no client can train on it as a zero.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import ActionResult, BadAction
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.llm import done_fault
from webproctor.core.observations import View
from webproctor.core.outcomes import Outcome, error_of, lost_by
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.sanitize import clean_text
from webproctor.core.scores import Score
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import result_text
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.traces import Trace, Tracer, history, repeat, traced
from webproctor.rollouts.calls import call_text, parse_call
from webproctor.rollouts.client_observations import (
    ClientObservation,
    check_views,
    client_observation,
    comparable_text,
    real_address,
    stable_text,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ended:
    """How an episode ended.

    Attributes:
        outcome: `scored`, `errored` (the agent failed) or `void` (the environment failed).
        value: The score, 0 to 1; 0 if errored, None if void.
        cause: Why it is errored or void, as a short name; else "".
        message: The same as a sentence.
        truncated: Whether a limit, the environment or `score` ended the episode, not the agent.
        score: The score with its details, if there is one.
    """

    outcome: Outcome
    value: float | None
    cause: str = ""
    message: str = ""
    truncated: bool = False
    score: Score | None = None

    @classmethod
    def void(cls, error: BaseException) -> "Ended":
        """Return the end of an episode whose environment failed with an exception."""
        recorded = error_of(lost_by(error))
        return cls("void", None, recorded.cause, recorded.message, truncated=True)


@dataclass(frozen=True)
class StepResult:
    """The result of a step.

    Attributes:
        result: The action's result as text, or why it is not valid.
        observation: The observation after it; None if the episode is void or errored.
        ended: How the episode ended; None if it continues.
    """

    result: str
    observation: ClientObservation | None
    ended: Ended | None


class EpisodeEnded(UserError):
    """The episode has ended, so it accepts no steps."""


@dataclass(frozen=True)
class PreparedFork:
    """The next fork of an episode, and the task that prepares it; see `forking`."""

    episode: "OpenEpisode"
    preparation: asyncio.Task[None]

    async def close(self) -> None:
        self.preparation.cancel()
        await asyncio.gather(self.preparation, return_exceptions=True)
        await self.episode.close()


class OpenEpisode:
    """An episode that is started by `begin`, and runs until it has ended or is closed.

    Raises:
        UserError: If one of the views is neither a text nor a picture, or the data lacks it.

    Attributes:
        task: The task.
        reads: The views in each observation.
        now: The clock that its time limit is measured by, in seconds.
        calls: The steps so far, as they were given.
        digests: The digests of the observations: of the first one, and after each step.
        input_counts: Number of input events of its pages at each of these observations.
        results: The result of each step that did not end the episode, without texts that are random
            in every session.
        traces: For each of these steps, a trace that repeats it; None for steps that can only be
            executed again.
        extra_views: The views that a client has also observed, by the number of steps before. Some
            number the elements, to which the following steps can refer.
        prepared_fork: The next fork, if it is prepared ahead of demand; see `forking`.
        ended: How it ended; None while it runs.
        record: The record of its steps, as scorers get it.
    """

    def __init__(
        self,
        benchmark: Benchmark,
        task: Task,
        reads: frozenset[View],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        check_views(reads, benchmark.lacks)
        self.benchmark = benchmark
        self.task = task
        self.reads = reads
        self.calls: list[Any] = []
        self.digests: list[str] = []
        self.input_counts: list[int] = []
        self.results: list[str] = []
        self.traces: list[Trace | None] = []
        self.extra_views: dict[int, frozenset[View]] = {}
        self.prepared_fork: PreparedFork | None = None
        self.ended: Ended | None = None
        self.record = Episode(task=task.id)
        self._stack = contextlib.AsyncExitStack()
        self._recorder: EpisodeRecorder | None = None
        self._session: Session | None = None
        self.now, self._started_at = now, now()

    async def begin(self, on_open: Callable[[], None] = lambda: None) -> ClientObservation:
        """Open the session, call `on_open`, and return the first observation.

        Raises:
            SessionLost: If the session cannot be opened or observed.
        """
        recorder = await self.open()
        try:
            on_open()
            return await self._observe(recorder)
        except BaseException:
            await self.close()
            raise

    async def open(self) -> EpisodeRecorder:
        """Open the session without observing it.

        Raises:
            SessionLost: If the session cannot be opened.
        """
        try:
            session = await self._stack.enter_async_context(self.benchmark.session(self.task))

            async def perform(step: Step) -> Sequence[ActionResult]:
                return await perform_directly(session.act, step)

            self._recorder = EpisodeRecorder(session, self.task, self.record, perform)
            self._session = session
            self._started_at = self.now()
            return self._recorder
        except BaseException:
            await self.close()
            raise

    async def step(self, call: Any) -> StepResult:
        """Execute a call: `{"name": ..., "arguments": {...}}` of the task's actions, or `done`.

        A call that is not valid is a step too, whose result says why.

        Raises:
            EpisodeEnded: If the episode has ended.
        """
        recorder = self._require_open()
        if self.now() - self._started_at > self.task.limits.seconds:
            message = f"the episode took longer than {self.task.limits.seconds:g} s"
            return StepResult("", None, await self._end_errored("time limit", message))
        self.calls.append(call)
        try:
            with traced(recorder.unwrapped) as tracer:
                result, done = await self._act(call, recorder, tracer)
            observation = await self._observe(recorder)
            done = done or recorder.over
            limited = len(self.record.steps) >= self.task.limits.steps
            ended = (
                await self._end_scored(recorder, truncated=not done) if done or limited else None
            )
        except SessionLost as lost:
            ended = await self._end_void(lost)
            return StepResult(ended.message, None, ended)
        if ended is None:
            self.results.append(comparable_text(result, self._session))
            self.traces.append(tracer.trace)
        return StepResult(result, observation, ended)

    async def repeat(self, call: Any, result: str, trace: Trace) -> None:
        """Execute a call of another episode of the task by its trace, without an observation.

        Args:
            result: Its result in the other episode.

        Raises:
            SessionLost: If the environment fails.
        """
        session = self._require_open().unwrapped
        assert isinstance(session, WebSession)
        await repeat(session, trace)
        self.calls.append(call)
        self.results.append(result)
        self.traces.append(trace)

    def adopt(self, source: "OpenEpisode") -> None:
        """Take over the record of the steps so far from the episode that they are repeated from."""
        steps = len(self.calls)
        self.digests, self.input_counts = (
            source.digests[: steps + 1],
            source.input_counts[: steps + 1],
        )
        self.record.steps = [step.model_copy(deep=True) for step in source.record.steps[:steps]]
        self._started_at = self.now()  # It may have been prepared long ago.
        self._require_open().skip()

    def history(self, steps: int | None = None) -> list[tuple[Any, ...]]:
        """Return the input events of its pages, in its first steps; see `traces.history`."""
        limit = None if steps is None else self.input_counts[steps]
        return history(self._session, limit) if self._session else []

    @property
    def opened(self) -> bool:
        """Whether its session is open."""
        return self._recorder is not None

    @property
    def virtual(self) -> bool:
        """Whether time passes on its pages only while it acts."""
        return isinstance(self._session, WebSession) and self._session.clock.virtual

    async def observe(self, reads: frozenset[View] | None = None) -> ClientObservation | Ended:
        """Return an observation with the given views, or how the episode ended if it is void.

        Raises:
            EpisodeEnded: If the episode has ended.
            UserError: If one of the views is neither a text nor a picture, or the data lacks it.
        """
        recorder = self._require_open()
        reads = self.reads if reads is None else reads
        check_views(reads, self.benchmark.lacks)
        if extra_views := reads - self.reads - {"screenshot"}:  # It changes nothing.
            steps = len(self.calls)
            self.extra_views[steps] = self.extra_views.get(steps, frozenset()) | extra_views
        try:
            return await self._client_observation(recorder, reads)
        except SessionLost as lost:
            return await self._end_void(lost)

    async def finish(self) -> Ended:
        """End the episode and score its current state; return how it ended, also if earlier."""
        if self.ended is not None:
            return self.ended
        try:
            return await self._end_scored(self._require_open(), truncated=True)
        except SessionLost as lost:
            return await self._end_void(lost)

    async def abandon(self, cause: str, message: str) -> None:
        """End an episode that its client has left: errored, or void if the environment failed."""
        if self.ended is None:
            await self._end_errored(cause, message)

    async def close(self) -> None:
        """Close the session. A failure is logged: the episode is over in any case."""
        self._recorder = None
        prepared_fork, self.prepared_fork = self.prepared_fork, None
        if prepared_fork is not None:
            await prepared_fork.close()
        try:
            await self._stack.aclose()
        except Exception as error:  # noqa: BLE001 - the episode has ended
            _log.warning("%s: closing the session failed: %s", self.task.id, error)

    def _require_open(self) -> EpisodeRecorder:
        if self._recorder is None or self.ended is not None:
            outcome = f": {self.ended.outcome}" if self.ended else ""
            raise EpisodeEnded(f"the episode of {self.task.id!r} has ended{outcome}; reset it.")
        return self._recorder

    async def _act(self, call: Any, recorder: EpisodeRecorder, tracer: Tracer) -> tuple[str, bool]:
        """Execute a call; return its result, and whether the agent has finished."""
        try:
            name, arguments = parse_call(call)
            if name == "done":
                if fault := done_fault(arguments):
                    raise BadAction(f"done: {fault}")
                answer = arguments.get("answer")
                self.record.answer = None if answer is None else clean_text(str(answer))
                return "", True
            address = arguments.get("url")
            if isinstance(address, str) and address.startswith("http"):
                arguments["url"] = real_address(address, self._session)
            tracer.action = recorder.actions.parse(name, arguments)
            result = await recorder.act(tracer.action)
            statement = recorder.statement
            self.record.answer = None if statement is None else clean_text(statement)
            return result_text(result), statement is not None
        except BadAction as error:
            await recorder.step(Step(thought=f"{call_text(call)}\n\nnot done: {error}"))
            return str(error), False

    async def _observe(self, recorder: EpisodeRecorder) -> ClientObservation:
        observation = await self._client_observation(recorder, self.reads)
        self.digests.append(observation.digest)
        session = self._session
        self.input_counts.append(len(session.inputs) if isinstance(session, WebSession) else 0)
        return observation

    async def _client_observation(
        self, recorder: EpisodeRecorder, reads: frozenset[View]
    ) -> ClientObservation:
        observation = await recorder.observe(reads)
        return client_observation(observation, reads, self.task.instruction, self._session)

    def stable_text(self, text: str) -> str:
        """Replace the random parts of the episode's addresses in a text by names."""
        return stable_text(text, self._session)

    async def _end_scored(self, recorder: EpisodeRecorder, *, truncated: bool) -> Ended:
        self.record.seconds = self.now() - self._started_at
        self.record.evidence = await recorder.evidence()
        score = self.benchmark.score_episode(self.task, self.record)
        ended = Ended("scored", score.value, truncated=truncated, score=score)
        return await self._end(ended)

    async def _end_void(self, lost: SessionLost) -> Ended:
        return await self._end(Ended.void(lost))

    async def _end_errored(self, cause: str, message: str) -> Ended:
        """End the episode as errored, unless its environment has failed too."""
        if self._recorder is not None:
            try:
                await self._recorder.observe(frozenset())
            except SessionLost as lost:
                return await self._end_void(lost)
        return await self._end(Ended("errored", 0.0, cause, message, truncated=True))

    async def _end(self, ended: Ended) -> Ended:
        self.ended = ended
        await self.close()
        return ended
