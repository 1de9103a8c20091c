"""Run an agent on a benchmark, and read the results of a run folder."""

import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from inspect_ai import model as inspect_models
from inspect_ai.log import EvalLog
from inspect_ai.solver import Solver

from webproctor.agents import agent_name, inputs_of, make_agent
from webproctor.benchmarks import Benchmark
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.presets import described, find_preset, with_preset
from webproctor.environments.browser.recording import RECORDINGS, Kind, Recording
from webproctor.environments.browser.recording import record as start_recording
from webproctor.environments.browser.video import load_av
from webproctor.environments.isolation import hidden_folders, request
from webproctor.environments.parallel import Parallel, Slots
from webproctor.files.folders import lock_folder
from webproctor.harness.accounting import Budget, RunAccount, running_account
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
from webproctor.harness.models import (
    InspectModel,
    ModelSettings,
    make_account,
    make_model,
)
from webproctor.harness.parallelism import record_parallelism, slots_of_run
from webproctor.harness.reading import assemble_run
from webproctor.harness.remote import require_names, run_in_workers
from webproctor.harness.run_agent import about_agent
from webproctor.harness.run_episodes import RunEpisodes
from webproctor.harness.run_model import about_model, check_model, uses_model
from webproctor.harness.samples import SampleResults
from webproctor.harness.tasks import inspect_task, snapshots
from webproctor.run.early_start import EarlyStart
from webproctor.run.episode_results import USER, Result
from webproctor.run.ledger import STARTS, Ledger, open_ledger, read_ledger, total
from webproctor.run.logs import write_digests
from webproctor.run.preparation import RunObjects, prepare_benchmark, run_objects
from webproctor.run.provenance import (
    MAX_EPOCHS,
    condition_of,
    fingerprint,
    plain,
    provenance,
    selection_of,
)
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
    settings, agent_settings = dict(settings or {}), dict(agent_settings or {})
    _check_numbers(parallel, limit, epochs)
    request(isolated)
    settings, agent_settings, preset_entry = _preset(
        preset, benchmark, agent, settings, agent_settings
    )
    if workers is not None:
        require_names(benchmark, agent)
    resume = resume and not (folder is not None and never_started(folder))
    if early_start is not None and early_start.settings != settings:
        early_start = None
    settings, benchmark_object, benchmark_name = prepare_benchmark(
        benchmark, settings, folder if resume else None, early_start and early_start.benchmark
    )
    objects = RunObjects(
        benchmark_name=benchmark_name,
        benchmark=benchmark_object,
        agent=None if isinstance(agent, str) else agent,
        model=None if model is None or isinstance(model, ModelSettings) else model,
        stop=stop,
    )
    model_settings = _model_settings(model, budget)
    # Raises user errors before anything starts.
    _check_recordings(recordings, benchmark_object, resume=resume)
    episode_model = objects.model or (InspectModel() if model_settings else None)
    agent_object = make_agent(agent, benchmark_object, episode_model, **agent_settings)
    check_model(agent, agent_object, model, budget)
    inspect_model = make_model(model_settings) if model_settings else None
    used = uses_model(agent_object)
    account = _account(model_settings, budget, used=used)
    benchmark_object.ready()
    tasks = benchmark_object.tasks()
    limit_entry = {"limit": limit} if limit is not None and limit < len(tasks) else {}
    tasks = tasks[:limit] if limit_entry else tasks
    given_folder = folder or new_folder(benchmark_object.name, agent_name(agent))
    # Agents may change the working directory.
    folder = given_folder.absolute()
    about = {
        "benchmark": benchmark_name,
        "settings": plain(settings),
        **about_agent(agent, agent_object, agent_settings),
        "model": about_model(model_settings or model, account) if used else None,
        "epochs": epochs,
        "record": ",".join([record, *sorted(recordings)]),
        "selection": selection_of(tasks),
        "condition": condition_of(benchmark_object)
        | inputs_of(benchmark_object, agent_object)
        | ({"trace": True} if "trace" in recordings else {})  # Runs scripts in the page.
        | preset_entry
        | limit_entry,
    }
    setup = Setup(
        benchmark=benchmark_name,
        settings=about["settings"],
        agent=about["agent"],
        agent_settings=agent_settings,
        with_model=episode_model is not None,
        record=record,
        recordings=frozenset(recordings),
        isolated=isolated,
        folder=folder,
    )
    with (
        exclusive_run(folder),
        run_in_workers(workers, setup, benchmark_object, folder) as pool,
        lock_folder(given_folder),
    ):
        if pool is not None:
            about["workers"], parallel = pool.about(), pool.max_episodes
        get_provenance = early_start.provenance.result if early_start else provenance
        previous = prepare_folder(given_folder, resume, about, benchmark_object, get_provenance)
        episodes = RunEpisodes(tasks, epochs, previous)
        if on_start:
            on_start(len(episodes), episodes.finished())
        samples = SampleResults(episodes.results, on_result)
        if episodes.remaining:
            _open_ledgers(account, folder, previous.values())
            running_account.set(account)
            run_objects.set(objects)
            sample_listener.set(samples.add)
            _set_kept_files(folder, record, recordings)
            solver = make_solver(agent, plain(agent_settings))
            running_slots = slots_of_run(folder, parallel, pool, on_parallel)
            log = _evaluate(
                about, episodes, samples, solver, inspect_model, folder, running_slots, early_start
            )
            record_parallelism(folder, running_slots, pool)
            _raise_errors(account, log, samples, folder)
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


