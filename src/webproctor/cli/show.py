"""Terminal output: progress of a run, and tables of its results."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import click
from rich.cells import cell_len
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table as RichTable
from rich.text import Text

from webproctor.analysis.tables import format_cell, right_aligned, side_by_side
from webproctor.core.sanitize import without_controls
from webproctor.core.scores import Table
from webproctor.run.episode_results import Result
from webproctor.run.results import Run

# Maximum rows of a table in the terminal; the report has all.
MAX_ROWS = 40
# Longer words are split in a narrow terminal, in characters.
_MAX_WORD_LENGTH = 16
_MAX_WIDTH = 10_000


class RunProgress:
    """A progress bar with rate, score so far and remaining time."""

    def __init__(self, bar: Progress, *, quiet: bool = False) -> None:
        self._bar = bar
        self._quiet = quiet
        self._task: TaskID | None = None
        self._count = 0
        self._sum = 0.0

    def start(self, tasks: int, finished: Iterable[Result]) -> None:
        """Start the bar, with the results kept from a resumed run."""
        self._count, self._sum = 0, 0.0
        for result in finished:
            self._count_result(result)
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task("", total=tasks, completed=self._count, score="-", rate="-")

    def add(self, result: Result) -> None:
        """Add a result."""
        assert self._task is not None
        self._count_result(result)
        task = self._bar.tasks[0]
        self._bar.update(
            self._task,
            advance=1,
            score=f"{self._sum / self._count:.3f}",
            rate=f"{task.speed:.1f}/s" if task.speed else "-",
        )

    def _count_result(self, result: Result) -> None:
        self._count += 1
        self._sum += result.score.value

    def parallel(self, message: str) -> None:
        """Say how many episodes run at the same time, and why."""
        if not self._quiet:
            parallel(message, self._bar.console)


def parallel(message: str, console: Console) -> None:
    """Say how many episodes run at the same time, and why."""
    console.print(f"Parallel episodes: {message}", highlight=False, markup=False, soft_wrap=True)


@contextmanager
def progress(*, quiet: bool = False) -> Iterator[RunProgress]:
    """Show a progress bar on standard error, unless quiet or not in a terminal.

    Inside the block, what agents print goes to standard error: standard output is for results.
    """
    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("score {task.fields[score]}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    bar = Progress(*columns, console=console, disable=quiet or not sys.stderr.isatty())
    with redirect_stdout(sys.stderr), bar:
        yield RunProgress(bar, quiet=quiet)


class CountProgress:
    """A progress bar of a number of items."""

    def __init__(self, bar: Progress, total: int, *, quiet: bool) -> None:
        self._bar = bar
        self._quiet = quiet
        self._task = bar.add_task("", total=total)

    def advance(self) -> None:
        """Count an item."""
        self._bar.advance(self._task)

    def parallel(self, message: str) -> None:
        """Say how many episodes run at the same time, and why."""
        if not self._quiet:
            parallel(message, self._bar.console)


@contextmanager
def counting(total: int, *, quiet: bool = False) -> Iterator[CountProgress]:
    """Show a progress bar of items on standard error, unless quiet or not in a terminal."""
    with Progress(console=Console(stderr=True), disable=quiet or not sys.stderr.isatty()) as bar:
        yield CountProgress(bar, total, quiet=quiet)


def run(run: Run) -> None:
    """Print a run's tables, metrics, and errored and void episodes."""
    console = Console()
    if run.summary is None:
        console.print("No task has finished.")
        if spent := run.spent():
            console.print(spent, highlight=False)
        return
    for summary_table in run.summary.tables:
        table(summary_table, console)
    table(run.spending(), console)
    if repeats := run.repeats():
        table(repeats, console)
    for name, figure in run.summary.figures.items():
        style = "bold" if name == run.summary.headline else ""
        interval = run.confidence.get(name)
        interval_text = (
            f"  (95 %: {100 * interval[0]:.2f} to {100 * interval[1]:.2f})" if interval else ""
        )
        line = f"{name}: {100 * figure:.2f} %{interval_text}"
        console.print(line, style=style, highlight=False, markup=False)
    if run.without_void:
        figure = run.without_void[run.summary.headline]
        console.print(
            f"{run.summary.headline} without void episodes: {100 * figure:.2f} %",
            highlight=False,
            markup=False,
        )
    _print_causes(run, console)
    if missing_tasks := run.condition.get("absent"):
        names = ", ".join(missing_tasks)
        console.print(
            without_controls(f"Left out because files are missing from the data: {names}"),
            style="yellow",
            markup=False,
        )
    for warning in run.warnings:
        console.print(warning, style="yellow", highlight=False, markup=False)
    if spent := run.spent():
        console.print(spent, highlight=False)
    progress = f"{run.progress} by {run.who}{_duration(run)}"
    console.print(progress, highlight=False, markup=False)


def _print_causes(run: Run, console: Console) -> None:
    """Print the causes of errored and void episodes, each with an example."""
    for outcome in ("errored", "void"):
        for cause, count in run.causes(outcome).items():
            example = next(
                result
                for result in run.results
                if result.cause == cause and result.outcome == outcome
            )
            line = f"{count} {outcome} ({cause}), for example {example.task}: {example.message}"
            console.print(without_controls(line), style="yellow", highlight=False, markup=False)


def _duration(run: Run) -> str:
    """Return the duration of this call of a run as text; "" for a run that was only read."""
    if not run.seconds:
        return ""
    # A rerun of the same episode replaces its result.
    new = max(0, len(run.results) - run.earlier)
    before = f": {run.earlier} before this command, {new}" if run.earlier else ""
    return f"{before} in {run.seconds:.1f} s ({new / run.seconds:.1f}/s)"


def outcome(run_: Run, report: Path, *, print_json: bool) -> None:
    """Print a run and the path of its report, or one JSON object."""
    if print_json:
        click.echo(json.dumps(run_.outline() | {"report": str(report)}))
    else:
        run(run_)
        click.echo(f"Report: {report}")


def overview(runs: Sequence[Run]) -> None:
    """Print a table of several runs."""
    table(side_by_side(runs), Console())


def table(source: Table, console: Console) -> None:
    """Print the first rows of a table.

    In a narrow terminal, cells are wrapped between words; words are split only if they are long. In
    a file or a pipe, no cell is wrapped.
    """
    rows = [
        [without_controls(format_cell(cell, decimals=2)) for cell in row]
        for row in source.rows[:MAX_ROWS]
    ]
    # Rich would read square brackets in a plain string as markup.
    rich_table = RichTable(title=Text(source.title, style="bold"), title_justify="left", box=None)
    for index, (column, is_right) in enumerate(
        zip(source.columns, right_aligned(source), strict=True)
    ):
        words = [word for text in (column, *(row[index] for row in rows)) for word in text.split()]
        rich_table.add_column(
            Text(without_controls(column)),
            justify="right" if is_right else "left",
            overflow="fold",
            min_width=min(_MAX_WORD_LENGTH, max(map(cell_len, words), default=0)),
        )
    for row in rows:
        rich_table.add_row(*map(Text, row))
    if not console.is_terminal:
        rich_table.width = console.measure(
            rich_table, options=console.options.update(max_width=_MAX_WIDTH)
        ).maximum
    console.print(rich_table, crop=False)
    if (hidden_count := len(source.rows) - MAX_ROWS) > 0:
        console.print(f"... and {hidden_count} more rows in the report", style="dim")
