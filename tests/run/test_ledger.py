"""The ledger of a run."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from webproctor.run.ledger import LEDGER, Entry, Ledger, read_ledger


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
