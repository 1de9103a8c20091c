"""Metrics, tables and charts of a Mind2Web run."""

import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.scoring import (
    Means,
    StepScore,
    error_ratio,
    failures,
    means,
    step_scores_of,
)
from webproctor.core.scores import Chart, Score, Summary, Table
from webproctor.core.tasks import Task

HEADLINE = "step success rate"
# Table columns, abbreviated as in the paper.
_SHORT_NAMES = ["ele. acc.", "op. F1", "step SR", "SR"]
_METRICS = ["element accuracy", "operation F1", "step success rate", "success rate"]
# Metrics, and the columns of the paper's table to compare them with; the headline first.
PUBLISHED_COLUMNS = {HEADLINE: "step SR", **dict(zip(_METRICS, _SHORT_NAMES, strict=True))}


def summarise(results: Sequence[tuple[Task, Score]]) -> Summary:
    """Aggregate scores: macro and micro, by split, website and domain, and by cause of failure."""
    tasks = [step_scores_of(score.details) for _, score in results]
    macro, micro = means(tasks, "macro"), means(tasks, "micro")
    all_step_scores = [one for each in tasks for one in each]
    figures = {
        **_metric_values(macro),
        **{
            f"{name}, micro": value
            for name, value in _metric_values(micro).items()
            if name != _METRICS[3]
        },
        "recall cap": micro.recall_cap,
    }
    causes = Table(
        title="Why steps failed",
        columns=["cause", "steps", "of all"],
        rows=[
            [cause, count, count / len(all_step_scores) if all_step_scores else 0.0]
            for cause, count in failures(all_step_scores).items()
        ],
    )
    errors = Table(
        title="Tasks by failed steps",
        columns=["failed steps", "of all tasks"],
        rows=[[name, share] for name, share in error_ratio(tasks).items()],
    )
    return Summary(
        headline=HEADLINE,
        figures=figures,
        tables=[
            *([_by("split", results)] if len({task.split for task, _ in results}) > 1 else []),
            (by_domain := _by("domain", results)),
            _by("website", results),
            causes,
            errors,
        ],
        charts=[
            _bars("By domain", by_domain, _SHORT_NAMES),
            _bars("Why steps failed, of all steps", causes, ["of all"]),
        ],
    )


def _bars(title: str, table: Table, columns: Sequence[str]) -> Chart:
    """Return a bar chart of some columns of a table, labelled by its first column."""
    indices = {name: table.columns.index(name) for name in columns}
    rows: list[list[Any]] = [list(row) for row in table.rows]
    return Chart(
        title=title,
        kind="bars",
        labels=[str(row[0]) for row in rows],
        series={name: [row[index] for row in rows] for name, index in indices.items()},
    )


def _metric_values(averages: Means) -> dict[str, float]:
    values = (
        averages.element_accuracy,
        averages.operation_f1,
        averages.step_success_rate,
        averages.success_rate,
    )
    return dict(zip(_METRICS, values, strict=True))


def _by(tag: str, results: Sequence[tuple[Task, Score]]) -> Table:
    groups: defaultdict[str, list[list[StepScore]]] = defaultdict(list)
    for task, score in results:
        name = task.split if tag == "split" else str(task.tags[tag])
        groups[name].append(step_scores_of(score.details))
    rows = []
    for name, tasks in sorted(groups.items()):
        averages = means(tasks, "macro")
        rows.append(
            [
                name,
                averages.tasks,
                averages.steps,
                *_metric_values(averages).values(),
                averages.recall_cap,
            ]
        )
    columns = [tag, "tasks", "steps", *_SHORT_NAMES, "cap"]
    return Table(title=f"Per {tag}", columns=columns, rows=rows)


def published_table(split: str) -> Table:
    """Return the paper's results, for one split or for all."""
    path = Path(__file__).with_name("published.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["element_accuracy"]]
    selected = [row for row in rows if row["split"] == split] or rows
    metrics = ("element_accuracy", "operation_f1", "step_success_rate", "success_rate")
    return Table(
        title="Published results, macro (Mind2Web paper, main results)",
        columns=["method", "split", *_SHORT_NAMES, "condition"],
        rows=[
            [
                row["method"],
                row["split"],
                *(_share(row[name]) for name in metrics),
                row["condition"],
            ]
            for row in selected
        ],
    )


def _share(percent: str) -> float | None:
    return round(float(percent) / 100, 4) if percent else None
