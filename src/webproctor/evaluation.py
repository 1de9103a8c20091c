"""Evaluate an agent on a benchmark from Python, and read runs."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from webproctor.agents import is_agent
from webproctor.analysis.tables import side_by_side, tables
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.outcomes import NO_RECORD, EpisodeError
from webproctor.environments.parallel import parallel as number_of
from webproctor.harness import reading, runs
from webproctor.harness.logs import read_episodes
from webproctor.harness.models import ModelSettings
from webproctor.harness.scoring import UNRECORDED
from webproctor.report.page import write_report
from webproctor.report.rendering import TEMPLATES
from webproctor.run import results
from webproctor.run.episode_results import Result
from webproctor.run.record import parse_record
from webproctor.workers.executors import executor_of

if TYPE_CHECKING:
    import pandas as pd


_Table = Literal["tasks", "steps", "actions"]


class Run(results.Run):
    """A run, with what notebooks and scripts need.

    A notebook shows it as a table. See `webproctor.run.results.Run` for its attributes.
    """

    @property
    def score(self) -> float | None:
        """The headline score, from 0 to 1; None before an episode has finished."""
        return self.summary.figures[self.summary.headline] if self.summary else None

    @property
    def scores(self) -> dict[str, float]:
        """The score of each task, from 0 to 1, averaged over epochs."""
        return dict(zip(self.means.tasks, self.means.scores, strict=True))

    @property
    def episodes(self) -> list[Episode]:
        """The recorded episodes, ordered as `results`; an episode without a record is void. They
        are read from the logs at each call."""
        episodes = read_episodes(self.folder)
        return [
            episodes.get((result.task, result.epoch)) or _unrecorded(result)
            for result in self.results
        ]

    def report(self) -> Path:
        """Write `report.html` and `episodes.html` to the run's folder; return the report's path."""
        return write_report(self)

    def to_pandas(self, table: _Table = "tasks") -> "pd.DataFrame":
        """Return the episodes, their steps or their actions as a data frame.

        Raises:
            UserError: If there is no such table, or pandas is not installed.
        """
        if table not in (names := get_args(_Table)):
            raise UserError(f"no table {table!r}. Available: {', '.join(names)}.")
        try:
            import pandas as pd
        except ImportError as error:
            raise UserError("to_pandas requires pandas: pip install pandas") from error
        benchmark = self.own_benchmark or reading.benchmark_of_run(self.folder)
        return pd.DataFrame(tables(self, benchmark, read_episodes(self.folder))[table])

    def _repr_html_(self) -> str:
        return TEMPLATES.get_template("notebook.html").render(
            run=self, table=side_by_side([self]), intervals=self.intervals()
        )

    @classmethod
    def of(cls, run: results.Run) -> "Run":
        """Return a run with these methods."""
        return cls.model_construct(**dict(run))


def evaluate(
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    *,
    settings: Mapping[str, Any] | None = None,
    agent_settings: Mapping[str, Any] | None = None,
    preset: str | None = None,
    model: str | ModelSettings | Model | None = None,
    budget: float | None = None,
    limit: int | None = None,
    epochs: int = 1,
    parallel: int | str | None = None,
    workers: int | str | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    record: str = "shown",
    isolation: Literal["auto", "none", "required"] = "auto",
    report: bool = True,
    on_result: Callable[[Result], None] | None = None,
) -> Run:
    """Run an agent on a benchmark, and write logs, results and a report to a folder.

    It can be called while an event loop runs, for example in a notebook: the run has a thread and a
    loop of its own. Runs of one process wait for each other.

    Args:
        benchmark: The name of a registered benchmark, `path/file.py:NAME`, a benchmark, or a class
            or function that returns one.
        agent: The name of a registered agent, `path/file.py:NAME`, an agent, or a class or
            function that returns one. A class or function is called for each episode and may take
            `benchmark` and `model` as positional arguments. An agent object is shared by all
            episodes.
        settings: Settings of the benchmark; `webproctor run NAME --help` lists them.
        agent_settings: Settings of the agent.
        preset: Name of settings by a published protocol, such as `paper`; `settings` and
            `agent_settings` override them.
        model: The agent's model: `PROVIDER/NAME`, settings of requests, or an object with the
            interface of `webproctor.core.llm.Model`.
        budget: Maximum cost of the run in dollars, including what it cost before it was resumed.
            Without a model, the agent must report its cost.
        limit: Run only the first `limit` tasks.
        epochs: Episodes per task.
        parallel: Number of parallel episodes; by default the number of cores, or 1 for an agent
            object. `auto`, or `auto:N` for at most N, chooses by cores and memory during the run.
        workers: Run the episodes in this number of processes, or on the machines of a Ray cluster
            (`"ray"`, `"ray://HOST:PORT"`), with `parallel` episodes in each. Benchmark and agent
            must be names.
        out: Folder of the run; by default a new folder under `runs`.
        resume: Resume the run in `out`: run only episodes that are missing or void, or whose model
            gave no answer.
        record: Snapshots to keep of each step: those that the agent was `shown`, `all`, or `none`;
            and recordings of the pages: `trace`, `video` and `har`. For example `all,trace,video`.
        isolation: Whether browsers and programs run in a sandbox; `auto`: if possible.
        report: Whether to write the report.
        on_result: Called with each result. If it raises an exception, no further episodes are
            started, and the exception is raised when the running ones have ended.

    Returns:
        The run; `complete` is false if it was stopped early or has void episodes.

    Raises:
        UserError: If a name, a setting or the data is invalid. If it is raised by an episode, the
            finished episodes stay in the folder, and the run can be resumed.
    """
    arguments = _checked(**locals())
    stop = threading.Event()
    if not _loop_is_running():
        return _evaluate(stop, **arguments)
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(_evaluate, stop, **arguments)
        try:
            return running.result()
        except KeyboardInterrupt:
            stop.set()  # The executor waits for the episodes that have been started.
            raise


async def evaluate_async(
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    **arguments: Any,
) -> Run:
    """Run `evaluate` without blocking the event loop.

    If it is cancelled, no further episodes are started, and the run can be resumed. Agents and
    benchmarks run in another thread with an event loop of its own.

    Args:
        arguments: Those of `evaluate`.

    Raises:
        UserError: If a name, a setting or the data is invalid.
    """
    stop = threading.Event()
    call = partial(_evaluate, stop, **_checked(benchmark, agent, **arguments))
    running = asyncio.ensure_future(asyncio.to_thread(call))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([running])
        raise


def read_run(folder: Path | str, benchmark: str | Benchmark | Factory | None = None) -> Run:
    """Read the run in a folder, and rescore its episodes.

    Args:
        benchmark: The benchmark, if the run was started with a Python object.

    Raises:
        UserError: If the folder is not a run folder, or its benchmark's data has changed.
    """
    own_benchmark = load_benchmark(benchmark) if benchmark is not None else None
    return Run.of(reading.read_run(Path(folder), own_benchmark))


def _checked(*positional: Any, **named: Any) -> dict[str, Any]:
    """Return the arguments of `evaluate` by name, converted to their types. Those that can be
    Python objects (benchmark, agent, model) are checked when they are used.

    Raises:
        UserError: If an argument has the wrong type.
    """
    arguments = inspect.signature(evaluate).bind(*positional, **named).arguments
    hints = get_type_hints(evaluate)
    for name in arguments.keys() - {"benchmark", "agent", "model"}:
        try:
            arguments[name] = TypeAdapter(hints[name]).validate_python(arguments[name])
        except ValidationError as error:
            message = error.errors()[0]["msg"]
            raise UserError(f"{name} {arguments[name]!r}: {message}.") from error
    if arguments.get("resume") and arguments.get("out") is None:
        raise UserError("resume needs the folder of the run: add `out`.")
    return arguments


def _evaluate(
    stop: threading.Event,
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    *,
    model: str | ModelSettings | Model | None = None,
    parallel: int | str | None = None,
    workers: int | str | None = None,
    out: Path | str | None = None,
    record: str = "shown",
    isolation: str = "auto",
    report: bool = True,
    on_result: Callable[[Result], None] | None = None,
    **options: Any,
) -> Run:
    failures: list[Exception] = []

    def listen(result: Result) -> None:
        try:
            if on_result is not None and not failures:
                on_result(result)
        except Exception as error:  # noqa: BLE001 - Inspect would only log it
            failures.append(error)
            stop.set()

    snapshots, recordings = parse_record(record)
    per_worker = None if parallel is None else number_of(parallel)
    run = runs.run(
        benchmark,
        agent,
        model=ModelSettings(name=model) if isinstance(model, str) else model,
        workers=None if workers is None else executor_of(str(workers), per_worker),
        parallel=number_of(parallel or (1 if is_agent(agent) else None)),
        folder=None if out is None else Path(out),
        record=snapshots,
        recordings=recordings,
        isolated=isolation,
        on_result=listen,
        stop=stop,
        **options,
    )
    if failures:
        raise failures[0]
    result = Run.of(run)
    if report:
        result.report()
    return result


def _unrecorded(result: Result) -> Episode:
    """Return a void episode for a result without a record."""
    message = result.message or UNRECORDED
    error = EpisodeError(cause=result.cause or NO_RECORD, message=message, void=True)
    return Episode(task=result.task, error=error)


def _loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
