"""Score the stored episodes of a run again, with other rules; no browser or model is needed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.harness.logs import read_results
from webproctor.harness.reading import ADDED, drawn_together
from webproctor.run.making import benchmark_of
from webproctor.run.provenance import about_run, plain, settings_of
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
        UserError: If the folder is not a run folder, the data has changed, or the benchmark cannot
            be scored again: its name is not registered, or a setting affects more than scores.
    """
    about = about_run(folder)
    made = benchmark_of(about["benchmark"], settings_of(about) | dict(settings))
    if wrong := sorted(set(settings) - set(made.rescored)):
        possible = ", ".join(made.rescored) or "none"
        raise UserError(
            f"setting {wrong[0]!r} of {made.name} cannot be changed after a run. Settings that "
            f"affect only scores: {possible}."
        )
    before = {key: value for key, value in about["condition"].items() if key not in ADDED}
    now = plain(made.condition)
    if {key for key in before | now if before.get(key) != now.get(key)} - set(settings):
        raise UserError(
            f"{folder}: the benchmark's data has changed since this run. Restore the data."
        )
    version = about["condition"].get("version", made.version)
    compared = before | {"version": version}, now | {"version": made.version}
    changed = {
        key: (value, compared[1][key])
        for key, value in compared[0].items()
        if value != compared[1][key]
    }
    about["condition"]["version"] = made.version
    return drawn_together(folder, made, about, read_results(folder, made, same=False)), changed
