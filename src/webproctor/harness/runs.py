"""Runs: a benchmark and an agent in, a run folder and its results out."""

import io
import json
import os
import platform
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import inspect_ai
from inspect_ai.log import EvalLog, EvalSample, recover_eval_log, recoverable_eval_logs
from inspect_ai.model import Model
from inspect_ai.solver import Solver

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark
from webproctor.errors import UserError
from webproctor.harness.models import (
    InspectModel,
    ModelSettings,
    make_budget,
    make_model,
    running_budget,
)
from webproctor.harness.registered import SOLVERS
from webproctor.harness.results import STOPPED, Result, Run, read_results, result_of
from webproctor.harness.screens import Record, Screens
from webproctor.harness.tasks import (
    benchmark_of,
    inspect_task,
    parallel_episodes,
    sample_listeners,
    screens,
)

Settings = Mapping[str, Any]


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
        about = json.loads(path.read_text(encoding="utf-8"))
        if all(about.get(key) == value for key, value in wanted.items()):
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
    parallel: int = 1,
    record: Record = "shown",
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
        parallel: Episodes at a time.
        record: Which pictures are kept, for the page of episodes.
        on_result: Called with each result as it comes.
        on_start: Called once with the number of tasks and the results that are there already.

    Returns:
        The run; its `complete` is false when it was stopped before its end, by hand or by budget.

    Raises:
        UserError: If a name, a setting or the data is wrong.
    """
    started = time.perf_counter()
    settings, agent_settings = dict(settings or {}), dict(agent_settings or {})
    if parallel < 1:
        raise UserError(f"parallel {parallel}: at least one episode runs at a time.")
    made = benchmark_of(benchmark, _plain(settings))
    # Mistakes show before anything starts.
    make_agent(agent, made, InspectModel() if model else None, **agent_settings)
    driver = make_model(model) if model else None
    budget = make_budget(model) if model else None
    made.ready()
    tasks = made.tasks()
    folder = folder or new_folder(benchmark, agent)
    kept = _begin(folder, resume, benchmark, agent, settings, agent_settings, model, made.condition)
    results = {task.id: kept[task.id] for task in tasks if task.id in kept}
    left = {task.id for task in tasks if task.id not in results or results[task.id].cause}
    if on_start:
        on_start(len(tasks), [one for one in results.values() if one.task not in left])

    faults: list[str] = []
    stopped: list[str] = []

    def listen(sample: EvalSample) -> None:
        if result := result_of(sample):
            if result.cause in STOPPED:
                stopped.append(result.message or "")
                return
            results[result.task] = result
            if on_result:
                on_result(result)
        elif sample.error:
            faults.append(f"{sample.id}: {sample.error.message}")

    if left:
        running_budget.set(budget)
        screens.set(None if record == "none" else Screens(folder, record))
        with _listening(listen):
            task = inspect_task(benchmark, _plain(settings), left)
            solver = SOLVERS[agent](**_plain(agent_settings))
            log = _evaluate(task, solver, driver, folder, parallel)
        if log is not None and log.status == "error":
            raise HarnessFault(log.error.message if log.error else "no reason is given", folder)
        if log is not None and log.status == "success" and faults:
            raise HarnessFault(f"{len(faults)} tasks could not be marked: {faults[0]}", folder)
    seconds = time.perf_counter() - started
    done = _drawn_together(folder, made, agent, model and model.name, results, seconds)
    return done.model_copy(update={"stopped": stopped[0] if stopped else None})


def read_run(folder: Path) -> Run:
    """The run that a folder's logs hold.

    Raises:
        UserError: If the folder holds no run, or its benchmark's data is no longer what it was.
    """
    about = _about(folder)
    made = benchmark_of(about["benchmark"], about["settings"])
    if _plain(made.condition) != about["condition"]:
        raise UserError(
            f"{folder}: the data of this run has changed since; put it back to read it."
        )
    driver = (about.get("model") or {}).get("name")
    return _drawn_together(folder, made, about["agent"], driver, read_results(folder))


def _drawn_together(
    folder: Path,
    made: Benchmark,
    agent: str,
    model: str | None,
    results: Mapping[str, Result],
    seconds: float = 0.0,
) -> Run:
    tasks = made.tasks()
    tag = getattr(made, "cluster", "")
    done = [
        (
            task,
            results[task.id].model_copy(
                update={
                    "cluster": str(task.tags.get(tag, task.id)),
                    "instruction": task.instruction,
                }
            ),
        )
        for task in tasks
        if task.id in results
    ]
    summary = made.summarise([(task, result.score) for task, result in done]) if done else None
    return Run(
        folder=folder,
        benchmark=made.name,
        agent=agent,
        model=model,
        condition=made.condition,
        complete=len(done) == len(tasks),
        tasks=len(tasks),
        results=[result for _, result in done],
        summary=summary,
        seconds=seconds,
        published=made.published(),
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


def _begin(
    folder: Path,
    resume: bool,
    benchmark: str,
    agent: str,
    settings: Settings,
    agent_settings: Settings,
    model: ModelSettings | None,
    condition: dict[str, Any],
) -> dict[str, Result]:
    """Write down what is run, or read what a run that is gone on with has finished."""
    about_path = folder / "run.json"
    if resume:
        about = _about(folder)
        same = {
            "benchmark": benchmark,
            "agent": agent,
            "agent_settings": _plain(agent_settings),
            "condition": _plain(condition),
        }
        there = {key: about[key] for key in same} | {
            "model": (about.get("model") or {}).get("name")
        }
        for key, value in (same | {"model": model and model.name}).items():
            if there[key] != value:
                raise UserError(
                    f"{about_path}: {key} is {there[key]!r} there and {value!r} now; "
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
    about = {
        "benchmark": benchmark,
        "agent": agent,
        "settings": _plain(settings),
        "agent_settings": _plain(agent_settings),
        # The provider's settings may hold a key.
        "model": model.model_dump(mode="json", exclude={"arguments"}) if model else None,
        "condition": _plain(condition),
        "webproctor": version("webproctor"),
        "commit": _commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    about_path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return {}


def _about(folder: Path) -> dict[str, Any]:
    path = folder / "run.json"
    if not path.is_file():
        raise UserError(f"{folder}: is no run folder (it has no run.json).")
    return json.loads(path.read_text(encoding="utf-8"))


def _plain(settings: Settings) -> dict[str, Any]:
    return json.loads(json.dumps(dict(settings), default=str))


def _commit() -> str | None:
    """The commit of the checkout that this package runs from, if it runs from one."""
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.strip() or None
