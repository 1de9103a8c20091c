"""Benchmarks as Inspect tasks and agents as Inspect solvers.

Used by `webproctor run` and by `inspect eval webproctor/BENCHMARK --solver webproctor/AGENT`.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import asdict
from functools import partial
from typing import Any

import inspect_ai
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError, concurrency

from webproctor.agents import make_agent
from webproctor.agents.episodes import or_errored, recorded_as, run_task, settings_in
from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Model, ModelFailed
from webproctor.core.outcomes import EpisodeError, error_of, lost_by
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
from webproctor.harness.hooks import benchmark_of, enter_once
from webproctor.harness.models import InspectModel
from webproctor.harness.remote import run_remotely, workers_of_run
from webproctor.harness.sample_tools import discard, prepare
from webproctor.harness.scoring import episode_score, task_of
from webproctor.harness.tools import ActionTools, EpisodeVoid
from webproctor.run.episode_results import ACCESS, CANCELLED, USER, WORKERS
from webproctor.run.logs import EPISODE, FINGERPRINT
from webproctor.run.preparation import Settings, run_objects
from webproctor.run.snapshots import Snapshots
from webproctor.workers.connection import ConnectionLost

# Inspect's name for the model of a run without one.
NO_MODEL = "none/none"
# Keeps the snapshots of the current run.
snapshots: ContextVar[Snapshots | None] = ContextVar("snapshots", default=None)
# How many episodes of the current run may run at the same time; None if Inspect was started by
# itself, which by default runs more than the machine has cores for browsers.
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
        cleanup=discard if tools else None,
        scorer=episode_score(),
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
        task = task_of(state.metadata)
        benchmark_key = state.metadata["benchmark"], state.metadata["settings"]
        epoch = state.metadata.get("epoch", state.epoch)
        objects = run_objects.get()
        run = running_account.get() or RunAccount()
        account = EpisodeAccount(run, task.id, epoch)
        workers = workers_of_run.get()

        def make_model() -> Model | None:
            """Return the model of the episode, with a new account."""
            nonlocal account
            account = EpisodeAccount(run, task.id, epoch)
            uses_inspect_model = objects.model is None and str(get_model()) != NO_MODEL
            return InspectModel(account=account) if uses_inspect_model else objects.model

        def refusal() -> EpisodeError | None:
            """Return why no further episode starts, or None."""
            if run.stopped is not None:
                return error_of(run.stopped)
            if objects.stop is not None and objects.stop.is_set():
                return EpisodeError(cause=CANCELLED, message="the run was cancelled")
            return None

        def start() -> EpisodeError | None:
            """Record the start of the episode, or return why it does not start."""
            if (error := refusal()) is None:
                run.start(task.id, epoch)
            return error

        async def run_unless_refused() -> Episode:
            """Run the episode, unless no further episode may start."""
            if (error := refusal()) is not None:
                return Episode(task=task.id, error=error)
            if workers is not None:
                return await run_remotely(workers, task, epoch, make_model(), state, start)
            benchmark = await enter_once(benchmark_of(*benchmark_key))
            agent_source = objects.agent or agent
            epoch_settings = settings_in(epoch, agent_source, settings)
            agent_object = or_errored(
                task,
                partial(make_agent, agent_source, benchmark, make_model(), **epoch_settings),
            )
            if isinstance(agent_object, Episode):
                return agent_object
            record(current_recording().subfolder(recorded_as(task.id, epoch)))
            async with running_slots.get() or _one_slot_per_core():
                # The run may have been stopped while the episode waited.
                if (error := start()) is not None:
                    return Episode(task=task.id, error=error)
                return await _run_episode(benchmark, task, agent_object, state)

        try:
            episode = await run_unless_refused()
        except ConnectionLost as connection_error:
            run.stopped = run.stopped or ModelFailed(WORKERS, str(connection_error))
            episode = Episode(task=task.id, error=error_of(run.stopped))
        except UserError as error:
            # Inspect would run the episode again, and continue with the others.
            run.stopped = ModelFailed(USER, str(error))
            if running_account.get() is None:  # Inspect was started by itself.
                raise
            episode = Episode(task=task.id, error=error_of(run.stopped))
        except OSError as disk_error:  # The start could not be recorded.
            episode = Episode(task=task.id, error=error_of(lost_by(disk_error)))
        if (error := episode.error) is not None and error.cause == ACCESS:
            run.stopped = run.stopped or ModelFailed(ACCESS, error.message)
        _record_usage(episode, account)
        state.store.set(EPISODE, episode.model_dump(mode="json"))
        state.output = ModelOutput.from_content(f"webproctor/{agent}", episode.answer or "")
        state.completed = True
        if episode.error is not None and episode.outcome == "void":
            raise EpisodeVoid(f"{episode.error.cause}: {episode.error.message}")
        return state

    return solve


def _one_slot_per_core() -> AbstractAsyncContextManager[Any]:
    return concurrency("webproctor episodes", cores(), visible=False)


def _record_usage(episode: Episode, account: EpisodeAccount) -> None:
    """Add what an episode's requests have used to its record. Requests that did not go through
    Inspect are those that the agent has reported, or those of its steps."""
    for reported in episode.reported:
        account.report(reported_usage(reported), reported.model)
    if not account.usage and (usage := episode.used):
        account.report(usage)
    episode.usage = account.usage


async def _run_episode(
    benchmark: Benchmark, task: Task, agent: Agent | SelfDrivenAgent, state: TaskState
) -> Episode:
    """Run an episode in this process."""
    snapshot_writer = snapshots.get()
    return await run_task(
        benchmark,
        task,
        agent,
        perform=lambda session: ActionTools(session.act, state.messages).perform,
        take_snapshot=snapshot_writer.take if snapshot_writer else None,
        raised=(LimitExceededError,),
    )


def register_solver(name: str) -> Callable[..., Solver]:
    """Register an agent as an Inspect solver."""

    @solver(name=name)
    def make(**settings: Any) -> Solver:
        return agent_solver(name, settings)

    return make


def register_task(name: str) -> Callable[..., inspect_ai.Task]:
    """Register a benchmark as an Inspect task."""

    @inspect_ai.task(name=name)
    def make(**settings: Any) -> inspect_ai.Task:
        return inspect_task(name, settings, tools=True)

    return make
