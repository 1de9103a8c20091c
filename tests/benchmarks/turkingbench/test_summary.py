"""Tests of a run's summary against values computed by hand."""

import pytest

from webproctor.benchmarks.turkingbench.summary import HEADLINE, summarise
from webproctor.core.scores import Score, Summary
from webproctor.core.tasks import Task

Marks = list[tuple[str, float]]


def task(name: str, row: int) -> Task:
    tags = {"task": name, "row": row}
    return Task(id=f"{name}/{row}", benchmark="turkingbench", instruction="", tags=tags)


def score(value: float, fields: Marks, *, uncounted: Marks = [], broke_off: bool = False) -> Score:  # noqa: B006
    listed = [
        {
            "name": str(n),
            "type": kind,
            "answer": "",
            "gold": [],
            "score": mark,
            "counted": counted,
        }
        for counted, marks in ((True, fields), (False, uncounted))
        for n, (kind, mark) in enumerate(marks)
    ]
    parity = {"value": value, "scores": [one["score"] for one in listed]}
    strict = {"value": value / 2, "scores": [one["score"] / 2 for one in listed]}
    variants = {"parity": parity, "strict": strict}
    details = {"broke_off": broke_off, "fields": listed, "variants": variants}
    return Score(value=value, details=details)


@pytest.fixture
def summary() -> Summary:
    """Return the results of two tasks: A with three instances (the last errored), B with one."""
    return summarise(
        [
            (task("A", 0), score(0.5, [("radio", 1), ("radio", 0)])),
            (task("B", 0), score(1.0, [("range", 0.6), ("text", 1)], uncounted=[("text", 0)])),
            (task("A", 1), score(1.0, [("text", 1)])),
            (task("A", 2), score(0.0, [], broke_off=True)),
        ]
    )


def test_the_headline_is_the_mean_over_tasks_of_instance_means(summary: Summary):
    assert summary.headline == HEADLINE == "mean over tasks"
    # A: (0.5 + 1 + 0) / 3; B: 1
    assert summary.figures["mean over tasks"] == pytest.approx((0.5 + 1) / 2)


def test_another_metric_is_the_mean_over_fields(summary: Summary):
    # A: 2 of 3 fields, but only 2 of 3 instances were finished; B: (0.6 + 1) / 2
    expected = (2 / 3 * 2 / 3 + 0.8) / 2
    assert summary.figures["mean over tasks, by field"] == pytest.approx(expected)


def test_another_metric_weights_all_instances_equally(summary: Summary):
    assert summary.figures["mean over instances"] == pytest.approx((0.5 + 1 + 1 + 0) / 4)


def test_both_variants_of_the_metric_are_listed(summary: Summary):
    table = summary.tables[0]
    assert table.title == "Variants of the metric"
    assert table.columns == ["variant", *summary.figures]
    figures = list(summary.figures.values())
    assert table.rows == [
        ["parity", *(pytest.approx(value) for value in figures)],
        ["strict", *(pytest.approx(value / 2) for value in figures)],
    ]


def test_tasks_are_in_the_order_of_the_run(summary: Summary):
    table = summary.tables[1]
    assert table.columns == ["task", "instances", "errored or void", "score", "mean over fields"]
    assert table.rows == [
        ["A", 3, 1, pytest.approx(0.5), pytest.approx(4 / 9)],
        ["B", 1, 0, pytest.approx(1.0), pytest.approx(0.8)],
    ]


def test_field_types_are_listed_with_counted_fields(summary: Summary):
    table = summary.tables[2]
    assert table.columns == ["type", "fields", "score"]
    assert table.rows == [
        ["radio", 2, pytest.approx(0.5)],
        ["range", 1, pytest.approx(0.6)],
        ["text", 2, pytest.approx(1.0)],
    ]


def test_every_row_has_a_cell_for_each_column(summary: Summary):
    for table in summary.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_metrics_of_an_empty_run_are_0():
    summary = summarise([])
    assert set(summary.figures.values()) == {0.0}
    assert [table.rows for table in summary.tables] == [[], [], []]


def test_an_instance_without_counted_fields_scores_0_in_the_mean_over_instances():
    summary = summarise([(task("A", 0), score(0.0, [])), (task("A", 1), score(1.0, [("text", 1)]))])
    assert summary.figures["mean over instances"] == 0.5
    assert summary.figures["mean over tasks, by field"] == 1.0


def test_fields_that_pages_added_later_are_listed_by_task():
    late = [["b"], ["c", "b"], []]
    results = [(task("A", row), score(1.0, [("text", 1)])) for row in range(3)]
    for (_, one), names in zip(results, late, strict=True):
        one.details.update({"late": names} if names else {})
    [table] = [one for one in summarise(results).tables if one.title.startswith("Fields that")]
    assert table.rows == [["A", 2, 2, "b"]]


def test_instances_without_a_scored_field_are_counted_by_task():
    results = [
        (task("A", 0), score(0.0, [], uncounted=[("text", 0)])),
        (task("A", 1), score(0.0, [("text", 0)])),
        (task("A", 2), score(0.0, [], broke_off=True)),
        (task("B", 0), score(0.0, [])),
        (task("A", 3), score(0.0, [])),
    ]
    [table] = [one for one in summarise(results).tables if one.title.startswith("Instances")]
    assert table.rows == [["A", 2], ["B", 1]]


def test_files_that_pages_did_not_get_are_counted_by_task_without_their_queries():
    absent = {
        ("A", 0): ["https://pictures.example/all/2024/cat.png?7", "https://x.example/a.css"],
        ("A", 1): ["https://pictures.example/all/2024/cat.png?8"],
        ("A", 2): [],
        ("B", 0): ["https://x.example/a.css"],
    }
    results = [(task(*key), score(1.0, [("text", 1)])) for key in absent]
    for (_, one), urls in zip(results, absent.values(), strict=True):
        one.details["absent"] = urls
    [table] = [one for one in summarise(results).tables if one.title.startswith("Pictures")]
    assert table.rows == [
        ["A", 2, 2, "pictures.example/.../cat.png"],
        ["B", 1, 1, "x.example/a.css"],
    ]
