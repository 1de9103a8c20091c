"""Runs: a benchmark and an agent in, a run folder and its results out."""

import io
import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import inspect_ai
from inspect_ai.log import EvalLog, EvalSample, recover_eval_log, recoverable_eval_logs
from inspect_ai.model import Model
from inspect_ai.solver import Solver

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark
from webproctor.browser.recording import Kind, Recording, load_av
from webproctor.browser.recording import record as start_recording
from webproctor.errors import UserError
from webproctor.harness.models import (
    InspectModel,
    ModelSettings,
    make_budget,
    make_model,
    running_budget,
)
from webproctor.harness.provenance import about_run, provenance
from webproctor.harness.registered import SOLVERS
from webproctor.harness.results import STOPPED, Key, Result, Run, read_results, result_of
from webproctor.harness.sights import Record, Sights
from webproctor.harness.summaries import figure_intervals, summary_of
from webproctor.harness.tasks import (
    benchmark_of,
    inspect_task,
    parallel_episodes,
    sample_listeners,
    sights,
)

Settings = Mapping[str, Any]
RECORDINGS = "recordings"
"""The folder of a run that holds its episodes' recordings."""


class HarnessFault(Exception):
    """The run itself failed, not an episode in it: a defect of webproctor or of Inspect."""

    def __init__(self, message: str, folder: Path) -> None:
        super().__init__(f"the run failed: {message}. Its logs are in {folder}.")


