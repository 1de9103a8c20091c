"""Metrics, tables and charts of a TurkingBench run."""

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from webproctor.benchmarks.turkingbench.scoring import (
    VARIANTS,
    FieldScore,
    InstanceScore,
    Means,
)
from webproctor.benchmarks.turkingbench.scoring import summarise as means
from webproctor.core.scores import Chart, Score, Summary, Table
from webproctor.core.tasks import Task

HEADLINE = "mean over tasks"
# The metric, and the column of the paper's table to compare it with.
PUBLISHED_COLUMNS = {HEADLINE: "score"}
TABLE_4 = "TurkingBench paper, Table 4"


def summarise(results: Sequence[tuple[Task, Score]]) -> Summary:
    """Aggregate scores: overall, by task, by field type, and overall by each metric variant."""
    run = means((str(task.tags["task"]), _instance(score)) for task, score in results)
    per_task = Table(
        title="Per task",
        columns=["task", "instances", "errored or void", "score", "mean over fields"],
        rows=[
            [name, task.instances, task.errored, task.instance_mean, task.field_mean]
            for name, task in run.tasks.items()
        ],
    )
    per_type = Table(
        title="Per type of field",
        columns=["type", "fields", "score"],
        rows=[
            [kind, averages.fields, averages.mean] for kind, averages in sorted(run.types.items())
        ],
    )
    figures = _figures(run)
    by_variant = [
        means((str(task.tags["task"]), _instance(score, variant)) for task, score in results)
        for variant in VARIANTS
    ]
    rows = [
        [variant, *_figures(averages).values()]
        for variant, averages in zip(VARIANTS, by_variant, strict=True)
        if results
    ]
    variants = Table(title="Variants of the metric", columns=["variant", *figures], rows=rows)
    charts = [
        Chart(
            title="Score by task",
            kind="bars",
            labels=list(run.tasks),
            series={"score": [task.instance_mean for task in run.tasks.values()]},
        ),
        Chart(
            title="Score by type of field",
            kind="bars",
            labels=sorted(run.types),
            series={"score": [averages.mean for _, averages in sorted(run.types.items())]},
        ),
    ]
    notes = [*unscored_instances(results), *late_fields(results), *absent_files(results)]
    tables = [variants, per_task, per_type, *notes]
    return Summary(headline=HEADLINE, figures=figures, tables=tables, charts=charts)


def unscored_instances(results: Sequence[tuple[Task, Score]]) -> list[Table]:
    """Return a table of the instances without a scored field, by task, if any."""
    instances: Counter[str] = Counter()
    for task, score in results:
        fields = score.details["fields"]
        if not score.details["broke_off"] and not any(field["counted"] for field in fields):
            instances[str(task.tags["task"])] += 1
    title = "Instances without a scored field, which score 0"
    rows = [[name, count] for name, count in instances.items()]
    return [Table(title=title, columns=["task", "instances"], rows=rows)] if rows else []


def late_fields(results: Sequence[tuple[Task, Score]]) -> list[Table]:
    """Return a table of the fields with answers that pages added only after they had loaded, by
    task, if any."""
    names: dict[str, dict[str, None]] = {}
    instances: Counter[str] = Counter()
    for task, score in results:
        if late := score.details.get("late"):
            name = str(task.tags["task"])
            instances[name] += 1
            names.setdefault(name, {}).update(dict.fromkeys(late))
    rows = [
        [name, instances[name], len(fields), next(iter(fields))] for name, fields in names.items()
    ]
    columns = ["task", "instances", "fields", "for example"]
    title = "Fields that pages added later and that are not scored"
    return [Table(title=title, columns=columns, rows=rows)] if rows else []


def absent_files(results: Sequence[tuple[Task, Score]]) -> list[Table]:
    """Return a table of the files that pages requested and did not get, by task, if any.

    Queries are left out of addresses: some pages add a random number to each request.
    """
    files: dict[str, dict[str, None]] = {}
    instances: Counter[str] = Counter()
    for task, score in results:
        if urls := score.details.get("absent"):
            name = str(task.tags["task"])
            instances[name] += 1
            files.setdefault(name, {}).update((url.partition("?")[0], None) for url in urls)
    rows = [
        [name, instances[name], len(urls), _short(next(iter(urls)))] for name, urls in files.items()
    ]
    columns = ["task", "instances", "files", "for example"]
    title = "Pictures and other files that pages did not get"
    return [Table(title=title, columns=columns, rows=rows)] if rows else []


def _short(url: str) -> str:
    """Return the host and the file of an address, at most 40 characters of it."""
    host, _, path = url.partition("://")[2].partition("/")
    file = path.rpartition("/")[2]
    return f"{host}/{'.../' if '/' in path else ''}{file}"[:40]


def published_table() -> Table:
    """Return the overall results of the paper's Table 4, on all 20 test tasks."""
    path = Path(__file__).with_name("published.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["source"] == TABLE_4]
    return Table(
        title=f"Published results on all 20 test tasks ({TABLE_4})",
        columns=["agent", "condition", "score"],
        rows=[[row["model"], row["condition"], float(row["value"])] for row in rows],
    )


def _figures(averages: Means) -> dict[str, float]:
    return {
        HEADLINE: averages.mean_over_tasks,
        "mean over tasks, by field": averages.mean_over_tasks_by_field,
        "mean over instances": averages.mean_over_instances,
    }


def _instance(score: Score, variant: str = "") -> InstanceScore | None:
    """Return the score of an instance by a variant of the metric, by default that of the run."""
    if score.details["broke_off"]:
        return None
    fields = [FieldScore(**field) for field in score.details["fields"]]
    if not variant:
        return InstanceScore(value=score.value, fields=fields)
    scores = score.details["variants"][variant]
    scored = [
        field.model_copy(update={"score": value})
        for field, value in zip(fields, scores["scores"], strict=True)
    ]
    return InstanceScore(value=scores["value"], fields=scored)
