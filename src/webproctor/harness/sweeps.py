"""Sweeps: run an agent on a benchmark for several values of one setting."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.benchmarks import load_benchmark
from webproctor.core import factories, registry
from webproctor.core.errors import UserError, did_you_mean
from webproctor.files.folders import make_folder
from webproctor.files.writing import write_json
from webproctor.harness import runs
from webproctor.run.results import Run


@dataclass(frozen=True)
class Point:
    """One run of a sweep.

    Attributes:
        label: Label of the value.
        value: The setting's value; None omits the setting.
        run: The run.
        value_metrics: Metrics of the value itself, such as the word error rate of a transcript.
    """

    label: str
    value: Any
    run: Run
    value_metrics: Mapping[str, float]

    @property
    def figures(self) -> dict[str, float]:
        return {**self.value_metrics, **(self.run.summary.figures if self.run.summary else {})}


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
    value_metrics: Mapping[str, Mapping[str, float]] | None = None,
    on_run: Callable[[str], None] = lambda label: None,
    **run_arguments: Any,
) -> list[Point]:
    """Run an agent for each value of a setting.

    Args:
        over: A setting of the benchmark or of the agent.
        values: The values by label; None omits the setting.
        folder: Folder for the runs' folders. Runs that exist are resumed, so a stopped sweep can
            be called again.
        budget: Maximum cost of all runs together in dollars, including what resumed runs cost
            before.
        value_metrics: Further metrics of each value, by label.
        on_run: Called with each label when its run begins.
        run_arguments: Further arguments of `runs.run`.

    Raises:
        UserError: If the setting does not exist, a value is invalid, or the folder cannot be
            created.
    """
    benchmark_settings = _setting_names("benchmarks", benchmark)
    if over not in benchmark_settings and over not in _setting_names("agents", agent):
        settings_names = [*benchmark_settings, *_setting_names("agents", agent)]
        names = [name.replace("_", "-") for name in settings_names]
        hint = did_you_mean(over.replace("_", "-"), names)
        raise UserError(f"no setting {over!r} to sweep over.{hint} Available: {', '.join(names)}.")
    fixed_settings = {name: value for name, value in settings.items() if name != over}
    if over in benchmark_settings:
        for value in values.values():  # Raises user errors before anything starts.
            load_benchmark(benchmark, **fixed_settings | ({} if value is None else {over: value}))
    make_folder(folder)
    points = []
    remaining_budget = budget
    for label, value in values.items():
        on_run(label)
        swept_setting = {} if value is None else {over: value}
        fixed_agent_settings = {
            name: value for name, value in agent_settings.items() if name != over
        }
        run_folder = folder / f"{over}-{''.join(c if c.isalnum() else '-' for c in label)}"
        run = runs.run(
            benchmark,
            agent,
            settings=fixed_settings | swept_setting
            if over in benchmark_settings
            else fixed_settings,
            agent_settings=fixed_agent_settings
            if over in benchmark_settings
            else fixed_agent_settings | swept_setting,
            folder=run_folder,
            resume=(run_folder / "run.json").is_file(),
            budget=remaining_budget,
            **run_arguments,
        )
        if remaining_budget is not None:
            remaining_budget = max(0.0, remaining_budget - run.usage().get("dollars", 0.0))
        points.append(Point(label, value, run, (value_metrics or {}).get(label, {})))
        if run.missing:  # Stopped by the user or by its budget.
            break
    return points


def figure_names(points: Iterable[Point]) -> list[str]:
    """Return the names of the figures that at least one of the runs has."""
    return list(dict.fromkeys(name for point in points for name in point.figures))


def write_table(points: Sequence[Point], over: str, folder: Path) -> dict[str, Any]:
    """Write `sweep.json` and `sweep.csv`; return the content of `sweep.json`."""
    rows = [
        {
            "value": point.label,
            "run": str(point.run.folder),
            "complete": point.run.complete,
            "figures": point.figures,
        }
        for point in points
    ]
    content = {"over": over, "points": rows}
    write_json(folder / "sweep.json", content)
    names = figure_names(points)
    with (folder / "sweep.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([over, *names, "complete"])
        for point in points:
            figures = (point.figures.get(name, "") for name in names)
            table.writerow([point.label, *figures, point.run.complete])
    return content


def _setting_names(kind: registry.Kind, name: str) -> list[str]:
    return [setting.name for setting in factories.settings(registry.factory(kind, name))]
