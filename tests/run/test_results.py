"""Tests of a run's tables."""

from pathlib import Path

from webproctor.core.scores import Score
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def test_a_run_without_a_finished_episode_has_empty_tables() -> None:
    run = Run(
        folder=Path("run"),
        benchmark="exam",
        agent="a",
        condition={},
        complete=False,
        tasks=2,
        results=[],
        summary=None,
    )
    assert run.solved is None
    assert run.intervals().rows == []
    assert [table.rows for table in run.tables()] == [[], []]


def test_a_run_says_how_often_void_and_unanswered_episodes_were_started_again() -> None:
    run = Run(
        folder=Path("run"),
        benchmark="exam",
        agent="a",
        condition={},
        complete=True,
        tasks=2,
        results=[Result(task=task, score=Score(value=1), tries=3) for task in ("a", "b")],
        summary=None,
    )
    assert run.warnings == [
        "Episodes were started again 4 times after they were void or their model gave no answer."
    ]
