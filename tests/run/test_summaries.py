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
from webproctor.run.summaries import GROUPS, Scored, figure_intervals, summary_of


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
    assert intervals(marks)["mean"] == pytest.approx(jackknife(0.5, without, [1] * 6))


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


class Special:
    """A benchmark with metrics that a jackknife cannot estimate, and one that it can."""

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        marks = [score.value for _, score in results]
        figures = {"mean": fmean(marks), "total": sum(marks), "lowest": min(marks) - 0.5}
        if 1.0 in marks:
            figures["of the best"] = fmean(marks) / 2
        return Summary(headline="mean", figures=figures)


def test_only_metrics_from_zero_to_one_that_every_group_has_have_an_interval() -> None:
    marks = [0.0, 0.25, 0.5, 0.75, 1.0]
    clusters = [str(place) for place in range(5)]
    found = figure_intervals(Special(), scored(marks), clusters)  # type: ignore[arg-type]
    assert list(found) == ["mean"]


def test_the_interval_does_not_depend_on_the_order_of_the_clusters() -> None:
    class Colliding(str):
        """A text whose place in a set is that in which it was added."""

        __slots__ = ()

        def __hash__(self) -> int:
            return 0

    marks = [place % 7 / 7 for place in range(2 * GROUPS + 5)]
    clusters = [Colliding(place) for place in range(len(marks))]
    turned = intervals(marks[::-1], clusters[::-1])
    assert intervals(marks, clusters)["mean"] == pytest.approx(turned["mean"])


def test_a_metric_that_one_epoch_lacks_has_the_mean_of_the_others_and_no_deviation() -> None:
    tasks = [(epoch, task, score) for epoch in (1, 2) for _, task, score in scored([0.5, 0.75])]
    tasks[0] = (1, tasks[0][1], Score(value=1.0))
    summary = summary_of(Special(), tasks)  # type: ignore[arg-type]
    assert summary.figures["of the best"] == 1.75 / 4
    assert summary.tables[0].columns[-1] == "of the best"
    assert [row[-1] for row in summary.tables[0].rows] == [1.75 / 4, None, None]


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
