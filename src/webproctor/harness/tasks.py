"""Benchmarks as Inspect tasks and agents as Inspect solvers.

`inspect eval webproctor/<benchmark> --solver webproctor/<agent>` and `webproctor run` meet here.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import asdict
from typing import Any

import inspect_ai
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.hooks import Hooks, RunEnd, SampleEnd, hooks
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Target, Value, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.scorer import Scorer as InspectScorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import concurrency
from pydantic import TypeAdapter

from webproctor import registry
from webproctor.agents import ground_of, make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.browser.recording import record, wanted
from webproctor.episodes import Agent, Episode, EpisodeError, SelfDrivenAgent, run_episode
from webproctor.harness.models import InspectModel, running_budget
from webproctor.harness.sights import Sights
from webproctor.harness.summaries import summary_of
from webproctor.harness.tools import Hands
from webproctor.models import ModelFailed
from webproctor.scores import Score
from webproctor.sessions import Session, SessionLost
from webproctor.tasks import Task

EPISODE = "webproctor:episode"
# What Inspect calls the model of a run that has none.
NO_MODEL = "none/none"
# Keeps what there was before the turns of the run that goes on.
sights: ContextVar[Sights | None] = ContextVar("sights", default=None)
# Left to itself, Inspect runs more episodes at a time than a machine has cores for browsers.
parallel_episodes = ContextVar("parallel_episodes", default=os.cpu_count() or 1)
Settings = dict[str, Any]
_TASK = TypeAdapter(Task)

# Inspect makes task and solver apart; both find the one benchmark by name and settings.
_made: dict[str, Benchmark] = {}
# What is open, and in which event loop: Inspect begins a new loop for every run.
_open: dict[int, tuple[asyncio.AbstractEventLoop, contextlib.AsyncExitStack]] = {}


class EpisodeLost(Exception):
    """An episode broke off through no fault of the agent; Inspect tries it again."""


def benchmark_of(name: str, settings: Settings) -> Benchmark:
    """The benchmark of a name and settings, made once in a process."""
    key = json.dumps([name, settings], sort_keys=True, default=str)
    if key not in _made:
        _made[key] = load_benchmark(name, **settings)
    return _made[key]


async def _entered(benchmark: Benchmark) -> Benchmark:
    loop = asyncio.get_running_loop()
    key = id(benchmark)
    if key not in _open or _open[key][0] is not loop:
        # The entry is made before the first wait: episodes that start at once must share it.
        stack = contextlib.AsyncExitStack()
        _open[key] = (loop, stack)
        await stack.enter_async_context(benchmark)
    return benchmark


# Called with every sample that has been marked, while a run goes on.
sample_listeners: list[Callable[[EvalSample], None]] = []


@hooks(name="webproctor", description="Tells of marks; ends browsers and servers with the run.")
class _Watch(Hooks):
    async def on_sample_end(self, data: SampleEnd) -> None:
        for listen in sample_listeners:
            listen(data.sample)

    async def on_run_end(self, data: RunEnd) -> None:
        loop = asyncio.get_running_loop()
        for key, (owner, stack) in list(_open.items()):
            if owner is loop:
                del _open[key]
                await stack.aclose()


def sample(task: Task, benchmark: str, settings: Settings, epoch: int = 1) -> Sample:
    """A task as an Inspect sample; nothing of the right answer is in it.

    Args:
        epoch: Which of the run's epochs it is of. They are samples of their own, so that a run can
            go on wherever it was stopped; later ones have the epoch in their ids.
    """
    metadata = {"task": asdict(task), "benchmark": benchmark, "settings": settings}
    if epoch == 1:
        return Sample(input=task.instruction, id=task.id, metadata=metadata)
    named = f"{task.id}#{epoch}"
    return Sample(input=task.instruction, id=named, metadata=metadata | {"epoch": epoch})


def epoch_of(sample: EvalSample) -> int:
    """The epoch of a logged sample: the run's own, else the one that Inspect counts."""
    return (sample.metadata or {}).get("epoch", sample.epoch)


def task_of(metadata: dict[str, Any]) -> Task:
    """The task that a sample was made of."""
    return _TASK.validate_python(metadata["task"])


def inspect_task(
    name: str, settings: Settings, only: Sequence[tuple[str, int]] | None = None
) -> inspect_ai.Task:
    """A benchmark as an Inspect task.

    Args:
        only: What to hold, by the tasks' ids and epochs; all once when None.

    Raises:
        UserError: If the name or a setting is wrong.
    """
    benchmark = benchmark_of(name, settings)
    plain = json.loads(json.dumps(settings, default=str))
    tasks = {task.id: task for task in benchmark.tasks()}
    chosen = [(id, 1) for id in tasks] if only is None else only
    return inspect_ai.Task(
        dataset=MemoryDataset(
            [sample(tasks[id], name, plain, epoch) for id, epoch in chosen], name=name
        ),
        scorer=marks(),
        metadata={"benchmark": name, "version": benchmark.version} | benchmark.condition,
        version=benchmark.version,
        # A fault counts as a failure, with its cause: it never leaves the denominator.
        fail_on_error=False,
        score_on_error=True,
    )


