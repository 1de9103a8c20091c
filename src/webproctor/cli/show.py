"""What people see in the terminal: progress while a run goes on, tables when it has ended."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

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

from webproctor.harness.results import Result, Run, side_by_side
from webproctor.scores import Table

# Longer tables go to the report alone.
MOST_ROWS = 40


class RunProgress:
    """A bar with rate, score so far and time left."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task: TaskID | None = None
        self._marks: list[float] = []

    def start(self, tasks: int, kept: Sequence[Result]) -> None:
        """Begin, with the results that an earlier sitting has left."""
        self._marks = [result.score.value for result in kept]
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task("", total=tasks, completed=len(kept), score="-", rate="-")

    def add(self, result: Result) -> None:
        """Count one more result."""
        assert self._task is not None
        self._marks.append(result.score.value)
        task = self._bar.tasks[0]
        self._bar.update(
            self._task,
            advance=1,
            score=f"{sum(self._marks) / len(self._marks):.3f}",
            rate=f"{task.speed:.1f}/s" if task.speed else "-",
        )


@contextmanager
def progress(*, quiet: bool = False) -> Iterator[RunProgress]:
    """A progress bar on standard error while the block runs; none when quiet or not a terminal."""
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
    with Progress(*columns, console=console, disable=quiet or not sys.stderr.isatty()) as bar:
        yield RunProgress(bar)


def run(run: Run) -> None:
    """A finished run: its tables, its figures, what went wrong."""
    console = Console()
    if run.summary is None:
        console.print("No task has finished.")
        return
    for each in run.summary.tables:
        table(each, console)
    table(run.spending(), console)
    if repeats := run.repeats():
        table(repeats, console)
    for name, figure in run.summary.figures.items():
        style = "bold" if name == run.summary.headline else ""
        sure = run.sure.get(name)
        between = f"  (95 %: {100 * sure[0]:.2f} to {100 * sure[1]:.2f})" if sure else ""
        console.print(f"{name}: {100 * figure:.2f} %{between}", style=style, highlight=False)
    for cause, count in run.errors().items():
        example = next(result for result in run.results if result.cause == cause)
        console.print(
            f"{count} broke off ({cause}), for example {example.task}: {example.message}",
            style="yellow",
            highlight=False,
            markup=False,
        )
    if absent := run.condition.get("absent"):
        names = ", ".join(absent)
        console.print(f"Not in the data, so left out: {names}", style="yellow", markup=False)
    if spent := run.spent():
        console.print(spent, highlight=False)
    per_second = len(run.results) / run.seconds if run.seconds else 0.0
    console.print(
        f"{run.progress} by {run.who} in {run.seconds:.1f} s ({per_second:.1f}/s)",
        highlight=False,
    )


def overview(runs: Sequence[Run]) -> None:
    """Several finished runs side by side."""
    table(side_by_side(runs), Console())


def table(shown: Table, console: Console) -> None:
    """A table, its last rows left out when there are too many for a terminal."""
    rich = RichTable(title=shown.title, title_justify="left", title_style="bold", box=None)
    for place, column in enumerate(shown.columns):
        first = place == 0
        rich.add_column(
            column, justify="left" if first else "right", no_wrap=not first, overflow="fold"
        )
    for row in shown.rows[:MOST_ROWS]:
        rich.add_row(*map(cell, row))
    console.print(rich)
    if (more := len(shown.rows) - MOST_ROWS) > 0:
        console.print(f"... and {more} more rows in the report", style="dim")


def cell(value: str | int | float | None) -> str:
    """A cell as people read it: marks in per cent."""
    if value is None:
        return "-"
    return f"{100 * value:.2f}" if isinstance(value, float) else str(value)
