"""The ledger of a run: one line in `requests.jsonl` for each request to a model.

The line is written when the request ends, so the ledger is complete even if the run is killed, and
it contains the requests of episodes that were stopped or run again, which have no result.
"""

import errno
import json
import os
from pathlib import Path

from pydantic import BaseModel, ValidationError

from webproctor.core.episodes import added
from webproctor.core.errors import UserError
from webproctor.files.reading import read_text

LEDGER = "requests.jsonl"


class Entry(BaseModel):
    """One request, or all requests of an episode whose agent reports them itself.

    Attributes:
        task: The task's id.
        epoch: The epoch, counted from 1.
        model: The model; "" if it is unknown.
        usage: What was used: `calls`, tokens, `dollars`; `failed_calls` were answered with an
            error, `unmetered_calls` had no answer or one without a number of tokens.
        fault: Why there was no answer; "" if there was one.
    """

    task: str
    epoch: int = 1
    model: str = ""
    usage: dict[str, float]
    fault: str = ""


class Ledger:
    """Writes the ledger of a run."""

    def __init__(self, folder: Path, name: str = LEDGER) -> None:
        self._path = folder / name
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


def read_ledger(folder: Path, name: str = LEDGER) -> list[Entry]:
    """Read the ledger of a run, or another file of such lines; empty if there is none.

    Raises:
        UserError: If a line is damaged.
    """
    path = folder / name
    if not path.is_file():
        return []
    # The last line of a run that was killed may be incomplete.
    *lines, _ = read_text(path).split("\n")
    try:
        return [Entry.model_validate(json.loads(line)) for line in lines]
    except (ValueError, ValidationError) as error:
        raise UserError(f"{path}: the file is damaged ({error}). Restore it.") from error


def total(entries: list[Entry]) -> dict[str, float]:
    """Return the total usage of a ledger."""
    return added(*(entry.usage for entry in entries))
