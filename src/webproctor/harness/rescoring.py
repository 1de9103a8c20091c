"""Score the stored episodes of a run again, with other rules; no browser or model is needed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.harness.logs import read_results
from webproctor.harness.reading import ADDED, assemble_run, require_same_tasks
from webproctor.run.provenance import plain, read_run_json, settings_of
from webproctor.run.results import Run


def rescore(folder: Path, settings: Mapping[str, Any]) -> tuple[Run, dict[str, tuple[Any, Any]]]:
    """Score the episodes of a run with other settings, or another version, of its benchmark.

    The run's folder is not changed.

    Args:
        folder: The run's folder.
        settings: Settings of the benchmark that affect only scores, `Benchmark.rescored`; the
            others are those of the run.

    Returns:
        The run with the new scores, and the parts of its condition that differ: the run's value and
        the new one.

    Raises:
        UserError: If the folder is not a run folder, the data or the tasks have changed, or the
            benchmark cannot be scored again: its name is not registered, or a setting affects more
            than scores.
    """
    about = read_run_json(folder)
    benchmark = load_benchmark(about["benchmark"], **settings_of(about) | dict(settings))
    if unsupported := sorted(set(settings) - set(benchmark.rescored)):
        possible = ", ".join(benchmark.rescored) or "none"
        raise UserError(
            f"setting {unsupported[0]!r} of {benchmark.name} cannot be changed after a run. "
            f"Settings that affect only scores: {possible}."
        )
    old_condition = {key: value for key, value in about["condition"].items() if key not in ADDED}
    new_condition = plain(benchmark.condition)
    if {
        key
        for key in old_condition | new_condition
        if old_condition.get(key) != new_condition.get(key)
    } - set(settings):
        raise UserError(
            f"{folder}: the benchmark's data has changed since this run. Restore the data."
        )
    require_same_tasks(folder, about, benchmark)
    version = about["condition"].get("version", benchmark.version)
    old_condition |= {"version": version}
    new_condition |= {"version": benchmark.version}
    changed = {
        key: (value, new_condition[key])
        for key, value in old_condition.items()
        if value != new_condition[key]
    }
    about["condition"]["version"] = benchmark.version
    return assemble_run(
        folder, benchmark, about, read_results(folder, benchmark, same=False)
    ), changed
