"""Read the results of a run folder."""

import json
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.harness.logs import read_results
from webproctor.run.lazy_sequence import LazySequence
from webproctor.run.ledger import read_ledger, restarts, total
from webproctor.run.logs import without_digest
from webproctor.run.packed import PackedResults
from webproctor.run.provenance import plain, read_run_json, selection_of, settings_of
from webproctor.run.results import PEOPLE, Run
from webproctor.run.summaries import figure_intervals, summary_of

# Parts of a condition that the benchmark's settings do not define: its version, how browsers are
# isolated, whether the agent or a trace could run scripts in its pages, the preset of its settings,
# how many of the tasks were run, and what differs in a run of people.
ADDED = ("version", "isolation", "inputs", "trace", "preset", "limit", PEOPLE)


def read_run(
    folder: Path,
    benchmark: Benchmark | None = None,
    *,
    load: Callable[[Path], Benchmark] | None = None,
) -> Run:
    """Read the run in a folder, and rescore its episodes.

    Args:
        benchmark: The benchmark of the run, if the run was started with a Python object.
        load: Returns the benchmark of the run in a folder, if it has a name; by default
            `benchmark_of_run`.

    Raises:
        UserError: If the folder is not a run folder, or its benchmark's data has changed.
    """
    about, loaded = read_run_json(folder), benchmark or (load or benchmark_of_run)(folder)
    version = about["condition"].get("version", loaded.version)
    if version != loaded.version:
        raise UserError(
            f"{folder}: the run has version {version} of {loaded.name}, and this webproctor has "
            f"version {loaded.version}, which may score differently. Read the run with the version "
            "of webproctor that made it."
        )
    recorded_condition = {
        key: value for key, value in about["condition"].items() if key not in ADDED
    }
    if plain(loaded.condition) != recorded_condition:
        raise UserError(
            f"{folder}: the benchmark's data has changed since this run. Restore the data."
        )
    require_same_tasks(folder, about, loaded)
    run = assemble_run(folder, loaded, about, read_results(folder, loaded))
    return run.model_copy(update={"own_benchmark": benchmark})


def require_same_tasks(folder: Path, about: Mapping[str, Any], benchmark: Benchmark) -> None:
    """Raise `UserError` if a benchmark does not have the tasks that were selected for a run.

    The results of other tasks would be left out.

    Args:
        about: The content of `run.json`.
    """
    tasks = selection_of(benchmark.tasks()[: about["condition"].get("limit")])
    if about["selection"] not in (tasks, None):
        raise UserError(
            f"{folder}: the settings in run.json give other tasks than those of the run. Restore "
            "run.json and the data."
        )


def _added(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a run's condition that its benchmark does not define."""
    condition = about.get("condition", {})
    return {key: condition[key] for key in ADDED if key in condition}


def benchmark_of_run(folder: Path) -> Benchmark:
    """Create the benchmark of a run, with the run's settings.

    Raises:
        UserError: If the folder is not a run folder, or its benchmark has no name here.
    """
    about = read_run_json(folder)
    name = about["benchmark"]
    if registry.short(name) == name and name not in registry.names("benchmarks"):
        raise UserError(
            f"{folder}: benchmark {name!r} is not registered. If it is a Python object, read the "
            "run with webproctor.read_run(FOLDER, OBJECT); if it is part of a package, install the "
            "package."
        )
    return load_benchmark(name, **settings_of(about))


def shared_benchmarks() -> Callable[[Path], Benchmark]:
    """Return a function like `benchmark_of_run`, which creates one benchmark for all runs with the
    same settings: reading the data of a large one takes seconds.
    """
    benchmarks: dict[str, Benchmark] = {}

    def load(folder: Path) -> Benchmark:
        about = read_run_json(folder)
        key = json.dumps([about["benchmark"], about["settings"]], sort_keys=True)
        if key not in benchmarks:
            benchmarks[key] = benchmark_of_run(folder)
        return benchmarks[key]

    return load


def assemble_run(
    folder: Path,
    benchmark: Benchmark,
    about: Mapping[str, Any],
    results: PackedResults,
    seconds: float = 0.0,
) -> Run:
    """Return a run with the results of its finished episodes, and their summary.

    Args:
        about: The content of `run.json`.
        results: The results, to which cluster and instruction are added.
    """
    tasks, epochs = benchmark.tasks()[: about["condition"].get("limit")], about["epochs"]
    ordered, scored = results.ordered(tasks, epochs, benchmark.cluster)
    valid = array("L")
    clusters: list[str] = []
    for index, result in enumerate(ordered):
        clusters.append(result.cluster)
        if not result.void:
            valid.append(index)
    without_void = LazySequence(len(valid), lambda index: scored[valid[index]])
    return Run(
        folder=folder,
        benchmark=registry.displayed("benchmarks", about["benchmark"], benchmark.name),
        agent=registry.displayed("agents", about["agent"], registry.short(about["agent"])),
        model=(about.get("model") or {}).get("name"),
        condition=benchmark.condition | _added(about),
        complete=len(valid) == len(tasks) * epochs,
        tasks=len(tasks),
        selection=selection_of(tasks),
        epochs=epochs,
        results=ordered,
        used=total(read_ledger(folder)),
        restarts=restarts(folder, ordered),
        without_digest=without_digest(folder),
        summary=summary_of(benchmark, scored) if ordered else None,
        without_void=summary_of(benchmark, without_void).figures
        if 0 < len(valid) < len(scored)
        else {},
        confidence=figure_intervals(benchmark, scored, clusters) if ordered else {},
        seconds=seconds,
        published=benchmark.published(),
        published_columns=dict(benchmark.published_columns),
        published_condition=dict(benchmark.published_condition),
        grouped=benchmark.cluster,
        participants=about.get("participants", []),
    )
