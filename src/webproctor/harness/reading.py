"""Read the results of a run folder."""

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.harness.logs import read_results
from webproctor.run.ledger import read_ledger, total
from webproctor.run.making import benchmark_of
from webproctor.run.on_access import OnAccess
from webproctor.run.packed import PackedResults
from webproctor.run.provenance import about_run, plain, settings_of
from webproctor.run.results import PEOPLE, Run
from webproctor.run.summaries import figure_intervals, summary_of

# Parts of a condition that the benchmark's settings do not define: its version, how browsers are
# isolated, whether the agent could run scripts in its pages, the preset of its settings, how many
# of the tasks were run, and what differs in a run of people.
ADDED = ("version", "isolation", "inputs", "preset", "limit", PEOPLE)


def read_run(folder: Path, benchmark: Benchmark | None = None) -> Run:
    """Read the run in a folder, and rescore its episodes.

    Args:
        benchmark: The benchmark of the run, if the run was started with a Python object.

    Raises:
        UserError: If the folder is not a run folder, or its benchmark's data has changed.
    """
    about, made = about_run(folder), benchmark or benchmark_of_run(folder)
    version = about["condition"].get("version", made.version)
    if version != made.version:
        raise UserError(
            f"{folder}: the run has version {version} of {made.name}, and this webproctor has "
            f"version {made.version}, which may score differently. Read the run with the version "
            "of webproctor that made it."
        )
    there = {key: value for key, value in about["condition"].items() if key not in ADDED}
    if plain(made.condition) != there:
        raise UserError(
            f"{folder}: the benchmark's data has changed since this run. Restore the data."
        )
    done = drawn_together(folder, made, about, read_results(folder, made))
    return done.model_copy(update={"own_benchmark": benchmark})


def _added(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a run's condition that its benchmark does not define."""
    kept = about.get("condition", {})
    return {key: kept[key] for key in ADDED if key in kept}


def benchmark_of_run(folder: Path) -> Benchmark:
    """Create the benchmark of a run, with the run's settings.

    Raises:
        UserError: If the folder is not a run folder.
    """
    about = about_run(folder)
    return benchmark_of(about["benchmark"], settings_of(about))


def drawn_together(
    folder: Path,
    made: Benchmark,
    about: Mapping[str, Any],
    results: PackedResults,
    seconds: float = 0.0,
) -> Run:
    """Return a run with the results of its finished episodes, and what they amount to.

    Args:
        about: The content of `run.json`.
        results: The results, to which cluster and instruction are added.
    """
    tasks, epochs = made.tasks()[: about["condition"].get("limit")], about["epochs"]
    done, scored = results.ordered(tasks, epochs, made.cluster)
    sound = array("L")
    clusters: list[str] = []
    for index, result in enumerate(done):
        clusters.append(result.cluster)
        if not result.void:
            sound.append(index)
    without_void = OnAccess(len(sound), lambda index: scored[sound[index]])
    return Run(
        folder=folder,
        benchmark=made.name,
        agent=registry.short(about["agent"]),
        model=(about.get("model") or {}).get("name"),
        condition=made.condition | _added(about),
        complete=len(sound) == len(tasks) * epochs,
        tasks=len(tasks),
        epochs=epochs,
        results=done,
        used=total(read_ledger(folder)),
        summary=summary_of(made, scored) if done else None,
        without_void=summary_of(made, without_void).figures if 0 < len(sound) < len(scored) else {},
        confidence=figure_intervals(made, scored, clusters) if done else {},
        seconds=seconds,
        published=made.published(),
        published_columns=dict(made.published_columns),
        published_condition=dict(made.published_condition),
        grouped=made.cluster,
        participants=about.get("participants", []),
    )
