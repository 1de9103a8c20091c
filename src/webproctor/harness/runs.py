"""Run an agent on a benchmark, and read the results of a run folder."""

import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from inspect_ai.log import EvalLog

from webproctor.agents import agent_name
from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.environments.browser.recording import RECORDINGS, Kind, Recording
from webproctor.environments.browser.recording import record as start_recording
from webproctor.environments.isolation import hidden_folders, request
from webproctor.environments.parallel import Parallel, Slots
from webproctor.files.folders import lock_folder
from webproctor.harness.accounting import RunAccount, running_account
from webproctor.harness.evaluating import (
    evaluate,
    exclusive_run,
    in_copied_context,
    make_solver,
)
from webproctor.harness.folders import (
    Settings,
    never_started,
    new_folder,
    prepare_folder,
)
from webproctor.harness.hooks import sample_listener
from webproctor.harness.models import ModelSettings
from webproctor.harness.parallelism import record_parallelism, slots_of_run
from webproctor.harness.prepared_runs import PreparedRun, prepare_run
from webproctor.harness.reading import assemble_run
from webproctor.harness.remote import require_names, run_in_workers
from webproctor.harness.run_episodes import RunEpisodes
from webproctor.harness.samples import SampleResults
from webproctor.harness.tasks import inspect_task, snapshots
from webproctor.run.early_start import EarlyStart
from webproctor.run.episode_results import USER, Result
from webproctor.run.ledger import STARTS, Ledger, open_ledger, read_ledger, total
from webproctor.run.logs import write_digests
from webproctor.run.preparation import run_objects
from webproctor.run.provenance import MAX_EPOCHS, fingerprint, plain, provenance
from webproctor.run.results import Run
from webproctor.run.snapshots import Record, Snapshots
from webproctor.workers.connection import Executor
from webproctor.workers.messages import Setup

EPISODES_PER_LOG = 1000
"""Maximum number of episodes in one log. Inspect keeps a part of each sample of a log in memory,
and copies the whole log whenever it adds samples to it: with a single log, a long run would take
time that grows with the square of its episodes."""


class HarnessError(Exception):
    """The run itself failed, not an episode: a defect of webproctor or of Inspect."""

    def __init__(self, message: str, folder: Path) -> None:
        super().__init__(f"the run failed: {message}. Its logs are in {folder}.")


@in_copied_context
def run(
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    *,
    settings: Settings | None = None,
    agent_settings: Settings | None = None,
    preset: str | None = None,
    model: ModelSettings | Model | None = None,
    budget: float | None = None,
    folder: Path | None = None,
    resume: bool = False,
    limit: int | None = None,
    epochs: int = 1,
    parallel: Parallel = 1,
    record: Record = "shown",
    recordings: Collection[Kind] = (),
    isolated: str = "auto",
    workers: Executor | None = None,
    on_result: Callable[[Result], None] | None = None,
    on_start: Callable[[int, Iterable[Result]], None] | None = None,
    on_parallel: Callable[[str], None] | None = None,
    stop: threading.Event | None = None,
    early_start: EarlyStart | None = None,
) -> Run:
    """Run an agent on a benchmark's tasks, and keep logs and results in a folder.

    Runs in one process, in any thread, wait for each other.

    Args:
        benchmark: A name, `path/file.py:NAME`, or a Python object; see `load_benchmark`.
        agent: A name, `path/file.py:NAME`, or a Python object; see `make_agent`.
        settings: The benchmark's settings.
        agent_settings: The agent's settings.
        preset: Name of settings by a published protocol, which `settings` and `agent_settings`
            override.
        model: The agent's model.
        budget: Maximum cost of the run in dollars, including what it cost before it was resumed; by
            default that of `model`. An agent without a model must report its cost.
        folder: Folder of the run; by default a new folder under `runs`.
        resume: Resume the run in `folder`: run only episodes that are missing or void, or whose
            model gave no answer.
        limit: Run only the first `limit` tasks.
        epochs: Episodes per task.
        parallel: Number of parallel episodes, or how it is chosen during the run.
        record: Snapshots to keep of each step.
        recordings: Recordings of live pages to write to `recordings`.
        isolated: Whether browsers and programs run in a sandbox: `auto` (if the machine supports
            it), `none` or `required`.
        workers: Starts the workers that run the episodes; see `workers.executors.executor_of`.
            Benchmark and agent must be names. By default episodes run in this process, `parallel`
            at the same time.
        on_result: Called with each result.
        on_start: Called once with the number of episodes and the finished ones of a resumed run.
        on_parallel: Called with a sentence whenever the number of parallel episodes is chosen.
        stop: If set during the run, no further episodes are started.
        early_start: The benchmark, if it has been started; it is used if it has these settings.

    Returns:
        The run; `complete` is false if it was stopped early, by the user or by its budget, or if
        episodes are void.

    Raises:
        UserError: If a name, a setting or the data is invalid. If it is raised by an episode, the
            finished episodes stay in the folder.
    """
    started_at = time.perf_counter()
    _check_numbers(parallel, limit, epochs)
    request(isolated)
    if workers is not None:
        require_names(benchmark, agent)
    resume = resume and not (folder is not None and never_started(folder))
    prepared = prepare_run(
        benchmark,
        agent,
        settings=settings or {},
        agent_settings=agent_settings or {},
        preset=preset,
        model=model,
        budget=budget,
        folder=folder,
        resume=resume,
        limit=limit,
        epochs=epochs,
        record=record,
        recordings=recordings,
        stop=stop,
        early_start=early_start,
    )
    benchmark_object, about = prepared.benchmark, prepared.about
    given_folder = folder or new_folder(benchmark_object.name, agent_name(agent))
    # Agents may change the working directory.
    folder = given_folder.absolute()
    setup = _setup(prepared, record, recordings, isolated, folder)
    with (
        exclusive_run(folder),
        run_in_workers(workers, setup, benchmark_object, folder) as pool,
        lock_folder(given_folder),
    ):
        if pool is not None:
            about["workers"], parallel = pool.about(), pool.max_episodes
        started = prepared.early_start
        get_provenance = started.provenance.result if started else provenance
        previous = prepare_folder(given_folder, resume, about, benchmark_object, get_provenance)
        episodes = RunEpisodes(prepared.tasks, epochs, previous)
        if on_start:
            on_start(len(episodes), episodes.finished())
        samples = SampleResults(episodes.results, on_result)
        if episodes.remaining:
            _open_ledgers(prepared.account, folder, previous.values())
            _set_kept_files(folder, record, recordings)
            slots = slots_of_run(folder, parallel, pool, on_parallel)
            log = _evaluate(prepared, agent, episodes, samples, folder, slots)
            record_parallelism(folder, slots, pool)
            _raise_errors(prepared.account, log, samples, folder)
    seconds = time.perf_counter() - started_at
    finished_run = assemble_run(folder, benchmark_object, about, episodes.results, seconds)
    update = {
        "folder": given_folder if given_folder.absolute() == folder else folder,
        "stopped": next(iter(samples.stopped), None),
        "own_benchmark": None if isinstance(benchmark, str) else benchmark_object,
        "earlier": len(episodes) - len(episodes.remaining),
    }
    return finished_run.model_copy(update=update)


