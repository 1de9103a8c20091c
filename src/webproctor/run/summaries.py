"""Summarise the scores of a run over its epochs, with confidence intervals of the metrics."""

import random
from array import array
from collections.abc import Callable, Mapping, Sequence
from math import comb
from statistics import fmean, stdev
from typing import TypeVar

from webproctor.benchmarks import Benchmark
from webproctor.core.intervals import FEWEST, Interval, jackknife, wilson
from webproctor.core.scores import Chart, Score, Summary, Table
from webproctor.core.tasks import Task
from webproctor.run.on_access import OnAccess

Cell = str | int | float | None
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
    found: dict[int, array[int]] = {}
    for index, (epoch, _, _) in enumerate(scored):
        found.setdefault(epoch, array("L")).append(index)
    return found


def _summary_of(
    benchmark: Benchmark, scored: Sequence[Scored], by_epoch: Mapping[int, Sequence[int]]
) -> Summary:
    """Summarise the episodes with the given indices in `scored`."""

    def part(indices: Sequence[int]) -> Sequence[tuple[Task, Score]]:
        return OnAccess(len(indices), lambda index: scored[indices[index]][1:])

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
        tables=[_epochs(epochs, parts), *_merged([one.tables for one in parts], _mean_table)],
        charts=_merged([one.charts for one in parts], _mean_chart),
    )


def figure_intervals(
    benchmark: Benchmark, scored: Sequence[Scored], clusters: Sequence[str]
) -> dict[str, Interval]:
    """Return 95 % confidence intervals of metrics, by a jackknife over groups of clusters.

    The jackknife works for any metric that a benchmark computes from the scores: means, shares of
    steps, means of means. Metrics that no group changes, and all metrics if there are fewer than
    five clusters, have no interval. A headline of 0 or 1 has Wilson's interval over the clusters.

    Args:
        clusters: Cluster of each entry of `scored`.
    """
    names = sorted(set(clusters))
    random.Random(0).shuffle(names)
    groups = min(GROUPS, len(names))
    by_epoch = _by_epoch(scored)
    summary = _summary_of(benchmark, scored, by_epoch)
    whole, headline = summary.figures, summary.headline
    found = {}
    if whole[headline] in (0, 1):
        found[headline] = wilson(round(whole[headline] * len(names)), len(names))
    if groups < FEWEST:
        return found
    group = {name: place % groups for place, name in enumerate(names)}
    without: list[dict[str, float]] = []
    for left_out in range(groups):
        kept = {
            epoch: array("L", (at for at in indices if group[clusters[at]] != left_out))
            for epoch, indices in by_epoch.items()
        }
        kept = {epoch: indices for epoch, indices in kept.items() if indices}
        without.append(_summary_of(benchmark, scored, kept).figures)
    for name, value in whole.items():
        figures = [each[name] for each in without if name in each]
        if len(figures) == groups and max(figures) - min(figures) > 1e-12:
            low, high = jackknife(value, figures)
            found[name] = (max(0.0, low), min(1.0, high))
    return found


def pass_at(k: int, of: int, solved: int) -> float:
    """Return an unbiased estimate of pass@k: at least one of k epochs solves the task.

    Args:
        of: Number of epochs, at least k.
        solved: Number of epochs that solved the task.
    """
    return 1 - comb(of - solved, k) / comb(of, k)


def pass_every(k: int, of: int, solved: int) -> float:
    """Return an unbiased estimate of pass^k: all of k epochs solve the task."""
    return comb(solved, k) / comb(of, k)


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
    found: dict[str, list[_Part]] = {}
    for parts in epochs:
        for part in parts:
            found.setdefault(part.title, []).append(part)
    return [mean(parts) for parts in found.values()]


def _mean_table(tables: Sequence[Table]) -> Table:
    """Merge rows with the same text cells, and average their numbers."""
    rows: dict[tuple[Cell, ...], list[list[Cell]]] = {}
    for table in tables:
        for row in table.rows:
            words = tuple(cell if isinstance(cell, str) else None for cell in row)
            rows.setdefault(words, []).append(row)
    merged = [[_mean_cell(cells) for cells in zip(*alike, strict=True)] for alike in rows.values()]
    return tables[0].model_copy(update={"rows": merged})


def _mean_cell(cells: Sequence[Cell]) -> Cell:
    numbers = [cell for cell in cells if isinstance(cell, int | float)]
    if not numbers:
        return cells[0]
    return fmean(numbers) if isinstance(numbers[0], float) else round(fmean(numbers))


def _mean_chart(charts: Sequence[Chart]) -> Chart:
    labels = list(dict.fromkeys(label for chart in charts for label in chart.labels))
    series: dict[str, list[float | None]] = {}
    for name in dict.fromkeys(name for chart in charts for name in chart.series):
        told = [
            dict(zip(chart.labels, chart.series[name], strict=True))
            for chart in charts
            if name in chart.series
        ]
        series[name] = [
            fmean(there)
            if (there := [v for t in told if (v := t.get(label)) is not None])
            else None
            for label in labels
        ]
    return charts[0].model_copy(update={"labels": labels, "series": series})
