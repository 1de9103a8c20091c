"""The tables and warnings of a run."""

from pathlib import Path

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
