"""What a run amounts to: the benchmark's figures and tables."""

import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.scoring import (
    Means,
    StepMark,
    error_ratio,
    failures,
    marks_of,
    means,
)
from webproctor.scores import Chart, Score, Summary, Table
from webproctor.tasks import Task

HEADLINE = "step success rate"
# Columns of tables, in the field's own abbreviations.
_SHORT = ["ele. acc.", "op. F1", "step SR", "SR"]
_MARKS = ["element accuracy", "operation F1", "step success rate", "success rate"]
# Figures, and the columns of the paper's table that they stand beside; the headline first.
BESIDE = {HEADLINE: "step SR", **dict(zip(_MARKS, _SHORT, strict=True))}


def summarise(results: Sequence[tuple[Task, Score]]) -> Summary:
    """Draw marks together: macro and micro, per website and per domain, and why steps failed."""
    tasks = [marks_of(score.details) for _, score in results]
    macro, micro = means(tasks, "macro"), means(tasks, "micro")
    every = [mark for marks in tasks for mark in marks]
    figures = {
        **_named(macro),
        **{f"{name}, micro": value for name, value in _named(micro).items() if name != _MARKS[3]},
        "recall cap": micro.recall_cap,
    }
    causes = Table(
        title="Why steps failed",
        columns=["cause", "steps", "of all"],
        rows=[
            [cause, count, count / len(every) if every else 0.0]
            for cause, count in failures(every).items()
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
            _bars("By domain", by_domain, _SHORT),
            _bars("Why steps failed, of all steps", causes, ["of all"]),
        ],
    )


def _bars(title: str, table: Table, columns: Sequence[str]) -> Chart:
    """Some columns of a table as bars over its first."""
    places = {name: table.columns.index(name) for name in columns}
    rows: list[list[Any]] = [list(row) for row in table.rows]
    return Chart(
        title=title,
        kind="bars",
        labels=[str(row[0]) for row in rows],
        series={name: [row[place] for row in rows] for name, place in places.items()},
    )


def _named(of: Means) -> dict[str, float]:
    values = of.element_accuracy, of.operation_f1, of.step_success_rate, of.success_rate
    return dict(zip(_MARKS, values, strict=True))


def _by(tag: str, results: Sequence[tuple[Task, Score]]) -> Table:
    groups: defaultdict[str, list[list[StepMark]]] = defaultdict(list)
    for task, score in results:
        name = task.split if tag == "split" else str(task.tags[tag])
        groups[name].append(marks_of(score.details))
    rows = []
    for name, tasks in sorted(groups.items()):
        of = means(tasks, "macro")
        rows.append([name, of.tasks, of.steps, *_named(of).values(), of.recall_cap])
    columns = [tag, "tasks", "steps", *_SHORT, "cap"]
    return Table(title=f"Per {tag}", columns=columns, rows=rows)


def published_table(split: str) -> Table:
    """What the paper reports, for one split or for all."""
    path = Path(__file__).with_name("published.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["element_accuracy"]]
    shown = [row for row in rows if row["split"] == split] or rows
    marks = ("element_accuracy", "operation_f1", "step_success_rate", "success_rate")
    return Table(
        title="Published results, macro (Mind2Web paper, main results)",
        columns=["method", "split", *_SHORT, "condition"],
        rows=[
            [row["method"], row["split"], *(_share(row[name]) for name in marks), row["condition"]]
            for row in shown
        ],
    )


def _share(percent: str) -> float | None:
    return round(float(percent) / 100, 4) if percent else None
