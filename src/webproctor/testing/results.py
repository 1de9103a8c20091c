"""Check what a benchmark reports: its summary and its table of published results."""

import math
from collections.abc import Sequence

from webproctor.benchmarks import Benchmark
from webproctor.core.scores import Chart, Score, Summary, Table
from webproctor.core.tasks import Task
from webproctor.testing.checks import Failed, within


def check_published(benchmark: Benchmark) -> None:
    """Check the table of published results.

    Raises:
        Failed: If a row does not fit, a number is out of its range, or a column is missing.
    """
    table = benchmark.published()
    if not isinstance(table, Table):
        raise Failed(f"`published` returned {table!r}: must return a `Table`.")
    with within(f"table {table.title!r}"):
        _check_table(table)
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                if isinstance(cell, float) and not 0 <= cell <= 1:
                    raise Failed(
                        f"row {row[0]!r}, column {column!r}: {cell:g} must be a score from 0 to 1. "
                        "Divide percentages by 100."
                    )
        absent = set(benchmark.published_columns.values()) - set(table.columns)
        if absent:
            raise Failed(
                f"`published_columns` names the column {sorted(absent)[0]!r}, which does not exist."
            )


def check_summary(benchmark: Benchmark, results: Sequence[tuple[Task, Score]]) -> None:
    """Check the summary of some results.

    Raises:
        Failed: If its headline is missing or out of range, or a table or chart is malformed.
    """
    summary = benchmark.summarise(results)
    if not isinstance(summary, Summary):
        raise Failed(f"`summarise` returned {summary!r}: must return a `Summary`.")
    figures = summary.figures
    for name, value in figures.items():
        if not math.isfinite(value):
            raise Failed(f"metric {name!r} is {value}: must be a finite number.")
    if summary.headline not in figures:
        names = ", ".join(figures) or "none"
        raise Failed(f"the headline {summary.headline!r} is not a metric. Metrics: {names}.")
    if not 0 <= figures[summary.headline] <= 1:
        value = figures[summary.headline]
        raise Failed(f"the headline {summary.headline!r} is {value:g}: must be from 0 to 1.")
    # Only the first metric is required: a selection of tasks may lack those of a category. If the
    # published results have no rows, nothing is compared.
    first = next(iter(benchmark.published_columns), None)
    comparable = first is not None and bool(benchmark.published().rows)
    if results and comparable and first not in figures:
        raise Failed(f"the first metric of `published_columns`, {first!r}, is not in the summary.")
    for table in summary.tables:
        with within(f"table {table.title!r}"):
            _check_table(table)
    for chart in summary.charts:
        with within(f"chart {chart.title!r}"):
            _check_chart(chart)


def _check_table(table: Table) -> None:
    for row in table.rows:
        if len(row) != len(table.columns):
            raise Failed(f"the row {row} has {len(row)} cells for {len(table.columns)} columns.")
        for column, cell in zip(table.columns, row, strict=True):
            if isinstance(cell, float) and not math.isfinite(cell):
                raise Failed(f"row {row[0]!r}, column {column!r}: {cell} must be finite, or None.")


def _check_chart(chart: Chart) -> None:
    for name, values in chart.series.items():
        if len(values) != len(chart.labels):
            raise Failed(
                f"series {name!r} has {len(values)} values for {len(chart.labels)} labels."
            )
        for value in values:
            if value is not None and not 0 <= value <= 1:
                raise Failed(f"series {name!r}: {value} must be a score from 0 to 1, or None.")
