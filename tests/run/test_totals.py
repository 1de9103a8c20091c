"""Totals of the results of a run."""

from webproctor.core.scores import Score
from webproctor.run.episode_results import Result
from webproctor.run.totals import TaskMeans, Totals, by_task

RESULTS = [
    Result(task="a", score=Score(value=1), cluster="x", steps=2, actions=3, usage={"calls": 2}),
    Result(
        task="a", epoch=2, score=Score(value=0.5), cluster="x", tries=4, replaced=1, seconds=1.5
    ),
    Result(task="b", score=Score(value=1), refused=1, usage={"calls": 1, "dollars": 0.5}),
    Result(
        task="c", score=Score(value=0), cause="browser", void=True, invalid_actions=1, seconds=2
    ),
    Result(
        task="d",
        score=Score(value=0),
        cause="agent",
        tries=3,
        replaced=1,
        actions=2,
        refused=2,
        invalid_actions=2,
    ),
]


def test_totals_are_sums_over_the_episodes() -> None:
    total = Totals.of(RESULTS)
    assert (total.successes, total.tries, total.actions) == (2, 10, 5)
    assert (total.invalid_actions, total.refused, total.seconds) == (3, 3, 3.5)
    assert total.usage == {"calls": 3, "dollars": 0.5}


def test_replaced_results_are_not_counted_as_retries() -> None:
    total = Totals.of(RESULTS)
    assert (total.retries, total.replaced) == ((4 - 1 - 1) + (3 - 1 - 1), 2)


def test_causes_are_counted_by_outcome() -> None:
    total = Totals.of([*RESULTS, RESULTS[-1]])
    assert total.outcomes == {"scored": 3, "errored": 2, "void": 1}
    assert total.causes == {"scored": {}, "errored": {"agent": 2}, "void": {"browser": 1}}


def test_means_are_over_the_epochs_of_a_task() -> None:
    means = TaskMeans.of(RESULTS)
    assert means.tasks == ["a", "b", "c", "d"]
    assert means.clusters == ["x", "b", "c", "d"]
    assert list(means.scores) == [0.75, 1, 0, 0]
    assert list(means.solved) == [0.5, 1, 0, 0]


def test_results_are_grouped_by_task() -> None:
    assert [[one.epoch for one in each] for each in by_task(RESULTS)] == [[1, 2], [1], [1], [1]]
