"""Summarise the scores of a run over its epochs, with confidence intervals of the metrics."""

import random
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from math import comb
from statistics import fmean, stdev
from typing import TypeVar

from webproctor.benchmarks import Benchmark
from webproctor.core.intervals import MIN_CASES, Interval, jackknife, wilson
from webproctor.core.scores import Cell, Chart, Score, Summary, Table
from webproctor.core.tasks import Task
from webproctor.run.lazy_sequence import LazySequence

Scored = tuple[int, Task, Score]
"""Epoch (from 1), task and score of one episode."""
GROUPS = 40
"""Maximum number of jackknife groups; more are slow, and hardly improve intervals."""
_Part = TypeVar("_Part", Table, Chart)


def summary_of(benchmark: Benchmark, scored: Sequence[Scored]) -> Summary:
    """Summarise each epoch by the benchmark's rules, then average over epochs.

    Epochs are summarised separately because rules that join tasks, such as the steps of a session,
    would join tasks of different epochs. With several epochs, the first table lists them.
    """
    return _summary_of(benchmark, scored, _by_epoch(scored))


def _by_epoch(scored: Sequence[Scored]) -> "dict[int, array[int]]":
    """Return the indices of the episodes of each epoch."""
    indices: dict[int, array[int]] = {}
    for index, (epoch, _, _) in enumerate(scored):
        indices.setdefault(epoch, array("L")).append(index)
    return indices


def _summary_of(
    benchmark: Benchmark, scored: Sequence[Scored], by_epoch: Mapping[int, Sequence[int]]
) -> Summary:
    """Summarise the episodes with the given indices in `scored`."""

    def part(indices: Sequence[int]) -> Sequence[tuple[Task, Score]]:
        return LazySequence(len(indices), lambda index: scored[indices[index]][1:])

    epochs = sorted(by_epoch)
    parts = [benchmark.summarise(part(by_epoch[epoch])) for epoch in epochs]
    if len(parts) == 1:
        return parts[0]
    figures = {
        name: fmean(part.figures[name] for part in parts if name in part.figures)
        for name in dict.fromkeys(name for part in parts for name in part.figures)
    }
    return Summary(
        headline=parts[0].headline,
        figures=figures,
        tables=[_epochs(epochs, parts), *_merged([part.tables for part in parts], _mean_table)],
        charts=_merged([part.charts for part in parts], _mean_chart),
    )


def figure_intervals(
    benchmark: Benchmark, scored: Sequence[Scored], clusters: Sequence[str]
) -> dict[str, Interval]:
    """Return 95 % confidence intervals of metrics, by a jackknife over groups of clusters.

    The jackknife works for any metric that a benchmark computes from the scores: means, shares of
    steps, means of means. Metrics that no group changes or that are not from 0 to 1, and all
    metrics if there are fewer than five clusters, have no interval. A headline of 0 or 1 has
    Wilson's interval over the clusters.

    Args:
        clusters: Cluster of each entry of `scored`.
    """
    cluster_names = sorted(set(clusters))
    random.Random(0).shuffle(cluster_names)
    groups = min(GROUPS, len(cluster_names))
    by_epoch = _by_epoch(scored)
    summary = _summary_of(benchmark, scored, by_epoch)
    figures, headline = summary.figures, summary.headline
    intervals = {}
    if figures[headline] in (0, 1):
        intervals[headline] = wilson(
            round(figures[headline] * len(cluster_names)), len(cluster_names)
        )
    if groups < MIN_CASES:
        return intervals
    group_of = {name: index % groups for index, name in enumerate(cluster_names)}
    without: list[dict[str, float]] = []
    for left_out in range(groups):
        remaining = {
            epoch: array("L", (index for index in indices if group_of[clusters[index]] != left_out))
            for epoch, indices in by_epoch.items()
        }
        remaining = {epoch: indices for epoch, indices in remaining.items() if indices}
        without.append(_summary_of(benchmark, scored, remaining).figures)
    sizes = Counter(group_of[cluster] for cluster in clusters)
    for name, value in figures.items():
        group_figures = [part_figures[name] for part_figures in without if name in part_figures]
        differ = len(group_figures) == groups and max(group_figures) - min(group_figures) > 1e-12
        if differ and 0 <= value <= 1:
            intervals[name] = jackknife(
                value, group_figures, [sizes[group] for group in range(groups)]
            )
    return intervals


