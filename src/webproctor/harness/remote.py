"""Run episodes in workers; the driver sends requests to the model, and writes the files."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inspect_ai.solver import TaskState

from webproctor.agents.episodes import limit_of
from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.actions import Action, ActionResult, action_set
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model, ModelFailed
from webproctor.core.outcomes import EpisodeError, LimitReached, error_of, lost_by
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.environments.browser.recording import RECORDINGS
from webproctor.harness.tools import ActionTools
from webproctor.run.provenance import condition_of, plain, provenance
from webproctor.workers.connection import Executor
from webproctor.workers.episodes import EpisodeLost, Handlers
from webproctor.workers.greeting import Expected
from webproctor.workers.messages import Answer, Ask, Setup, StepDone
from webproctor.workers.pool import Pool, started

# Additional seconds until a worker that sends nothing is abandoned: it ends its episodes in time.
_GRACE_SECONDS = 120.0


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


def require_names(benchmark: object, agent: object) -> None:
    """Check that workers can create the benchmark and the agent of a run by their names.

    Raises:
        UserError: If one of them is a Python object.
    """
    if not (isinstance(benchmark, str) and isinstance(agent, str)):
        raise UserError(
            "workers need the names of the agent and the benchmark: a registered name or "
            "path/file.py:NAME."
        )


@contextmanager
def run_in_workers(
    executor: Executor | None,
    setup: Setup,
    benchmark: Benchmark,
    folder: Path,
) -> Iterator[Pool | None]:
    """Start the workers of a run, and run its episodes in them while the block runs.

    Args:
        executor: Starts them; None to run the episodes in this process.
        benchmark: The benchmark.

    Raises:
        UserError: If a worker does not start, or cannot run the episodes.
    """
    if executor is None:
        yield None
        return
    for actions in {task.actions for task in benchmark.tasks()}:
        action_set(actions)  # Imports the classes of the actions that workers send.
    all_settings = registry.absolute(registry.factory("agents", setup.agent), setup.agent_settings)
    setup = replace(setup, agent_settings=plain(all_settings))
    browser = provenance()["browser"] if benchmark.live else None
    with started(executor, Expected(setup, condition_of(benchmark), browser)) as pool:
        token = workers_of_run.set(Workers(pool, folder))
        try:
            yield pool
        finally:
            workers_of_run.reset(token)


@dataclass(frozen=True)
class _NativeReply:
    """Stands for a reply in the provider's form, which stays with the driver."""

    number: int


async def run_remotely(
    workers: Workers,
    task: Task,
    epoch: int,
    model: Model | None,
    state: TaskState,
    start: Callable[[], EpisodeError | None],
) -> Episode:
    """Run an episode in a worker. If the worker is lost, the episode is void.

    Args:
        model: The model of the episode.
        start: Called when a worker is free; returns why the episode must not start, or None.

    Raises:
        ConnectionLost: If no workers are left.
        UserError: If the episode cannot be run.
    """
    handlers = Handlers(_answer_function(model), _transcript_function(state))
    timeout = limit_of(task) + _GRACE_SECONDS
    refusal: EpisodeError | None = None

    def may_begin() -> bool:
        nonlocal refusal
        refusal = start()
        return refusal is None

    try:
        result = await workers.pool.run(task.id, epoch, timeout, handlers, may_begin)
    except EpisodeLost as lost:
        return Episode(task=task.id, error=error_of(SessionLost("worker", str(lost))))
    if result is None:
        return Episode(task=task.id, error=refusal)
    try:
        for name, content in result.files.items():
            _write(workers.folder, name, content)
    except OSError as error:
        return Episode(task=task.id, error=error_of(lost_by(error)))
    return result.episode


def _answer_function(model: Model | None) -> Callable[[Ask], Awaitable[Answer]]:
    """Return the function that answers the questions of one episode."""
    native_replies: list[Any] = []

    def restore(message: Message) -> Message:
        native = message.native
        return (
            replace(message, native=native_replies[native.number])
            if native is not None
            else message
        )

    async def answer(ask: Ask) -> Answer:
        assert model is not None
        messages: Sequence[Message] = [restore(message) for message in ask.messages]
        try:
            reply = await model.generate(messages, ask.tools, tool_choice=ask.tool_choice)
        except (ModelFailed, LimitReached) as error:
            cause, message = error.cause, str(error)
        except UserError:
            raise
        except Exception as error:  # noqa: BLE001 - a user's model can raise anything
            cause, message = "agent", f"{type(error).__name__}: {error}"
        else:
            if reply.native is not None:
                native_replies.append(reply.native)
                reply = replace(reply, native=_NativeReply(len(native_replies) - 1))
            return Answer(ask.number, ask.question, reply)
        return Answer(ask.number, ask.question, cause=cause, message=message)

    return answer


def _transcript_function(state: TaskState) -> Callable[[StepDone], Awaitable[None]]:
    """Return the function that adds the steps of one episode to its transcript."""
    results: list[ActionResult] = []

    async def act(action: Action) -> ActionResult:
        return results[len(tools.results)]

    tools = ActionTools(act, state.messages)

    async def add_step(step: StepDone) -> None:
        results.extend(step.results)
        await tools.perform(step.step)

    return add_step


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
        temporary = path.with_name(f"{path.name}.new")
        temporary.write_bytes(content)
        temporary.replace(path)
