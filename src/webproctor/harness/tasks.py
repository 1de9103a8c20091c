"""Benchmarks as Inspect tasks and agents as Inspect solvers.

Used by `webproctor run` and by `inspect eval webproctor/BENCHMARK --solver webproctor/AGENT`.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import asdict
from functools import partial
from typing import Any

import inspect_ai
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import concurrency
from rich.markup import escape

from webproctor.agents import make_agent
from webproctor.agents.episodes import or_errored, recorded_as, run_task, settings_in
from webproctor.benchmarks import Benchmark
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Model, ModelFailed
from webproctor.core.outcomes import EpisodeError, error_of, lost_by
from webproctor.core.sessions import DATA
from webproctor.core.tasks import Task
from webproctor.environments.browser.recording import current_recording, record
from webproctor.environments.machine import cores
from webproctor.environments.parallel import Slots
from webproctor.harness.accounting import (
    EpisodeAccount,
    RunAccount,
    reported_usage,
    running_account,
)
from webproctor.harness.hooks import benchmark_of, enter_once, loaded_benchmarks
from webproctor.harness.models import InspectModel
from webproctor.harness.remote import run_remotely, workers_of_run
from webproctor.harness.sample_tools import end_episode, prepare
from webproctor.harness.scoring import episode_score, task_of
from webproctor.harness.tools import ActionTools, EpisodeVoid
from webproctor.run.episode_results import ACCESS, CANCELLED, USER, WORKERS
from webproctor.run.logs import EPISODE, FINGERPRINT
from webproctor.run.preparation import Settings, run_objects
from webproctor.run.snapshots import Snapshots
from webproctor.workers.connection import ConnectionLost

# Inspect's name for the model of a run without one.
NO_MODEL = "none/none"
_INTERRUPTED = "Inspect ended the episode: a time limit was reached, or a person stopped it"
# Keeps the snapshots of the current run.
snapshots: ContextVar[Snapshots | None] = ContextVar("snapshots", default=None)
# How many episodes of the current run may run at the same time; None if Inspect was started
# directly. By default, Inspect runs more samples than the machine can run browsers.
running_slots: ContextVar[Slots | None] = ContextVar("running_slots", default=None)


def sample(task: Task, benchmark: str, settings: Settings, epoch: int = 1) -> Sample:
    """Return a task as an Inspect sample, without the correct answer.

    Args:
        epoch: The epoch, counted from 1. Every epoch has its own samples, so a run can be
            resumed anywhere; the ids of later epochs contain the epoch.
    """
    metadata = {"task": asdict(task), "benchmark": benchmark, "settings": settings}
    if epoch == 1:
        return Sample(input=task.instruction, id=task.id, metadata=metadata)
    id = f"{task.id}#{epoch}"
    return Sample(input=task.instruction, id=id, metadata=metadata | {"epoch": epoch})


def epoch_of(sample: EvalSample) -> int:
    """Return the epoch of a logged sample: that of the run if given, otherwise Inspect's."""
    return (sample.metadata or {}).get("epoch", sample.epoch)