def pass_at(k: int, epochs: int, solved: int) -> float:
    """Return an unbiased estimate of pass@k: at least one of k epochs solves the task.

    Args:
        epochs: Number of epochs, at least k.
        solved: Number of epochs that solved the task.
    """
    return 1 - comb(epochs - solved, k) / comb(epochs, k)


def pass_every(k: int, epochs: int, solved: int) -> float:
    """Return an unbiased estimate of pass^k: all of k epochs solve the task."""
    return comb(solved, k) / comb(epochs, k)


def _epochs(epochs: Sequence[int], parts: Sequence[Summary]) -> Table:
    names = list(parts[0].figures)
    rows: list[list[Cell]] = [
        [str(epoch), *(part.figures.get(name) for name in names)]
        for epoch, part in zip(epochs, parts, strict=True)
    ]
    spread = [
        stdev(part.figures[name] for part in parts)
        if all(name in part.figures for part in parts)
        else None
        for name in names
    ]
    rows.append(["standard deviation", *spread])
    return Table(title="By epoch", columns=["epoch", *names], rows=rows)


def _merged(
    epochs: Sequence[Sequence[_Part]], mean: Callable[[Sequence[_Part]], _Part]
) -> list[_Part]:
    """Merge tables or charts that have the same title."""
    parts_by_title: dict[str, list[_Part]] = {}
    for parts in epochs:
        for part in parts:
            parts_by_title.setdefault(part.title, []).append(part)
    return [mean(parts) for parts in parts_by_title.values()]


def _mean_table(tables: Sequence[Table]) -> Table:
    """Merge the rows of all tables that begin with the same texts, and average their numbers."""
    rows: dict[tuple[Cell, ...], list[list[Cell]]] = {}
    for table in tables:
        counts = Counter[tuple[Cell, ...]]()  # Rows of one table are never merged.
        for row in table.rows:
            label = _label(row)
            counts[label] += 1
            rows.setdefault((*label, counts[label]), []).append(row)
    merged = [
        [_mean_cell(cells) for cells in zip(*matching_rows, strict=True)]
        for matching_rows in rows.values()
    ]
    return tables[0].model_copy(update={"rows": merged})


def _label(row: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the first cell and the texts after it, up to the first number."""
    texts = takewhile(lambda cell: isinstance(cell, str) and _number(cell) is None, row[1:])
    return (*row[:1], *texts)


def _mean_cell(cells: Sequence[Cell]) -> Cell:
    """Average numbers, also those that are formatted as text; join the distinct other texts."""
    numbers = [cell for cell in cells if isinstance(cell, int | float)]
    if numbers:
        return fmean(numbers) if isinstance(numbers[0], float) else round(fmean(numbers))
    texts = list(dict.fromkeys(cell for cell in cells if isinstance(cell, str)))
    if len(texts) < 2:
        return texts[0] if texts else None
    formatted = [_number(cell) for cell in cells if isinstance(cell, str)]
    if any(number is None for number in formatted):
        return "; ".join(texts)
    decimals = max(len(text.partition(".")[2]) for text in texts)
    return f"{fmean(number for number in formatted if number is not None):z,.{decimals}f}"


def _number(cell: Cell) -> float | None:
    """Return a text as a number; None if it is not one."""
    try:
        return float(str(cell).replace(",", ""))
    except ValueError:
        return None


def _mean_chart(charts: Sequence[Chart]) -> Chart:
    labels = list(dict.fromkeys(label for chart in charts for label in chart.labels))
    series: dict[str, list[float | None]] = {}
    for name in dict.fromkeys(name for chart in charts for name in chart.series):
        by_label: dict[str, list[float]] = {}
        for chart in charts:
            values = chart.series.get(name, [None] * len(chart.labels))
            for label, value in zip(chart.labels, values, strict=True):
                if value is not None:
                    by_label.setdefault(label, []).append(value)
        series[name] = [fmean(by_label[label]) if label in by_label else None for label in labels]
    return charts[0].model_copy(update={"labels": labels, "series": series})