def _check_recordings(recordings: Collection[Kind], benchmark: Benchmark, *, resume: bool) -> None:
    """Check that recordings can be written.

    Raises:
        UserError: If a new run has no pages to record, or a required package is not installed.
    """
    if "video" in recordings:
        load_av()
    if recordings and not benchmark.live and not resume:
        raise UserError(
            f"record {', '.join(sorted(recordings))}: {benchmark.name} has no live pages to "
            "record. Keep snapshots only: shown, all or none."
        )


def _model_settings(
    model: ModelSettings | Model | None, budget: float | None
) -> ModelSettings | None:
    """Return the settings of a model with the budget of the run; None for a Python object."""
    if not isinstance(model, ModelSettings) or budget is None:
        return model if isinstance(model, ModelSettings) else None
    return model.model_copy(update={"budget": budget})


def _account(settings: ModelSettings | None, budget: float | None, *, used: bool) -> RunAccount:
    """Return the account of a run; see `make_account`."""
    if settings is not None:
        return make_account(settings, used=used)
    return RunAccount(budget=None if budget is None else Budget(budget))


def _evaluate(
    about: dict[str, Any],
    episodes: RunEpisodes,
    samples: SampleResults,
    solver: Solver,
    model: inspect_models.Model | None,
    folder: Path,
    slots: Slots,
    early_start: EarlyStart | None,
) -> EvalLog | None:
    """Run the remaining episodes, one log after the other, and return the last log."""
    run_fingerprint = fingerprint(folder)
    log = None
    for keys in episodes.batches(EPISODES_PER_LOG):
        task = inspect_task(about["benchmark"], about["settings"], keys, run=run_fingerprint)
        log = evaluate(task, solver, model, folder, slots, early_start)
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


def _preset(
    name: str | None,
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    settings: dict[str, Any],
    agent_settings: dict[str, Any],
) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Return the settings of the benchmark and of the agent with those of a preset as defaults, and
    the preset's entry in the condition.

    Raises:
        UserError: If there is no such preset, or its settings cannot be applied to an object.
    """
    if name is None:
        return settings, agent_settings, {}
    if isinstance(benchmark, Benchmark) or not (isinstance(agent, str) or callable(agent)):
        raise UserError(f"preset {name!r} needs the names of the agent and the benchmark.")
    benchmark_name = benchmark if isinstance(benchmark, str) else factories.name_of(benchmark)
    preset = find_preset(name, agent, benchmark_name)
    entry = described(name, preset, agent_settings, settings)
    benchmark_factory, agent_factory = (
        registry.factory(kind, one) if isinstance(one, str) else one
        for kind, one in (("benchmarks", benchmark), ("agents", agent))
    )
    return (
        with_preset(benchmark_factory, preset.benchmark, settings),
        with_preset(agent_factory, preset.agent, agent_settings),
        {"preset": entry},
    )