@solver(name="tools")
def sample_tools() -> Solver:
    """Provide webproctor's tools to the solvers that follow."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        benchmark_key = state.metadata["benchmark"], state.metadata["settings"]
        benchmark = await enter_once(benchmark_of(*benchmark_key))
        task = task_of(state.metadata)
        state.tools = prepare(state, benchmark, task, cores())
        return state

    return solve


def inspect_task(
    name: str,
    settings: Settings,
    only: Sequence[tuple[str, int]] | None = None,
    *,
    tools: bool = False,
    run: str | None = None,
) -> inspect_ai.Task:
    """Return a benchmark as an Inspect task.

    Args:
        only: Ids and epochs of the tasks to include; None for all tasks, in one epoch.
        tools: Whether to provide webproctor's tools to solvers of other packages.
        run: The fingerprint of the run that the log belongs to; None if it belongs to none.

    Raises:
        UserError: If the name or a setting is invalid.
    """
    benchmark = benchmark_of(name, settings)
    plain_settings = json.loads(json.dumps(settings, default=str))
    keys = [(task.id, 1) for task in benchmark.tasks()] if only is None else only
    ids = {id for id, _ in keys}
    tasks = {task.id: task for task in benchmark.tasks() if task.id in ids}
    return inspect_ai.Task(
        dataset=MemoryDataset(
            [sample(tasks[id], name, plain_settings, epoch) for id, epoch in keys], name=name
        ),
        setup=sample_tools() if tools else None,
        cleanup=end_episode if tools else None,
        scorer=episode_score(),
        # Inspect names tasks that it has created itself.
        name=benchmark.name if run else None,
        metadata={"benchmark": name, "version": benchmark.version, **benchmark.condition}
        | ({FINGERPRINT: run} if run else {}),
        version=benchmark.version,
        # Failed episodes are scored, and other episodes continue.
        fail_on_error=False,
        score_on_error=True,
    )


def agent_solver(agent: str, settings: Settings) -> Solver:
    """Return an agent as an Inspect solver that runs one episode per sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        sample_episode = _SampleEpisode(agent, settings, state)
        try:
            episode = await sample_episode.run()
        except asyncio.CancelledError:
            # Inspect scores the sample if a limit has ended it, not if the run is stopped.
            if (episode := sample_episode.record) is not None:
                episode.error = EpisodeError(cause="time limit", message=_INTERRUPTED)
                _store(episode, sample_episode.account, state)
            raise
        _store(episode, sample_episode.account, state)
        state.output = ModelOutput.from_content(f"webproctor/{agent}", episode.answer or "")
        state.completed = True
        error = episode.error
        # Inspect runs the sample again, which does not help if the data is damaged.
        if error is not None and error.void and error.cause != DATA:
            raise EpisodeVoid(f"{error.cause}: {error.message}")
        return state

    return solve


class _SampleEpisode:
    """The episode of a sample, in this process or in a worker.

    Attributes:
        account: The requests of the episode.
        record: The episode so far; None before it starts, or if a worker runs it.
    """

    def __init__(self, agent: str, settings: Settings, state: TaskState) -> None:
        self._agent = agent
        self._settings = settings
        self._state = state
        self._task = task_of(state.metadata)
        self._epoch: int = state.metadata.get("epoch", state.epoch)
        self._objects = run_objects.get()
        self._run = running_account.get() or RunAccount()
        self.account = EpisodeAccount(self._run, self._task.id, self._epoch)
        self.record: Episode | None = None

    async def run(self) -> Episode:
        """Run the episode. If its end means that no other episode can succeed, stop the run."""
        try:
            episode = await self._run_unless_refused()
        except ConnectionLost as error:
            self._run.stopped = self._run.stopped or ModelFailed(WORKERS, str(error))
            episode = self._not_run(error_of(self._run.stopped))
        except UserError as error:
            # Inspect would run the episode again, and continue with the others.
            self._run.stopped = ModelFailed(USER, str(error))
            if running_account.get() is None:  # Inspect was started directly.
                raise
            episode = self._not_run(error_of(self._run.stopped))
        except OSError as error:  # The start could not be recorded.
            episode = self._not_run(error_of(lost_by(error)))
        if episode.error is not None and episode.error.cause == ACCESS:
            self._run.stopped = self._run.stopped or ModelFailed(ACCESS, episode.error.message)
        return episode

    async def _run_unless_refused(self) -> Episode:
        if (error := self._refusal()) is not None:
            return self._not_run(error)
        task, epoch, state = self._task, self._epoch, self._state
        if (workers := workers_of_run.get()) is not None:
            return await run_remotely(workers, task, epoch, self._model(), state, self._start)
        metadata = state.metadata
        benchmark = await enter_once(benchmark_of(metadata["benchmark"], metadata["settings"]))
        source = self._objects.agent or self._agent
        settings = settings_in(epoch, source, self._settings)
        agent = or_errored(task, partial(make_agent, source, benchmark, self._model(), **settings))
        if isinstance(agent, Episode):
            return agent
        record(current_recording().subfolder(recorded_as(task.id, epoch)))
        async with running_slots.get() or _one_slot_per_core():
            # The run may have been stopped while the episode waited.
            if (error := self._start()) is not None:
                return self._not_run(error)
            self.record = Episode(task=task.id)
            return await _run_episode(benchmark, task, agent, state, self.record)

    def _refusal(self) -> EpisodeError | None:
        """Return why no further episode starts, or None."""
        if self._run.stopped is not None:
            return error_of(self._run.stopped)
        stop = self._objects.stop
        if stop is not None and stop.is_set():
            return EpisodeError(cause=CANCELLED, message="the run was cancelled")
        return None

    def _start(self) -> EpisodeError | None:
        """Record the start of the episode, or return why it does not start."""
        if (error := self._refusal()) is None:
            self._run.start(self._task.id, self._epoch)
        return error

    def _model(self) -> Model | None:
        """Return the model of the episode, if it has one."""
        model = self._objects.model
        return _inspect_model(self.account) if model is None else model

    def _not_run(self, error: EpisodeError) -> Episode:
        return Episode(task=self._task.id, error=error)


