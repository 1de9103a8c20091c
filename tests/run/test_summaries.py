"""Tests of the confidence intervals of metrics."""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import pytest

from webproctor.core.intervals import jackknife, wilson
from webproctor.core.scores import Score, Summary
from webproctor.core.tasks import Task
from webproctor.run.episode_results import Result
from webproctor.run.results import Run
from webproctor.run.summaries import Scored, figure_intervals


class Means:
    """A benchmark with the mean score as headline, the maximum and a constant."""

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        marks = [score.value for _, score in results]
        return Summary(
            headline="mean", figures={"mean": fmean(marks), "best": max(marks), "constant": 0.5}
        )


def scored(marks: Sequence[float]) -> list[Scored]:
    return [
        (1, Task(id=str(place), benchmark="exam", instruction=""), Score(value=mark))
        for place, mark in enumerate(marks)
    ]


def intervals(
    marks: Sequence[float], clusters: Sequence[str] | None = None
) -> dict[str, tuple[float, float]]:
    of = clusters or [str(place) for place in range(len(marks))]
    return figure_intervals(Means(), scored(marks), of)  # type: ignore[arg-type]


def test_the_interval_of_a_metric_is_a_jackknife_over_clusters() -> None:
    marks = [0.0, 0.25, 0.5, 0.75, 1.0, 0.5]
    without = [fmean([*marks[:place], *marks[place + 1 :]]) for place in range(len(marks))]
    assert intervals(marks)["mean"] == pytest.approx(jackknife(0.5, without))


def test_tasks_that_fail_together_widen_the_interval() -> None:
    marks = [float(place < 20) for place in range(40)]
    low, high = intervals(marks)["mean"]
    together_low, together_high = intervals(marks, [str(place // 5) for place in range(40)])["mean"]
    assert together_high - together_low > 1.5 * (high - low)


def test_intervals_stay_within_the_range_of_scores() -> None:
    low, high = intervals([0.0] * 5 + [1.0])["mean"]
    assert 0.0 < low < 1 / 6 < high < 1.0


def test_a_constant_metric_has_no_interval() -> None:
    assert "constant" not in intervals([0.0, 0.25, 0.5, 0.75, 1.0])


def test_fewer_than_five_clusters_give_no_interval() -> None:
    assert intervals([0.0, 1.0] * 5, list("abcdabcdab")) == {}


@pytest.mark.parametrize("mark", [0.0, 1.0])
def test_equal_scores_give_a_wilson_interval_over_the_clusters(mark: float) -> None:
    assert intervals([mark] * 6, list("aabbcc")) == {"mean": wilson(round(3 * mark), 3)}


def interval_rows(marks: Sequence[float]) -> list[list[str | int | float | None]]:
    """Return the rows of a run's table of confidence intervals."""
    results = [Result(task=str(place), score=Score(value=mark)) for place, mark in enumerate(marks)]
    figures = Means().summarise([(task, score) for _, task, score in scored(marks)])
    run = Run(
        folder=Path("run"),
        benchmark="exam",
        agent="a",
        condition={},
        complete=True,
        tasks=len(marks),
        results=results,
        summary=figures,
        confidence=intervals(marks),
    )
    return run.intervals().rows


def test_a_run_gives_the_method_of_each_interval() -> None:
    methods = {row[0]: row[-1] for row in interval_rows([0.0, 0.25, 0.5, 0.75, 1.0])}
    assert methods == {
        "mean score": "adjusted Wilson over 5 tasks",
        "solved": "Wilson",
        "mean": "jackknife, 5 groups",
        "best": "jackknife, 5 groups",
    }


def test_scores_that_are_all_one_give_wilson_intervals() -> None:
    rows = {row[0]: row[1:] for row in interval_rows([1.0] * 8)}
    full = [1.0, *wilson(8, 8)]
    assert rows["mean score"] == [*full, "Wilson"]
    assert rows["mean"] == [*full, "Wilson over 8 tasks"]


def test_too_few_tasks_give_no_bounds() -> None:
    rows = {row[0]: row[1:] for row in interval_rows([0.5, 0.25])}
    assert rows["mean score"] == [0.375, None, None, "too few tasks: 2"]


def test_equal_scores_give_no_bounds() -> None:
    rows = {row[0]: row[1:] for row in interval_rows([0.5] * 8)}
    assert rows["mean score"] == [0.5, None, None, "all tasks are equal"]
