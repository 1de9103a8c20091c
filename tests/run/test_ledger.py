"""The ledger of a run."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.core.scores import Score
from webproctor.run.episode_results import Result
from webproctor.run.ledger import (
    LEDGER,
    STARTS,
    Entry,
    Ledger,
    open_ledger,
    read_ledger,
    restarts,
    total,
)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("left", [0, 1, 30])
def test_a_line_that_does_not_fit_on_the_disk_leaves_the_ledger_unchanged(
    tmp_path: Path, left: int
) -> None:
    ledger = Ledger(tmp_path)
    entries = [Entry(task=name, usage={"calls": 1.0}) for name in ("first", "lost", "next")]
    ledger.add(entries[0])
    size = (tmp_path / LEDGER).stat().st_size
    with largest_file(size + left), pytest.raises(OSError, match=r"large|space"):
        ledger.add(entries[1])
    ledger.add(entries[2])
    assert read_ledger(tmp_path) == [entries[0], entries[2]]


@pytest.mark.parametrize(
    ("started", "tries", "expected"),
    [(1, 1, 0), (2, 2, 0), (3, 1, 2), (4, 2, 2), (1, 0, 0), (3, 0, 2), (0, 2, 0)],
)
def test_starts_beyond_the_tries_of_a_result_are_restarts(
    tmp_path: Path, started: int, tries: int, expected: int
) -> None:
    ledger = Ledger(tmp_path, STARTS)
    for _ in range(started):
        ledger.add(Entry(task="a", epoch=2))
    ledger.add(Entry(task="a", epoch=1))
    results = [Result(task="a", epoch=2, score=Score(value=1), tries=tries)] if tries else []
    assert restarts(tmp_path, results) == expected


@pytest.mark.parametrize("dollars", ["-5", "NaN", "Infinity"])
def test_a_cost_that_would_reduce_the_total_is_an_error(tmp_path: Path, dollars: str) -> None:
    (tmp_path / LEDGER).write_text(f'{{"task": "a", "usage": {{"dollars": {dollars}}}}}\n')
    with pytest.raises(UserError, match=f"{LEDGER}: the file is damaged"):
        read_ledger(tmp_path)


def test_a_line_is_not_written_through_a_link(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text('{"task":"a"}\n')
    (tmp_path / LEDGER).symlink_to(other)
    Ledger(tmp_path).add(Entry(task="b"))
    assert other.read_text() == '{"task":"a"}\n'
    assert read_ledger(tmp_path) == [Entry(task="a"), Entry(task="b")]


@pytest.mark.parametrize("complete", ['{"task":"a"}\n{"task":"b"}\n', ""])
def test_the_half_line_of_a_run_that_was_killed_is_removed(tmp_path: Path, complete: str) -> None:
    (tmp_path / LEDGER).write_text(f'{complete}{{"task":"half')
    Ledger(tmp_path).add(Entry(task="next"))
    assert (tmp_path / LEDGER).read_text() == f'{complete}{{"task":"next"}}\n'


def test_a_run_of_a_version_without_ledgers_keeps_the_usage_of_its_results(tmp_path: Path) -> None:
    results = [
        Result(task="a", epoch=2, score=Score(value=1), usage={"calls": 2, "dollars": 0.5}),
        Result(task="b", score=Score(value=0)),
    ]
    expected = [Entry(task="a", epoch=2, usage={"calls": 2, "dollars": 0.5})]
    open_ledger(tmp_path, results)
    assert read_ledger(tmp_path) == expected
    open_ledger(tmp_path, results)
    assert read_ledger(tmp_path) == expected


def test_the_total_is_the_sum_of_all_lines() -> None:
    usages = [{"calls": 1.0, "dollars": 0.25}, {"calls": 1.0}, {"calls": 2.0, "dollars": 0.5}]
    entries = [Entry(task="a", usage=usage) for usage in usages]
    assert total(entries) == {"calls": 4, "dollars": 0.75}
