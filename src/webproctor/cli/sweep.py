"""`webproctor sweep`: run an agent for several values of one setting."""

import json
from collections.abc import Sequence
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from webproctor.cli.disk import writing_to
from webproctor.cli.model_options import model_and_budget, model_options
from webproctor.cli.numbers import Integer
from webproctor.cli.options import (
    AgentCommand,
    PerBenchmark,
    agent_option,
    agent_settings_of,
    as_json,
    option,
    parallel_option,
    pop_settings,
    preset_option,
)
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.scores import Table

if TYPE_CHECKING:
    from webproctor.environments.parallel import Parallel
    from webproctor.harness.sweeps import Point


class _SweepCommand(AgentCommand):
    # Whether a setting has an effect can depend on the one that the sweep changes.
    checked = False


def _command(benchmark: str) -> click.Command:
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @agent_option
    @preset_option
    @click.option(
        "--over", required=True, metavar="SETTING=A,B,...", help="The setting and its values."
    )
    @click.option("--limit", type=Integer(1), help="Only the first N tasks.")
    @click.option(
        "--epochs", type=Integer(1), default=1, show_default=True, help="Episodes per task."
    )
    @parallel_option
    @click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs.")
    @as_json
    def sweep(agent: str, over: str, parallel: "Parallel", out: Path | None, **values: Any) -> int:
        print_json = values.pop("as_json")
        preset, limit, epochs = (values.pop(name) for name in ("preset", "limit", "epochs"))
        model, budget = model_and_budget(values)
        benchmark_settings = pop_settings(values, settings)
        name, _, values_text = over.partition("=")
        labels = [label.strip() for label in values_text.split(",") if label.strip()]
        if not labels:
            raise UserError(f"--over {over}: give a setting and its values, such as past=0,5,10.")
        name = name.strip().replace("-", "_")
        return run_sweep(
            benchmark,
            agent,
            name,
            {label: label for label in labels},
            settings=benchmark_settings,
            agent_settings=agent_settings_of(values),
            model=model,
            budget=budget,
            preset=preset,
            limit=limit,
            epochs=epochs,
            parallel=parallel,
            out=out,
            print_json=print_json,
        )

    help_text = (registry.factory("benchmarks", benchmark).__doc__ or "").partition("\n")[0]
    click_command = click.command(benchmark, cls=_SweepCommand, help=help_text)(sweep)
    click_command.params = [*map(option, settings), *click_command.params, *model_options()]
    return click_command


def run_sweep(
    benchmark: str,
    agent: str,
    over: str,
    values: dict[str, Any],
    *,
    settings: dict[str, Any],
    agent_settings: dict[str, Any],
    model: dict[str, Any] | None,
    budget: float | None,
    parallel: "Parallel",
    out: Path | None,
    print_json: bool,
    value_metrics: dict[str, dict[str, float]] | None = None,
    preset: str | None = None,
    limit: int | None = None,
    epochs: int = 1,
) -> int:
    """Run a sweep, print its results and write its report.

    Args:
        values: The setting's values by label; None omits the setting.
        budget: Maximum cost of all runs together in dollars.
        value_metrics: Additional metrics by label, shown in the tables.
    """
    # Imported here to keep `--help` fast: importing the harness takes a second.
    from webproctor.cli import show
    from webproctor.harness import folders, sweeps
    from webproctor.harness.models import ModelSettings

    folder = out or folders.new_folder(benchmark, f"{agent}-by-{over}")
    how_to_resume = f"run the same command with --out {folder}."
    with writing_to(folder, lambda: how_to_resume), show.progress(quiet=print_json) as progress:
        points = sweeps.sweep(
            benchmark,
            agent,
            over,
            values,
            folder,
            settings=settings,
            agent_settings=agent_settings,
            value_metrics=value_metrics,
            on_run=lambda label: None if print_json else click.echo(f"{over} {label}", err=True),
            model=ModelSettings(**model) if model else None,
            budget=budget,
            preset=preset,
            limit=limit,
            epochs=epochs,
            parallel=parallel,
            on_start=progress.start,
            on_result=progress.add,
            on_parallel=progress.parallel,
        )
    with writing_to(folder, lambda: how_to_resume):
        content = sweeps.write_table(points, over, folder)
        plot, report = _write_report(points, over, folder)
    complete = len(points) == len(values) and all(point.run.complete for point in points)
    if print_json:
        click.echo(json.dumps(content | {"plot": str(plot), "report": str(report)}))
    else:
        show.table(_table(points, over), Console())
        click.echo(f"Plot: {plot}\nReport: {report}")
        if not complete:
            click.echo(f"{_why_incomplete(points)} To resume, {how_to_resume}")
    return 0 if complete else 1


def _write_report(points: "Sequence[Point]", over: str, folder: Path) -> tuple[Path, Path]:
    """Write the reports of the sweep and of its runs; return the sweep's plot and report."""
    from webproctor.harness.sweeps import figure_names
    from webproctor.report.page import write_overview, write_report
    from webproctor.report.plots import draw_curves, svg_element

    for point in points:
        write_report(point.run)
    # Runs with missing episodes are left out of the lines.
    lines = {
        name: [nan if point.run.missing else point.figures.get(name, nan) for point in points]
        for name in figure_names(points)
    }
    plot = folder / "sweep.svg"
    draw_curves(plot, [point.label for point in points], lines, x_label=over, y_label="")
    report = write_overview(
        [point.run for point in points],
        folder,
        [f"{over} {point.label}" for point in points],
        svg_element(plot.read_text(encoding="utf-8")),
    )
    return plot, report


def _table(points: "Sequence[Point]", over: str) -> Table:
    from webproctor.harness.sweeps import figure_names

    names = figure_names(points)
    rows = [
        [
            f"{point.label} ({point.run.note})" if point.run.note else point.label,
            *(point.figures.get(name) for name in names),
        ]
        for point in points
    ]
    return Table(title=f"By {over}", columns=[over, *names], rows=rows)


def _why_incomplete(points: "Sequence[Point]") -> str:
    if void := sum(point.run.outcomes()["void"] for point in points):
        return f"{void} episodes are void."
    reasons = [f"Stopped: {point.run.stopped}." for point in points if point.run.stopped]
    return " ".join(reasons) or "Stopped."


command = PerBenchmark("sweep", _command, help="Run an agent for several values of one setting.")
