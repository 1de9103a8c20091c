"""The tables and warnings of a run."""

from pathlib import Path
from typing import Any

import pytest

from webproctor.core.intervals import mean_interval, wilson
from webproctor.core.scores import Score
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def run_of(results: list[Result]) -> Run:
    """Return a run of two tasks."""
    return Run(
        folder=Path("run"),
        benchmark="exam",
        agent="a",
        condition={},
        complete=bool(results),
        tasks=2,
        results=results,
        summary=None,
    )


def test_a_run_without_a_finished_episode_has_empty_tables() -> None:
    run = run_of([])
    assert run.solved is None
    assert run.intervals().rows == []
    assert [table.rows for table in run.tables()] == [[], []]


def test_a_run_says_how_often_void_and_unanswered_episodes_were_started_again() -> None:
    run = run_of([Result(task=task, score=Score(value=1), tries=3) for task in ("a", "b")])
    assert run.warnings == [
        "Episodes were started again 4 times after they were void or their model gave no answer."
    ]


def test_the_note_of_a_run_says_that_episodes_were_started_again_or_replaced() -> None:
    again = Result(task="a", score=Score(value=1), tries=3)
    copied = Result(task="b", score=Score(value=1), tries=2, replaced=1)
    run = run_of([again, copied]).model_copy(update={"restarts": 4})
    assert run.note == "episodes started again: 6, replaced results: 1"


def scored(*scores: float, **fields: Any) -> list[Result]:
    """Return a result for each score, of tasks `0`, `1`, ..., unless a task is given."""
    return [
        Result(**{"task": str(number), "score": Score(value=value)} | fields)
        for number, value in enumerate(scores)
    ]


def test_clusters_in_which_no_task_was_solved_are_listed() -> None:
    results = [
        *scored(0.5, 0, cluster="y"),
        *scored(1, 0, cluster="solved"),
        *scored(0.75),  # A cluster of its own.
    ]
    table = run_of(results).model_copy(update={"grouped": "family"}).unsolved()
    assert table is not None
    assert table.title == "Never solved: 2 of 3, by family"
    assert table.columns == ["family", "episodes", "mean score"]
    assert table.rows == [["0", 1, 0.75], ["y", 2, 0.25]]


def test_independent_tasks_and_solved_clusters_are_not_listed_as_unsolved() -> None:
    assert run_of(scored(0, 0)).unsolved() is None
    assert run_of(scored(1, 1)).model_copy(update={"grouped": "family"}).unsolved() is None


def test_pass_rates_are_of_tasks_with_all_epochs() -> None:
    results = [
        *(one for epoch in (1, 2) for one in scored(float(epoch == 1), epoch=epoch, task="a")),
        *scored(1, epoch=1, task="b"),
        *(one for epoch in (1, 2) for one in scored(1, epoch=epoch, task="c")),
    ]
    results.sort(key=lambda result: (result.task, result.epoch))
    table = run_of(results).model_copy(update={"epochs": 2}).repeats()
    assert table is not None
    # pass@k and pass^k: a is solved once, c twice.
    assert [[row[0], row[1], row[4]] for row in table.rows] == [
        ["1", 0.75, 0.75],
        ["2", 1.0, 0.5],
    ]
    assert run_of(results).repeats() is None


def test_people_are_listed_with_medians_and_their_mean() -> None:
    results = [
        *scored(1, 0, 1, epoch=1, seconds=2, actions=5),
        *scored(0.5, 0.25, 0, epoch=3, seconds=8, actions=1),
    ]
    results[0] = results[0].model_copy(update={"seconds": 60, "actions": 50})
    run = run_of(results).model_copy(update={"epochs": 3, "participants": ["ada", "bob", "eve"]})
    table = run.people()
    assert table is not None
    ada, eve, total = table.rows  # Bob has no results.
    assert ada == ["ada", 3, pytest.approx(2 / 3), *wilson(2, 3), "2.0", "5.0"]
    assert eve == ["eve", 3, 0.25, None, None, "8.0", "1.0"]
    assert mean_interval([2 / 3, 0.25], ["ada", "eve"])[0] is None
    assert total == ["mean over people", 6, pytest.approx((2 / 3 + 0.25) / 2), *[None] * 4]
    assert run.who == "a (3 people)"
    assert run_of(results).people() is None


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"complete": True}, ""),
        ({"complete": False, "tasks": 2}, "not complete"),
        ({"complete": False, "tasks": 3}, "not finished"),
        ({"complete": True, "without_digest": 1}, "no checksums"),
    ],
)
def test_the_note_of_a_run_says_what_is_missing(changes: dict[str, Any], note: str) -> None:
    assert run_of(scored(1, 0)).model_copy(update=changes).note == note


def test_logs_without_checksums_and_replaced_results_are_warnings() -> None:
    run = run_of(scored(1, 1, tries=2, replaced=1)).model_copy(update={"without_digest": 1})
    checksums, replaced = run.warnings
    assert checksums.startswith("1 log is not in logs.sha256")
    assert replaced.startswith("The logs have 2 more results of finished episodes")


def test_a_run_with_other_results_has_other_totals() -> None:
    run = run_of(scored(1, 1))
    assert (run.totals.successes, run.solved) == (2, 1)
    copied = run.model_copy(update={"results": scored(0, 1)})
    assert (copied.totals.successes, copied.solved) == (1, 0.5)


def test_the_progress_of_a_run_is_in_tasks_or_in_episodes_of_several_epochs() -> None:
    run = run_of(scored(1))
    assert run.progress == "1 of 2 tasks"
    assert run.model_copy(update={"epochs": 3}).progress == "1 of 6 episodes in 3 epochs"


def test_the_usage_of_a_run_without_a_ledger_is_that_of_its_results() -> None:
    run = run_of(scored(1, 1, usage={"calls": 2.0}))
    assert run.usage() == {"calls": 4}
    assert run.model_copy(update={"used": {"calls": 9}}).usage() == {"calls": 9}
