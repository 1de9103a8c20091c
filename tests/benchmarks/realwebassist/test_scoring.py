"""Both metric variants, and stored answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.realwebassist.conftest import BOX, Write, step
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.dataset import Dataset
from webproctor.benchmarks.realwebassist.scoring import (
    Figures,
    StepScore,
    figures,
    intervals,
    point_of,
    score_all,
)
from webproctor.cli import command
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.harness.reading import read_run
from webproctor.methods.grounding.targets import Rectangle

ANSWERS = {
    "1/1": [0, 0],  # On the top left corner.
    "1/2": [10, 10],  # On the bottom right corner.
    "1/3": [10.001, 5],  # Just outside.
    "1/5": [5, 5],
    "1/6": None,
    "2/1": [5, 5],
    "2/2": [None, 3],
}


def scored(folder: Path, answers: dict[str, Any], *more: str) -> dict[str, Any]:
    path = folder / "answers.json"
    path.write_text(json.dumps(answers))
    arguments = ["score", "realwebassist", "--data", folder, "--answers", path, *more, "--json"]
    done = CliRunner().invoke(command, [str(one) for one in arguments], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return json.loads(done.stdout)


def test_variant_code_merges_tasks_with_the_same_name_and_counts_steps(write: Write) -> None:
    summary = scored(write(), ANSWERS)
    overall = summary["overall"]
    # Hits: 1/1, 1/2, 1/5, 2/1 of 7 scored steps.
    assert overall["accuracy"] == pytest.approx(400 / 7)
    # Task a (1/1, 1/2, 1/3, 2/1, 2/2): two of five steps before the first miss. Task b: complete.
    # The step without a task is a task of its own.
    assert overall["average_progress"] == pytest.approx(100 * (2 / 5 + 1 + 0) / 3)
    assert overall["task_success_rate"] == pytest.approx(100 / 3)
    # Skipped steps are those without boxes, as in the public result file.
    assert (overall["total"], overall["correct"], overall["skipped"]) == (7, 4, 1)
    assert overall["invalid"] == 2
    assert [summary["episodes"][number]["skipped"] for number in ("1", "2")] == [1, 0]
    assert summary["episodes"]["2"]["average_progress"] == pytest.approx(50)
    [warning] = summary["warnings"]
    assert "task 'a' occurs for participants 1, 2" in warning


def test_only_variant_code_warns_of_tasks_with_the_same_name(write: Write) -> None:
    folder = write({1: [step(1, "pay")], 2: [step(1, "pay", "own")], 3: [step(1, "buy")]})
    [warning] = scored(folder, {})["warnings"]
    assert warning.startswith("task 'a' occurs for participants 1, 3 ")
    assert scored(folder, {}, "--metric-variant", "paper")["warnings"] == []


def test_variant_paper_separates_tasks_by_participant_and_counts_instructions(
    write: Write,
) -> None:
    overall = scored(write(), ANSWERS, "--metric-variant", "paper")["overall"]
    # 1/a: one of two instructions; 1/b: complete; the step without a task: missed; 2/a: one of two.
    assert overall["progress"] == pytest.approx((1 / 2 + 1 + 0 + 1 / 2) / 4)
    assert overall["task_success"] == pytest.approx(1 / 4)
    # Correct: "open the shop", "pay" and "open the tickets".
    assert overall["instruction_accuracy"] == pytest.approx(3 / 6)
    assert overall["step_accuracy"] == pytest.approx(4 / 7)


def test_the_distance_is_the_mean_from_valid_answers_to_the_nearest_box(write: Write) -> None:
    overall = scored(write(), {"1/1": [13, 14], "1/3": [49, 50]})["overall"]
    assert overall["average_distance"] == pytest.approx((3 + 4 + 1) / 2)


@pytest.mark.parametrize(
    ("point", "hit", "distance"), [([5, 5], True, 0), ([55, 55], True, 0), ([30, 10], False, 20)]
)
def test_a_click_in_any_of_several_boxes_is_a_hit(
    write: Write, point: list[int], hit: bool, distance: float
) -> None:
    boxes = [BOX, {"x": 50, "y": 50, "width": 10, "height": 10}]
    steps = Dataset(write({1: [step(1, "buy", box=boxes)]})).steps
    [(_, score)] = score_all(steps, {"1/1": point})
    assert score == StepScore(hit=hit, valid=True, distance=distance)


def test_a_click_on_a_step_with_an_empty_list_of_boxes_is_a_miss(write: Write) -> None:
    [(_, score)] = score_all(Dataset(write({1: [step(1, "buy", box=[])]})).steps, {"1/1": [5, 5]})
    assert score == StepScore(hit=False, valid=True, distance=None)


def test_the_metrics_of_no_steps_are_zero() -> None:
    counts = dict.fromkeys(("steps", "hits", "invalid", "tasks", "instructions"), 0)
    rates = dict.fromkeys(
        ("step_accuracy", "progress", "task_success", "instruction_accuracy"), 0.0
    )
    assert figures([]) == Figures(**counts, **rates, distance=None)


@pytest.mark.parametrize(
    ("hits", "low_and_high", "method"),
    [
        ([True, False] * 5, False, "all clusters are equal"),
        ([True, False] * 4, False, "too few clusters: 4"),
        ([True, True, False] * 4, True, "adjusted Wilson over 6 clusters"),
        ([True] * 4, True, "Wilson over 2 clusters"),
    ],
)
def test_step_accuracy_has_an_interval_over_tasks(
    write: Write, hits: list[bool], low_and_high: bool, method: str
) -> None:
    records = [step(image, f"do {image}", f"task {image // 2}") for image in range(len(hits))]
    scores = zip(Dataset(write({1: records})).steps, map(StepScore, hits), strict=True)
    [_, _, (_, accuracy, low, high, found)] = intervals(list(scores))
    assert (accuracy, found) == (sum(hits) / len(hits), method)
    assert (low is not None, high is not None) == (low_and_high, low_and_high)


def test_a_step_without_an_answer_is_a_miss(write: Write) -> None:
    overall = scored(write(), {})["overall"]
    assert (overall["total"], overall["correct"], overall["invalid"]) == (7, 0, 7)
    # The public result file has a distance of 0 if no step has a point.
    assert (overall["distance"], overall["average_distance"]) == (None, 0)


def test_the_json_output_has_intervals_of_the_metrics(write: Write) -> None:
    intervals = scored(write(), ANSWERS)["intervals"]
    assert list(intervals) == ["task success", "progress", "step accuracy"]
    low, high = intervals["task success"]
    assert 0 < low < 1 / 3 < high < 1


def test_stored_answers_in_fractions_are_a_user_error(write: Write) -> None:
    with pytest.raises(UserError, match=r"answers\.json: points must be in pixels"):
        scored(write(), {"1/1": [0.5, 0.25]})


def test_stored_answers_are_scored_as_a_run_with_a_report(write: Write, tmp_path: Path) -> None:
    summary = scored(write(), ANSWERS, "--out", str(tmp_path / "run"))
    run = read_run(tmp_path / "run")
    assert run.summary is not None
    assert run.summary.figures["step accuracy"] == summary["overall"]["step_accuracy"]
    assert "95 % confidence intervals" in (tmp_path / "run/report.html").read_text()


def test_an_answer_for_an_unknown_step_is_a_user_error(write: Write) -> None:
    with pytest.raises(UserError, match="'9/1'"):
        scored(write(), {"9/1": [1, 1]})


@pytest.mark.parametrize(
    "answer",
    [None, [], [1], [1, 2, 3], [None, 3], ["1", 2], [True, 1], {"x": 1}, [float("nan"), 1]],
)
def test_an_invalid_point_is_none(answer: object) -> None:
    assert point_of(answer) is None


@given(*[st.floats(-50, 50) for _ in range(2)])
def test_a_point_is_in_a_box_exactly_if_its_distance_is_zero(x: float, y: float) -> None:
    box = Rectangle(-10, 5, 20, 10)
    assert box.contains(x, y) == (box.distance(x, y) == 0)


@pytest.mark.parametrize(
    ("variant", "task_success", "progress", "people"),
    [
        ("code", 1 / 3, (2 / 5 + 1 + 0) / 3, [["1", 3, 5, 1 / 3], ["2", 1, 2, 0]]),
        ("paper", 1 / 4, (1 / 2 + 1 + 0 + 1 / 2) / 4, [["1", 3, 5, 1 / 3], ["2", 1, 2, 0]]),
    ],
)
def test_the_metrics_of_a_run_are_those_of_its_steps_in_the_order_of_the_sessions(
    write: Write, variant: Any, task_success: float, progress: float, people: list[list[Any]]
) -> None:
    benchmark = realwebassist(data=write(), metric_variant=variant)
    results = [
        (task, benchmark.score(task, Episode(task=task.id, evidence={"points": ANSWERS})))
        for task in reversed(benchmark.tasks())
    ]
    summary = benchmark.summarise(results)
    assert summary.headline == "task success"
    assert summary.figures == pytest.approx(
        {
            "task success": task_success,
            "progress": progress,
            "step accuracy": 4 / 7,
            "instruction accuracy": 3 / 6,
        }
    )
    tables = {table.title: table for table in summary.tables}
    assert [row[:4] for row in tables["Per participant"].rows] == people
    assert ("Warnings" in tables) == (variant == "code")
    assert summary.charts[0].labels == ["participant 1", "participant 2"]
    assert summary.charts[0].series["step acc."] == [3 / 5, 1 / 2]


def test_metrics_are_listed_by_website_if_the_data_names_them(write: Write) -> None:
    records = [
        step(1, "one") | {"website": "b.example"},
        step(2, "two") | {"website": "a.example"},
        step(3, "three") | {"website": "b.example"},
        step(4, "four"),
    ]
    benchmark = realwebassist(data=write({1: records}))
    [task] = benchmark.tasks()
    episode = Episode(task=task.id, evidence={"points": {"1/1": [5, 5]}})
    tables = benchmark.summarise([(task, benchmark.score(task, episode))]).tables
    [table] = [table for table in tables if table.title == "Per website"]
    assert [row[:3] + row[5:6] for row in table.rows] == [
        ["a.example", 1, 1, 0.0],
        ["b.example", 1, 2, 0.5],
    ]


async def test_per_participant_metrics_follow_the_variant(write: Write) -> None:
    for variant, progress in (("code", 1 / 3), ("paper", 1 / 2)):
        benchmark = realwebassist(data=write(), metric_variant=variant)  # pyright: ignore
        task = benchmark.tasks()[0]
        evidence = {"points": {"1/1": [5, 5]}}
        mark = benchmark.score(task, Episode(task=task.id, evidence=evidence))
        tables = {table.title: table for table in benchmark.summarise([(task, mark)]).tables}
        [row] = tables["Per participant"].rows
        # One of three steps, which is one of two instructions.
        assert row[4] == pytest.approx(progress)


def test_a_summary_has_confidence_intervals(write: Write) -> None:
    benchmark = realwebassist(data=write())
    task = benchmark.tasks()[0]
    mark = benchmark.score(task, Episode(task=task.id, evidence={}))
    table = benchmark.summarise([(task, mark)]).tables[0]
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("task success", "Wilson"),
        ("progress", "Wilson"),
        ("step accuracy", "Wilson over 1 cluster"),
    ]
    # Wilson's interval for 0 of 1.
    assert table.rows[0][1:4] == [0, 0, pytest.approx(0.7935, abs=1e-3)]
