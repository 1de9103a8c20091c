"""Tests of a run's tables."""

from pathlib import Path

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