def _inspect_model(account: EpisodeAccount | None = None) -> InspectModel | None:
    """Return the model of the evaluation, if it has one."""
    return None if str(get_model()) == NO_MODEL else InspectModel(account=account)


def _one_slot_per_core() -> AbstractAsyncContextManager[Any]:
    return concurrency("webproctor episodes", cores(), visible=False)


def _store(episode: Episode, account: EpisodeAccount, state: TaskState) -> None:
    """Keep an episode in the sample, where the scorer finds it."""
    _record_usage(episode, account)
    state.store.set(EPISODE, episode.model_dump(mode="json"))


def _record_usage(episode: Episode, account: EpisodeAccount) -> None:
    """Add what an episode's requests have used to its record. Requests that did not go through
    Inspect are those that the agent has reported, or those of its steps."""
    for reported in episode.reported:
        account.report(reported_usage(reported), reported.model)
    if not account.usage and (usage := episode.used):
        account.report(usage)
    episode.usage = account.usage


async def _run_episode(
    benchmark: Benchmark,
    task: Task,
    agent: Agent | SelfDrivenAgent,
    state: TaskState,
    episode: Episode,
) -> Episode:
    """Run an episode in this process."""
    snapshot_writer = snapshots.get()
    return await run_task(
        benchmark,
        task,
        agent,
        perform=lambda session: ActionTools(session.act, state.messages).perform,
        take_snapshot=snapshot_writer.take if snapshot_writer else None,
        record=episode,
    )


class InspectUserError(UserError, PrerequisiteError):
    """A user error that Inspect's command line prints without a traceback."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = escape(message)  # Inspect prints it with Rich.


@contextmanager
def _shown_by_inspect() -> Iterator[None]:
    """Raise `InspectUserError` in place of `UserError`."""
    try:
        yield
    except UserError as error:
        raise InspectUserError(str(error)) from error


def checked_solver(agent: str, settings: Settings) -> Solver:
    """Return a named agent as an Inspect solver.

    Raises:
        InspectUserError: If the name or a setting is wrong, or the agent does not support the
            benchmark of a task that Inspect has created by name. If a sample found the error,
            Inspect would continue with the other samples and exit with status 0.
    """
    with _shown_by_inspect():
        factories.check_values(registry.factory("agents", agent), f"agent {agent!r}", settings)
        for benchmark in loaded_benchmarks():
            make_agent(agent, benchmark, _inspect_model(), **settings)
    return agent_solver(agent, settings)


def register_solver(name: str) -> Callable[..., Solver]:
    """Register an agent as an Inspect solver."""

    @solver(name=name)
    def make(**settings: Any) -> Solver:
        return checked_solver(name, settings)

    return make


def register_task(name: str) -> Callable[..., inspect_ai.Task]:
    """Register a benchmark as an Inspect task."""

    @inspect_ai.task(name=name)
    def make(**settings: Any) -> inspect_ai.Task:
        with _shown_by_inspect():
            return inspect_task(name, settings, tools=True)

    return make