def new_folder(benchmark: str, agent: str, under: Path = Path("runs")) -> Path:
    """A name for a run's folder that is not taken yet."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{benchmark}-{agent}-{stamp}"
    taken = (under / (f"{name}-{n}" if n else name) for n in range(10_000))
    return next(path for path in taken if not path.exists())


def unfinished(benchmark: str, agent: str, settings: Settings, under: Path = Path("runs")) -> Path:
    """The newest run folder of the same benchmark, agent and settings.

    Raises:
        UserError: If there is none.
    """
    wanted = {"benchmark": benchmark, "agent": agent, "settings": _plain(settings)}
    for path in sorted(under.glob("*/run.json"), key=lambda at: at.stat().st_mtime, reverse=True):
        with suppress(UserError):  # A run that cannot be read is none to go on with.
            about = about_run(path.parent)
            if all(about[key] == value for key, value in wanted.items()):
                return path.parent
    raise UserError(
        f"{under}: holds no run of {benchmark!r} by {agent!r} with these settings to go on with. "
        "Start it without --resume, or name its folder with --out."
    )


def run(
    benchmark: str,
    agent: str,
    *,
    settings: Settings | None = None,
    agent_settings: Settings | None = None,
    model: ModelSettings | None = None,
    folder: Path | None = None,
    resume: bool = False,
    epochs: int = 1,
    parallel: int = 1,
    record: Record = "shown",
    recordings: Collection[Kind] = (),
    on_result: Callable[[Result], None] | None = None,
    on_start: Callable[[int, Sequence[Result]], None] | None = None,
) -> Run:
    """Run an agent on a benchmark's tasks and keep everything in a folder.

    Args:
        settings: The benchmark's settings.
        agent_settings: The agent's settings.
        model: The model that drives the agent, and what the run may cost.
        folder: Where to keep the run; by default a new folder under `runs`.
        resume: Go on with the run in `folder`: finished tasks are kept, those that are missing or
            broke off are run.
        epochs: How often each task is worked on.
        parallel: Episodes at a time.
        record: What is kept of what there was before each turn, for the page of episodes.
        recordings: What is recorded of each episode on live pages, in the run's `recordings`.
        on_result: Called with each result as it comes.
        on_start: Called once with the number of episodes and the results that are there already.

    Returns:
        The run; its `complete` is false when it was stopped before its end, by hand or by budget.

    Raises:
        UserError: If a name, a setting or the data is wrong.
    """
    started = time.perf_counter()
    settings, agent_settings = dict(settings or {}), dict(agent_settings or {})
    if parallel < 1:
        raise UserError(f"parallel {parallel}: at least one episode runs at a time.")
    if epochs < 1:
        raise UserError(f"epochs {epochs}: each task is worked on at least once.")
    if "video" in recordings:
        load_av()
    made = benchmark_of(benchmark, _plain(settings))
    # Mistakes show before anything starts.
    make_agent(agent, made, InspectModel() if model else None, **agent_settings)
    driver = make_model(model) if model else None
    budget = make_budget(model) if model else None
    made.ready()
    tasks = made.tasks()
    folder = folder or new_folder(benchmark, agent)
    about = {
        "benchmark": benchmark,
        "agent": agent,
        "settings": _plain(settings),
        "agent_settings": _plain(agent_settings),
        # The provider's settings may hold a key.
        "model": model.model_dump(mode="json", exclude={"arguments"}) if model else None,
        "epochs": epochs,
        "condition": _plain(made.condition),
    }
    kept = _begin(folder, resume, about)
    wanted = [(task.id, epoch) for epoch in range(1, epochs + 1) for task in tasks]
    results = {key: kept[key] for key in wanted if key in kept}
    left = [key for key in wanted if key not in results or results[key].cause]
    if on_start:
        on_start(len(wanted), [results[key] for key in wanted if key not in left])

    faults: list[str] = []
    stopped: list[str] = []

    def listen(sample: EvalSample) -> None:
        if result := result_of(sample):
            if result.cause in STOPPED:
                stopped.append(result.message or "")
                return
            results[result.task, result.epoch] = result
            if on_result:
                on_result(result)
        elif sample.error:
            faults.append(f"{sample.id}: {sample.error.message}")

    if left:
        running_budget.set(budget)
        start_recording(Recording(folder / RECORDINGS, frozenset(recordings)))
        sights.set(None if record == "none" else Sights(folder, record))
        with _listening(listen):
            task = inspect_task(benchmark, _plain(settings), left)
            solver = SOLVERS[agent](**_plain(agent_settings))
            log = _evaluate(task, solver, driver, folder, parallel)
        if log is not None and log.status == "error":
            raise HarnessFault(log.error.message if log.error else "no reason is given", folder)
        if log is not None and log.status == "success" and faults:
            raise HarnessFault(f"{len(faults)} tasks could not be marked: {faults[0]}", folder)
    seconds = time.perf_counter() - started
    done = _drawn_together(folder, made, about, results, seconds)
    return done.model_copy(update={"stopped": stopped[0] if stopped else None})


def read_run(folder: Path) -> Run:
    """The run that a folder's logs hold.

    Raises:
        UserError: If the folder holds no run, or its benchmark's data is no longer what it was.
    """
    about, made = about_run(folder), benchmark_of_run(folder)
    if _plain(made.condition) != about["condition"]:
        raise UserError(
            f"{folder}: the data of this run has changed since; put it back to read it."
        )
    return _drawn_together(folder, made, about, read_results(folder))


def benchmark_of_run(folder: Path) -> Benchmark:
    """The benchmark of a run, with its settings.

    Raises:
        UserError: If the folder holds no run.
    """
    about = about_run(folder)
    return benchmark_of(about["benchmark"], about["settings"])


def _drawn_together(
    folder: Path,
    made: Benchmark,
    about: Mapping[str, Any],
    results: Mapping[Key, Result],
    seconds: float = 0.0,
) -> Run:
    tasks, epochs = made.tasks(), about.get("epochs", 1)
    tag = getattr(made, "cluster", "")
    done = [
        (
            task,
            results[task.id, epoch].model_copy(
                update={
                    "cluster": str(task.tags.get(tag, task.id)),
                    "instruction": task.instruction,
                }
            ),
        )
        for task in tasks
        for epoch in range(1, epochs + 1)
        if (task.id, epoch) in results
    ]
    marked = [(result.epoch, task, result.score) for task, result in done]
    clusters = [result.cluster for _, result in done]
    return Run(
        folder=folder,
        benchmark=made.name,
        agent=about["agent"],
        model=(about.get("model") or {}).get("name"),
        condition=made.condition,
        complete=len(done) == len(tasks) * epochs,
        tasks=len(tasks),
        epochs=epochs,
        results=[result for _, result in done],
        summary=summary_of(made, marked) if done else None,
        sure=figure_intervals(made, marked, clusters) if done else {},
        seconds=seconds,
        published=made.published(),
        beside=dict(getattr(made, "beside", {})),
        grouped=tag,
    )


def _evaluate(
    task: inspect_ai.Task, solver: Solver, model: Model | None, folder: Path, parallel: int
) -> EvalLog | None:
    """Let Inspect run the episodes; None when the person stopped it at once."""
    parallel_episodes.set(parallel)
    try:
        # Inspect greets on standard output, which belongs to our caller.
        with redirect_stdout(io.StringIO()):
            [log] = inspect_ai.eval(
                task,
                solver=solver,
                model=model,
                display="none",
                log_dir=str(folder),
                log_level="error",
                max_samples=parallel,
                fail_on_error=False,
                score_on_error=True,
                retry_on_error=1,
                log_buffer=50,
                log_header_only=True,
            )
    except KeyboardInterrupt:
        return None  # What has finished is in the log; the caller sees that tasks are missing.
    return log


@contextmanager
def _listening(listen: Callable[[EvalSample], None]) -> Iterator[None]:
    sample_listeners.append(listen)
    try:
        yield
    finally:
        sample_listeners.remove(listen)


def _begin(folder: Path, resume: bool, now: Mapping[str, Any]) -> dict[Key, Result]:
    """Write down what is run, or read what a run that is gone on with has finished."""
    about_path = folder / "run.json"
    if resume:
        begun: dict[str, Any] = {"epochs": 1, "agent_settings": {}} | about_run(folder)
        # How a model is asked may change, such as a longer timeout, and which it is may not.
        there, here = (
            {
                key: each[key]
                for key in ("benchmark", "agent", "agent_settings", "condition", "epochs")
            }
            | {"model": (each.get("model") or {}).get("name")}
            for each in (begun, now)
        )
        for key in here:
            if there[key] != here[key]:
                raise UserError(
                    f"{about_path}: {key} is {there[key]!r} there and {here[key]!r} now; "
                    "a run can only go on as it began."
                )
    elif about_path.exists():
        raise UserError(f"{folder}: holds a run already. Add --resume to go on with it.")
    folder.mkdir(parents=True, exist_ok=True)
    # Inspect's buffer of unfinished logs stays with the run, so that a killed run can be recovered.
    os.environ["XDG_DATA_HOME"] = str((folder / ".buffer").absolute())
    # Its trace of a process stays where the first run was, which may be gone by the second.
    os.environ.setdefault("INSPECT_TRACE_LEVEL", "CRITICAL")
    if resume:
        for log in recoverable_eval_logs(str(folder)):
            recover_eval_log(log.log.name, overwrite=True)
        return read_results(folder)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    about = {**now, **provenance(), "started": started}
    about_path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return {}


def _plain(settings: Settings) -> dict[str, Any]:
    return json.loads(json.dumps(dict(settings), default=str))
