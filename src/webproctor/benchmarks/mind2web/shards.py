"""Random access to Mind2Web's shards: JSON arrays of tasks, hundreds of megabytes each.

A shard is read in pieces and is never held in memory as a whole. The first pass stores the byte
offsets of every action; afterwards reading a step takes constant time.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from webproctor.core.errors import UserError
from webproctor.files.reading import parse_json

Span = tuple[int, int]
_PIECE = 1 << 22
# A string, possibly incomplete at the end of the data read so far, or a bracket.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+("|\\?\Z)|[{}\[\]]', re.DOTALL)
# Nesting depth of a task, the list of its actions, and an action.
_TASK, _ACTIONS, _ACTION = 2, 3, 4
_INDEX_VERSION = 1


@dataclass(frozen=True, slots=True)
class ShardTask:
    """A task in a shard.

    Attributes:
        header: The task's record without its actions.
        actions: Byte range of each action by id: first byte, and one past the last.
    """

    header: Mapping[str, Any]
    actions: Mapping[str, Span]


def entries(path: Path) -> Iterator[ShardTask]:
    """Yield the tasks of a shard.

    Raises:
        UserError: If the file is not a JSON array of task objects.
    """
    with path.open("rb") as file:
        try:
            yield from _Scan(path, file).entries()
        except ValueError as error:
            raise UserError(f"{path}: {error}") from error


def read_action(path: Path, span: Span) -> dict[str, Any]:
    """Return an action's record.

    Raises:
        UserError: If the file changed since it was indexed.
    """
    first, end = span
    with path.open("rb") as file:
        file.seek(first)
        piece = file.read(end - first)
    try:
        return parse_json(piece, f"{path}, the action at byte {first}")
    except UserError as error:
        raise UserError(f"{error} The file may have changed since it was indexed.") from error


def index(path: Path, cache: Path | None = None) -> list[ShardTask]:
    """Return the tasks of a shard, from the cache if the file was indexed before.

    Args:
        cache: Folder for indices; default: the user's cache folder.

    Raises:
        UserError: If the file is not a JSON array of task objects.
    """
    stat = path.stat()
    name = f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}|{_INDEX_VERSION}"
    folder = cache or _cache()
    kept = folder / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"
    if kept.is_file():
        with suppress(ValueError, TypeError, KeyError, AttributeError):  # Damaged: rebuild.
            return [
                ShardTask(one["header"], {uid: (a, b) for uid, (a, b) in one["actions"].items()})
                for one in json.loads(kept.read_bytes())
            ]
    found = list(entries(path))
    folder.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps([{"header": e.header, "actions": e.actions} for e in found]))
    part.replace(kept)
    return found


def _cache() -> Path:
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "webproctor" / "mind2web"


class _Scan:
    """One pass over a shard, holding only the current piece in memory."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._data = b""
        self._before = 0  # Bytes of the file before `_data`.

    def entries(self) -> Iterator[ShardTask]:
        depth = 0
        name = ""  # The last string directly in a task or an action; may be a key.
        header: list[bytes] = []
        held = 0  # Start of the part of the header that is not in `header` yet.
        in_actions = False
        actions: dict[str, Span] = {}
        uid, begin = "", 0
        for token, first, end in self._tokens():
            if token[0] == 0x22:
                if depth == _TASK or (in_actions and depth == _ACTION):
                    if depth == _ACTION and name == "action_uid":
                        uid = parse_json(token, f"{self._path}, byte {first}")
                    # May be a value, but no relevant value equals one of the keys.
                    name = token[1:-1].decode(errors="replace") if len(token) < 64 else ""
                continue
            if token in b"{[":
                depth += 1
                if depth == 1 and token != b"[":
                    raise ValueError("must be one JSON array of tasks, not JSON Lines")
                if depth == _TASK:
                    header, held, actions, name = [], first, {}, ""
                elif depth == _ACTIONS and name == "actions":
                    in_actions = True
                    header.append(self.between(held, end))
                elif depth == _ACTION and in_actions:
                    uid, begin, name = "", first, ""
            else:
                if depth == _ACTION and in_actions:
                    if not uid:
                        raise ValueError(f"byte {begin}: an action has no action_uid")
                    actions[uid] = (begin, end)
                elif depth == _ACTIONS and in_actions:
                    in_actions, held = False, first
                elif depth == _TASK:
                    header.append(self.between(held, end))
                    yield ShardTask(self.object(b"".join(header), end), actions)
                depth -= 1
                name = ""
            # Drop what has been read, unless it is part of an incomplete header.
            if in_actions or depth <= 1:
                self.forget(end)
        if depth:
            raise ValueError("the file is incomplete; download it again")

    def _tokens(self) -> Iterator[tuple[bytes, int, int]]:
        at = 0  # Offset in the file.
        size = _PIECE
        whole = False
        self._data = self._file.read(size)
        while True:
            found = _TOKEN.search(self._data, at - self._before)
            if found is None or (found[0][0] == 0x22 and found[1] != b'"'):
                at = self._before + (found.start() if found else len(self._data))
                more = self._file.read(size)
                if not more:
                    if found is not None:
                        raise ValueError("the file ends inside a string; download it again")
                    if not whole:
                        raise ValueError("the file contains no JSON array")
                    return
                self._data += more
                size = max(_PIECE, len(self._data))
                continue
            whole, size = True, _PIECE
            first, at = self._before + found.start(), self._before + found.end()
            yield found[0], first, at

    def between(self, first: int, end: int) -> bytes:
        return self._data[first - self._before : end - self._before]

    def forget(self, before: int) -> None:
        """Drop the data before a byte, if there is enough of it to be worth copying the rest."""
        if before - self._before >= _PIECE:
            self._data = self._data[before - self._before :]
            self._before = before

    def object(self, data: bytes, end: int) -> dict[str, Any]:
        """Parse a task's record without its actions."""
        where = f"{self._path}, the task that ends at byte {end}"
        made = parse_json(data, where)
        if not isinstance(made, dict):
            raise UserError(f"{where}: must be an object.")
        return made