def agent_solver(agent: str, settings: Settings) -> Solver:
    """An agent as an Inspect solver: one episode per sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        task = task_of(state.metadata)
        chosen = state.metadata["benchmark"], state.metadata["settings"]
        benchmark = await _entered(benchmark_of(*chosen))
        epoch = state.metadata.get("epoch", state.epoch)
        model = InspectModel(epoch=epoch) if str(get_model()) != NO_MODEL else None
        acting = make_agent(agent, benchmark, model, **_of_epoch(agent, settings, epoch))
        budget = running_budget.get()
        record(wanted().below(recorded_as(task.id, epoch)))
        try:
            if budget is not None and budget.closed:
                raise budget.exhausted()
            async with (
                concurrency("webproctor episodes", parallel_episodes.get(), visible=False),
                _session(benchmark, task, acting) as session,
            ):
                hands = Hands(session, state.messages)
                kept = sights.get()
                episode = await run_episode(
                    task,
                    session,
                    acting,
                    perform=hands.perform,
                    look=kept.look if kept else None,
                )
        except ModelFailed as failed:
            error = EpisodeError(cause=failed.cause, message=str(failed))
            episode = Episode(task=task.id, error=error)
        except SessionLost as lost:
            error = EpisodeError(cause=lost.cause, message=str(lost), retry=True)
            episode = Episode(task=task.id, error=error)
        state.store.set(EPISODE, episode.model_dump(mode="json"))
        state.output = ModelOutput.from_content(f"webproctor/{agent}", episode.answer or "")
        state.completed = True
        if episode.error is not None and episode.error.retry:
            raise EpisodeLost(f"{episode.error.cause}: {episode.error.message}")
        return state

    return solve


def recorded_as(task: str, epoch: int) -> str:
    """The name of the folder that holds an episode's recordings."""
    return task if epoch == 1 else f"{task}-epoch-{epoch}"


def _of_epoch(agent: str, settings: Settings, epoch: int) -> Settings:
    """An agent's settings in an epoch: one that has a seed makes other choices in the next."""
    there = {one.name: one.default for one in registry.settings(registry.factory("agents", agent))}
    if epoch == 1 or "seed" not in there:
        return settings
    return settings | {"seed": settings.get("seed", there["seed"]) + epoch - 1}


def _session(
    benchmark: Benchmark, task: Task, acting: Agent | SelfDrivenAgent
) -> AbstractAsyncContextManager[Session]:
    ground = ground_of(acting)
    return benchmark.session(task) if ground == "page" else benchmark.session(task, ground)


@metric
def figures() -> Metric:
    """The benchmark's own summary of all marks."""

    def compute(scores: list[SampleScore]) -> Value:
        if not scores:
            return {}
        metadata = [one.sample_metadata or {} for one in scores]
        marked = [
            (about.get("epoch", 1), task_of(about), score_of(one.score))
            for about, one in zip(metadata, scores, strict=True)
        ]
        benchmark = benchmark_of(metadata[0]["benchmark"], metadata[0]["settings"])
        return dict(summary_of(benchmark, marked).figures)

    return compute


def score_of(score: InspectScore) -> Score:
    """The mark as the benchmark gave it."""
    return Score(value=score.as_float(), **score.metadata or {})


def episode_of(state: TaskState) -> Episode:
    """The episode that a sample's store holds; one that never began failed in the harness."""
    stored = state.store.get(EPISODE)
    if stored is None:
        error = EpisodeError(cause="harness", message="the episode left no record")
        return Episode(task=str(state.sample_id), error=error)
    return Episode.model_validate(stored)


@scorer(metrics=[figures()])
def marks() -> InspectScorer:
    """The benchmark's marking; it reads the stored episode alone, so logs can be re-scored."""

    async def score(state: TaskState, target: Target) -> InspectScore:
        benchmark = benchmark_of(state.metadata["benchmark"], state.metadata["settings"])
        episode = episode_of(state)
        marked = benchmark.score(task_of(state.metadata), episode)
        why = f"{episode.error.cause}: {episode.error.message}" if episode.error else marked.fault
        rest = marked.model_dump(mode="json", exclude={"value"})
        return InspectScore(value=marked.value, explanation=why, metadata=rest)

    return score


def register_solver(name: str) -> Callable[..., Solver]:
    """Give an agent its name among Inspect's solvers."""

    @solver(name=name)
    def make(**settings: Any) -> Solver:
        return agent_solver(name, settings)

    return make


def register_task(name: str) -> Callable[..., inspect_ai.Task]:
    """Give a benchmark its name among Inspect's tasks."""

    @inspect_ai.task(name=name)
    def make(**settings: Any) -> inspect_ai.Task:
        return inspect_task(name, settings)

    return make
