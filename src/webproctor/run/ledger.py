"""The ledgers of a run: one line in `requests.jsonl` for each request to a model, and one in
`starts.jsonl` for each start of an episode.

A line is written when the request ends or the episode starts, so the ledgers are complete even if
the run is killed, and they contain episodes that were stopped or run again, which have no result.
"""

import errno
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from pydantic import BaseModel

from webproctor.core.episodes import Amount, added
from webproctor.core.errors import UserError
from webproctor.files.reading import read_text
from webproctor.files.writing import remove_link
from webproctor.run.episode_results import Result

LEDGER = "requests.jsonl"
STARTS = "starts.jsonl"


class Entry(BaseModel):
    """One request, or all requests of an episode whose agent reports them itself; in `STARTS`, the
    start of an episode.

    Attributes:
        task: The task's id.
        epoch: The epoch, counted from 1.
        model: The model; "" if it is unknown.
        usage: What was used: `calls`, tokens, `dollars`; `failed_calls` were answered with an
            error, `unmetered_calls` had no answer or one without a number of tokens, the agent
            reported `reported_calls`, of which `unpriced_calls` to a model whose price is unknown;
            empty in `STARTS`.
        fault: Why there was no answer; "" if there was one.
    """

    task: str
    epoch: int = 1
    model: str = ""
    usage: dict[str, Amount] = {}
    fault: str = ""


class Ledger:
    """Writes a ledger of a run."""

    def __init__(self, folder: Path, name: str = LEDGER) -> None:
        self._path = folder / name
        if self._path.is_symlink():
            content = self._path.read_bytes() if self._path.is_file() else b""
            remove_link(self._path)
            self._path.write_bytes(content)
        if self._path.is_file() and not (content := self._path.read_bytes()).endswith(b"\n"):
            # The run was killed while it wrote the last line.
            self._path.write_bytes(content[: content.rfind(b"\n") + 1])

    def add(self, entry: Entry) -> None:
        """Add a line.

        Raises:
            OSError: If the disk is full; the ledger is as before.
        """
        line = entry.model_dump_json(exclude_defaults=True).encode() + b"\n"
        with self._path.open("ab", buffering=0) as file:
            size = file.tell()
            if file.write(line) < len(line):  # The next line would follow half a line.
                file.truncate(size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))


def open_ledger(folder: Path, results: Iterable[Result]) -> Ledger:
    """Return the ledger of requests of a run. If versions without ledgers began the run, the usage
    of its results so far is added first."""
    is_new = not (folder / LEDGER).exists()
    ledger = Ledger(folder)
    for result in results:
        if is_new and result.usage:
            ledger.add(Entry(task=result.task, epoch=result.epoch, usage=result.usage))
    return ledger


def read_ledger(folder: Path, name: str = LEDGER) -> list[Entry]:
    """Read the ledger of a run, or another file of such lines; empty if there is none.

    Raises:
        UserError: If a line is damaged.
    """
    return list(_entries(folder / name))


def _entries(path: Path) -> Iterator[Entry]:
    if not path.is_file():
        return
    # The last line of a run that was killed may be incomplete.
    *lines, _ = read_text(path).split("\n")
    try:
        yield from (Entry.model_validate(json.loads(line)) for line in lines)
    except ValueError as error:  # Not JSON, or not an entry.
        raise UserError(f"{path}: the file is damaged ({error}). Restore it.") from error


def total(entries: list[Entry]) -> dict[str, float]:
    """Return the total usage of a ledger."""
    return added(*(entry.usage for entry in entries))


def restarts(folder: Path, results: Iterable[Result]) -> int:
    """Return how often an episode of a run was started again after it had been stopped without a
    result; 0 for runs of versions that did not write `starts.jsonl`.

    Raises:
        UserError: If a line is damaged.
    """
    # Hashes: a long run has as many keys as episodes, and few of them are repeated.
    starts = sorted(hash((entry.task, entry.epoch)) for entry in _entries(folder / STARTS))
    counts = Counter({key: count for key, group in groupby(starts) if (count := len([*group])) > 1})
    for result in results:
        if result.tries > 1:  # One is left, as for an episode without a result.
            counts[hash((result.task, result.epoch))] -= result.tries - 1
    return sum(max(0, count - 1) for count in counts.values())
