"""Episodes that run in workers: the driver asks the model, and writes transcripts and files."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inspect_ai.solver import TaskState
from inspect_ai.util import LimitExceededError

from webproctor.agents.episodes import limit_of
from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.actions import Action, ActionResult, action_set
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model, ModelFailed
from webproctor.core.outcomes import EpisodeError, error_of, lost_by
from webproctor.core.tasks import Task
from webproctor.environments.browser.recording import RECORDINGS
from webproctor.harness.tools import ActionTools
from webproctor.run.making import Given
from webproctor.run.provenance import condition_of, plain, provenance
from webproctor.workers.connection import Executor
from webproctor.workers.greeting import Expected
from webproctor.workers.messages import Answer, Ask, Setup, Step
from webproctor.workers.pool import EpisodeLost, Handlers, Pool, started

# Additional seconds until a worker that says nothing is given up: it ends its episodes in time.
_GRACE = 120.0


@dataclass(frozen=True)
class Workers:
    """The workers of the current run.

    Attributes:
        pool: The workers.
        folder: The folder of the run.
    """

    pool: Pool
    folder: Path


# The workers of the current run; None if its episodes run in this process.
workers_of_run: ContextVar[Workers | None] = ContextVar("workers_of_run", default=None)


@contextmanager
def working(
    executor: Executor | None, setup: Setup, own: Given, made: Benchmark, folder: Path
) -> Iterator[Pool | None]:
    """Start the workers of a run, and run its episodes in them while the block runs.

    Args:
        executor: Starts them; None to run the episodes in this process.
        own: What the run was started with as Python objects.
        made: The benchmark.

    Raises:
        UserError: If a worker does not start, or cannot run the episodes.
    """
    if executor is None:
        yield None
        return
    if own.benchmark is not None or own.agent is not None:
        raise UserError(
            "workers need the names of the agent and the benchmark: a registered name or "
            "path/file.py:NAME."
        )
    for actions in {task.actions for task in made.tasks()}:
        action_set(actions)  # Imports the classes of the actions that workers send.
    of_agent = registry.absolute(registry.factory("agents", setup.agent), setup.agent_settings)
    setup = replace(setup, agent_settings=plain(of_agent))
    browser = provenance()["browser"] if made.live else None
    with started(executor, Expected(setup, condition_of(made), browser)) as pool:
        token = workers_of_run.set(Workers(pool, folder))
        try:
            yield pool
        finally:
            workers_of_run.reset(token)


@dataclass(frozen=True)
class _Native:
    """Stands for a reply in the provider's form, which stays with the driver."""

    number: int


async def run_remotely(
    workers: Workers,
    task: Task,
    epoch: int,
    model: Callable[[], Model | None],
    state: TaskState,
    refused: Callable[[], EpisodeError | None],
) -> Episode:
    """Run an episode in a worker. If the worker is lost, the episode begins again in another one.

    Args:
        model: Creates the model of the episode. It is called again when the episode begins again.
        refused: Returns why the episode must not begin, if so; called when a worker is free.

    Raises:
        ConnectionLost: If no workers are left.
        UserError: If the episode cannot be run.
    """
    before = len(state.messages)
    while True:
        try:
            handlers = Handlers(_answering(model()), _retelling(state))
            done = await workers.pool.run(
                task.id, epoch, limit_of(task) + _GRACE, handlers, lambda: refused() is None
            )
        except EpisodeLost:
            del state.messages[before:]
            continue
        if done is None:
            return Episode(task=task.id, error=refused())
        try:
            for name, content in done.files.items():
                _write(workers.folder, name, content)
        except OSError as fault:
            return Episode(task=task.id, error=error_of(lost_by(fault)))
        return done.episode


def _answering(model: Model | None) -> Callable[[Ask], Awaitable[Answer]]:
    """Return the function that answers the questions of one episode."""
    natives: list[Any] = []

    def restored(message: Message) -> Message:
        native = message.native
        return replace(message, native=natives[native.number]) if native is not None else message

    async def answer(ask: Ask) -> Answer:
        assert model is not None
        messages: Sequence[Message] = [restored(one) for one in ask.messages]
        try:
            reply = await model.generate(messages, ask.tools, tool_choice=ask.tool_choice)
        except ModelFailed as failed:
            cause, message = failed.cause, str(failed)
        except (UserError, LimitExceededError):
            raise
        except Exception as error:  # noqa: BLE001 - a model of one's own raises anything
            cause, message = "agent", f"{type(error).__name__}: {error}"
        else:
            if reply.native is not None:
                natives.append(reply.native)
                reply = replace(reply, native=_Native(len(natives) - 1))
            return Answer(ask.number, ask.question, reply)
        return Answer(ask.number, ask.question, cause=cause, message=message)

    return answer


def _retelling(state: TaskState) -> Callable[[Step], Awaitable[None]]:
    """Return the function that adds the steps of one episode to its transcript."""
    results: list[ActionResult] = []

    async def act(action: Action) -> ActionResult:
        return results[len(tools.results)]

    tools = ActionTools(act, state.messages)

    async def retell(step: Step) -> None:
        results.extend(step.results)
        await tools.perform(step.turn)

    return retell


def _write(folder: Path, name: str, content: bytes) -> None:
    """Write a file of an episode to the folder of the run.

    Raises:
        UserError: If the worker names a file outside of the folder.
    """
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UserError(f"a worker wants to write {name!r}, which is not in {folder}.")
    # Screenshots and texts are named by their content, so they may be there already.
    if name.startswith(f"{RECORDINGS}/") or not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_bytes(content)
        fresh.replace(path)
