"""Both metric variants, and stored answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.realwebassist.conftest import Write
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.scoring import point_of
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
    assert "task 'a' occurs for participants 1, 2" in summary["warnings"][0]


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


def test_a_step_without_an_answer_is_a_miss(write: Write) -> None:
    overall = scored(write(), {})["overall"]
    assert (overall["total"], overall["correct"], overall["invalid"]) == (7, 0, 7)


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
        ("step accuracy", "too few tasks: 1"),
    ]
    # Wilson's interval for 0 of 1.
    assert table.rows[0][1:4] == [0, 0, pytest.approx(0.7935, abs=1e-3)]
