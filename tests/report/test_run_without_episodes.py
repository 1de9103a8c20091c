"""The page of the episodes of a run that has none yet."""

from pathlib import Path

from webproctor.report.episodes import write_episodes
from webproctor.run.results import Run


def test_the_page_of_episodes_says_that_there_are_none(tmp_path: Path) -> None:
    run = Run(
        folder=tmp_path,
        benchmark="exam",
        agent="a",
        condition={},
        complete=False,
        tasks=2,
        results=[],
        summary=None,
    )
    assert "This run has no episodes yet." in write_episodes(run).read_text(encoding="utf-8")