def _check_numbers(parallel: Parallel, limit: int | None, epochs: int) -> None:
    if isinstance(parallel, int) and parallel < 1:
        raise UserError(f"parallel {parallel}: must be at least 1.")
    if limit is not None and limit < 1:
        raise UserError(f"limit {limit}: must be at least 1.")
    if not 1 <= epochs <= MAX_EPOCHS:
        raise UserError(f"epochs {epochs}: must be from 1 to {MAX_EPOCHS:,}.")


def _setup(
    prepared: PreparedRun, record: Record, recordings: Collection[Kind], isolated: str, folder: Path
) -> Setup:
    """Return what the workers of a run need to run its episodes."""
    about = prepared.about
    return Setup(
        benchmark=about["benchmark"],
        settings=about["settings"],
        agent=about["agent"],
        agent_settings=prepared.agent_settings,
        with_model=prepared.with_model,
        record=record,
        recordings=frozenset(recordings),
        isolated=isolated,
        folder=folder,
    )


def _evaluate(
    prepared: PreparedRun,
    agent: str | Agent | SelfDrivenAgent | Factory,
    episodes: RunEpisodes,
    samples: SampleResults,
    folder: Path,
    slots: Slots,
) -> EvalLog | None:
    """Run the remaining episodes, one log after the other, and return the last log."""
    running_account.set(prepared.account)
    run_objects.set(prepared.objects)
    sample_listener.set(samples.add)
    solver = make_solver(agent, plain(prepared.agent_settings))
    about, run_fingerprint = prepared.about, fingerprint(folder)
    early_start, log = prepared.early_start, None
    for keys in episodes.batches(EPISODES_PER_LOG):
        task = inspect_task(about["benchmark"], about["settings"], keys, run=run_fingerprint)
        log = evaluate(task, solver, prepared.model, folder, slots, early_start)
        write_digests(folder)
        early_start = None  # Each log has its own event loop.
        if log is None or log.status != "success" or samples.stopped:
            break
    return log


def _open_ledgers(account: RunAccount, folder: Path, previous: Iterable[Result]) -> None:
    """Open the ledgers of a run, and count what it cost before it was resumed."""
    account.ledger = open_ledger(folder, previous)
    account.starts = Ledger(folder, STARTS)
    account.resume(total(read_ledger(folder)).get("dollars", 0.0))


def _set_kept_files(folder: Path, record: Record, recordings: Collection[Kind]) -> None:
    """Set which files episodes write to the run's folder, and hide the folder from programs."""
    hidden_folders.set((folder,))
    start_recording(Recording(folder / RECORDINGS, frozenset(recordings)))
    snapshots.set(None if record == "none" else Snapshots(folder, record))


def _raise_errors(
    account: RunAccount, log: EvalLog | None, samples: SampleResults, folder: Path
) -> None:
    """Raise an error that ended a run.

    Args:
        log: The last log; None if the run was stopped.

    Raises:
        UserError: If an episode raised it.
        HarnessError: If the run itself failed.
    """
    if account.stopped is not None and account.stopped.cause == USER:
        raise UserError(str(account.stopped))
    if log is not None and log.status == "error":
        raise HarnessError(log.error.message if log.error else "no reason given", folder)
    if log is not None and log.status == "success" and samples.errors:
        raise HarnessError(
            f"{len(samples.errors)} episodes could not be scored: {samples.errors[0]}", folder
        )
