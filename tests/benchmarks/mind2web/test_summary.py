"""The metrics, tables and charts of a run."""

import pytest

from webproctor.benchmarks.mind2web.scoring import StepScore
from webproctor.benchmarks.mind2web.summary import (
    HEADLINE,
    PUBLISHED_COLUMNS,
    published_table,
    summarise,
)
from webproctor.core.scores import Score, Summary
from webproctor.core.tasks import Task

HIT = StepScore(element=1, operation=1, success=1, reachable=True)
HALF = StepScore(element=1, operation=0.5, success=0, cause="wrong value", reachable=True)
MISS = StepScore(cause="not in the pool")


def summary_of(*tasks: tuple[str, str, str, list[StepScore]]) -> Summary:
    """Return the summary of tasks: split, domain, website, scores of the steps."""
    results = []
    for number, (split, domain, website, steps) in enumerate(tasks):
        tags = {"domain": domain, "website": website}
        task = Task(str(number), "mind2web", "x", split=split, tags=tags)
        details = {"steps": [step.model_dump() for step in steps]}
        results.append((task, Score(value=0.0, details=details)))
    return summarise(results)


@pytest.fixture
def summary() -> Summary:
    return summary_of(
        ("test_task", "Travel", "united", [HIT]),
        ("test_task", "Shopping", "ebay", [HIT, HALF, MISS, MISS]),
        ("test_website", "Travel", "kayak", [HALF, HALF]),
    )


def test_metrics_are_macro_and_micro_averages(summary: Summary) -> None:
    assert summary.headline == HEADLINE == "step success rate"
    assert summary.figures == pytest.approx(
        {
            "element accuracy": (1 + 2 / 4 + 1) / 3,
            "operation F1": (1 + 1.5 / 4 + 1 / 2) / 3,
            "step success rate": (1 + 1 / 4 + 0) / 3,
            "success rate": 1 / 3,
            "element accuracy, micro": 5 / 7,
            "operation F1, micro": 3.5 / 7,
            "step success rate, micro": 2 / 7,
            "recall cap": 5 / 7,
        }
    )


def test_results_are_listed_by_split_domain_and_website(summary: Summary) -> None:
    tables = {table.title: table for table in summary.tables}
    metrics = ["tasks", "steps", "ele. acc.", "op. F1", "step SR", "SR", "cap"]
    assert tables["Per domain"].columns == ["domain", *metrics]
    assert tables["Per domain"].rows == [
        ["Shopping", 1, 4, 0.5, 1.5 / 4, 0.25, 0, 0.5],
        ["Travel", 2, 3, 1, 0.75, 0.5, 0.5, 1],
    ]
    assert [row[0] for row in tables["Per website"].rows] == ["ebay", "kayak", "united"]
    assert [row[:3] for row in tables["Per split"].rows] == [
        ["test_task", 2, 5],
        ["test_website", 1, 2],
    ]


def test_one_split_has_no_table_of_splits() -> None:
    titles = [table.title for table in summary_of(("train", "a", "b", [HIT])).tables]
    assert titles == ["Per domain", "Per website", "Why steps failed", "Tasks by failed steps"]


def test_failures_are_listed_by_cause_and_by_task(summary: Summary) -> None:
    tables = {table.title: table for table in summary.tables}
    causes = [row for row in tables["Why steps failed"].rows if row[1]]
    assert causes == [["not in the pool", 2, 2 / 7], ["wrong value", 3, 3 / 7]]
    shares = {row[0]: row[1] for row in tables["Tasks by failed steps"].rows}
    assert shares == {"0": 1 / 3, "1": 0, "2": 1 / 3, "3": 1 / 3, ">3": 0}


def test_charts_show_domains_and_causes(summary: Summary) -> None:
    domains, causes = summary.charts
    assert domains.labels == ["Shopping", "Travel"]
    assert domains.series["step SR"] == [0.25, 0.5]
    assert dict(zip(causes.labels, causes.series["of all"], strict=True))["wrong value"] == 3 / 7


def test_published_results_are_of_the_split_or_of_all() -> None:
    columns = ["method", "split", "ele. acc.", "op. F1", "step SR", "SR", "condition"]
    table = published_table("cross-task")
    assert table.columns == columns
    assert {row[1] for row in table.rows} == {"cross-task"}
    assert len({row[1] for row in published_table("all").rows}) == 3
    assert set(PUBLISHED_COLUMNS.values()) <= set(columns)
    assert next(iter(PUBLISHED_COLUMNS)) == HEADLINE
