"""Sweeps: run an agent on a benchmark for several values of one setting."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.files.folders import make_folder
from webproctor.harness import runs
from webproctor.run.making import benchmark_of
from webproctor.run.results import Run


@dataclass(frozen=True)
class Point:
    """One run of a sweep.

    Attributes:
        label: Label of the value.
        value: The setting's value; None omits the setting.
        run: The run.
        known: Metrics of the value itself, such as the word error rate of a transcript.
    """

    label: str
    value: Any
    run: Run
    known: Mapping[str, float]

    @property
    def figures(self) -> dict[str, float]:
        return {**self.known, **(self.run.summary.figures if self.run.summary else {})}


def sweep(
    benchmark: str,
    agent: str,
    over: str,
    values: Mapping[str, Any],
    folder: Path,
    *,
    settings: Mapping[str, Any],
    agent_settings: Mapping[str, Any],
    budget: float | None = None,
    known: Mapping[str, Mapping[str, float]] | None = None,
    on_run: Callable[[str], None] = lambda label: None,
    **more: Any,
) -> list[Point]:
    """Run an agent for each value of a setting.

    Args:
        over: A setting of the benchmark or of the agent.
        values: The values by label; None omits the setting.
        folder: Folder for the runs' folders. Runs that exist are resumed, so a stopped sweep can
            be called again.
        budget: Maximum cost of all runs together in dollars, including what resumed runs cost
            before.
        known: Further metrics of each value, by label.
        on_run: Called with each label when its run begins.
        more: Further arguments of `runs.run`.

    Raises:
        UserError: If the setting does not exist, a value is invalid, or the folder cannot be
            created.
    """
    of_benchmark = _names("benchmarks", benchmark)
    if over not in of_benchmark and over not in _names("agents", agent):
        there = ", ".join([*of_benchmark, *_names("agents", agent)])
        raise UserError(f"no setting {over!r} to sweep over. Available: {there}.")
    own = {name: given for name, given in settings.items() if name != over}
    if over in of_benchmark:
        for value in values.values():  # Raises user errors before anything starts.
            benchmark_of(benchmark, own | ({} if value is None else {over: value}))
    make_folder(folder)
    points = []
    left = budget
    for label, value in values.items():
        on_run(label)
        changed = {} if value is None else {over: value}
        acting = {name: given for name, given in agent_settings.items() if name != over}
        place = folder / f"{over}-{''.join(c if c.isalnum() else '-' for c in label)}"
        run = runs.run(
            benchmark,
            agent,
            settings=own | changed if over in of_benchmark else own,
            agent_settings=acting if over in of_benchmark else acting | changed,
            folder=place,
            resume=(place / "run.json").is_file(),
            budget=left,
            **more,
        )
        if left is not None:
            left = max(0.0, left - run.usage().get("dollars", 0.0))
        points.append(Point(label, value, run, (known or {}).get(label, {})))
        if run.missing:  # Stopped by the user or by its budget.
            break
    return points


def write_table(points: Sequence[Point], over: str, folder: Path) -> dict[str, Any]:
    """Write `sweep.json` and `sweep.csv`; return the content of `sweep.json`."""
    rows = [
        {"value": point.label, "run": str(point.run.folder), "figures": point.figures}
        for point in points
    ]
    told = {"over": over, "points": rows}
    (folder / "sweep.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    names = list(dict.fromkeys(name for point in points for name in point.figures))
    with (folder / "sweep.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([over, *names])
        for point in points:
            table.writerow([point.label, *(point.figures.get(name, "") for name in names)])
    return told


def _names(kind: registry.Kind, name: str) -> list[str]:
    return [setting.name for setting in registry.settings(registry.factory(kind, name))]
