"""Mind2Web's shards: files of hundreds of megabytes, each one JSON array of tasks.

A shard is read in pieces, and never held in memory. The first reading notes where every action
stands; from then on any step is read alone, in a time that does not depend on the file's size.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from webproctor.errors import UserError

Span = tuple[int, int]
_PIECE = 1 << 22
# A string, which may go on beyond what has been read, or a bracket.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+("|\\?\Z)|[{}\[\]]', re.DOTALL)
# How deep a task, the list of its actions, and an action lie in a shard.
_TASK, _ACTIONS, _ACTION = 2, 3, 4
_INDEX_VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A task in a shard.

    Attributes:
        header: The task's record without its actions.
        actions: Where each action stands, by its id: first byte, and one past the last.
    """

    header: Mapping[str, Any]
    actions: Mapping[str, Span]


def entries(path: Path) -> Iterator[Entry]:
    """The tasks of a shard, one after another.

    Raises:
        UserError: If the file is not a JSON array of task objects.
    """
    with path.open("rb") as file:
        try:
            yield from _Scan(file).entries()
        except ValueError as error:
            raise UserError(f"{path}: {error}") from error


def read_action(path: Path, span: Span) -> dict[str, Any]:
    """One action's record.

    Raises:
        UserError: If the file changed since it was indexed.
    """
    first, end = span
    with path.open("rb") as file:
        file.seek(first)
        piece = file.read(end - first)
    try:
        return json.loads(piece)
    except ValueError as error:
        raise UserError(f"{path}, byte {first}: {error}. Did the file change?") from error


def index(path: Path, cache: Path | None = None) -> list[Entry]:
    """The tasks of a shard, from the cache where it was read before.

    Args:
        cache: Folder for indices; by default the user's cache folder.

    Raises:
        UserError: If the file is not a JSON array of task objects.
    """
    stat = path.stat()
    name = f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}|{_INDEX_VERSION}"
    folder = cache or _cache()
    kept = folder / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"
    if kept.is_file():
        return [
            Entry(one["header"], {uid: tuple(span) for uid, span in one["actions"].items()})  # pyright: ignore[reportArgumentType]
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
    """One reading of a shard. Only the brackets and strings of the piece at hand are in memory."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._data = b""
        self._before = 0  # Bytes of the file before `_data`.

    def entries(self) -> Iterator[Entry]:
        depth = 0
        name = ""  # The string that stood last directly in a task or an action: perhaps a key.
        header: list[bytes] = []
        held = 0  # Where the part of the header begins that is not in `header` yet.
        in_actions = False
        actions: dict[str, Span] = {}
        uid, begin = "", 0
        for token, first, end in self._tokens():
            if token[0] == 0x22:
                if depth == _TASK or (in_actions and depth == _ACTION):
                    if depth == _ACTION and name == "action_uid":
                        uid = json.loads(token)
                    # A value is no key, but no value that matters is one of the keys either.
                    name = token[1:-1].decode(errors="replace") if len(token) < 64 else ""
                continue
            if token in b"{[":
                depth += 1
                if depth == 1 and token != b"[":
                    raise ValueError("the file must be one JSON array of tasks, not JSON Lines")
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
                    yield Entry(_object(b"".join(header), first), actions)
                depth -= 1
                name = ""
            # What is behind is let go, but for a header that is not complete yet.
            if in_actions or depth <= 1:
                self.forget(end)
        if depth:
            raise ValueError("the file ends in the middle: was it downloaded whole?")

    def _tokens(self) -> Iterator[tuple[bytes, int, int]]:
        at = 0  # In the file.
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
                        raise ValueError("the file ends inside a string: was it downloaded whole?")
                    if not whole:
                        raise ValueError("the file holds no JSON array")
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
        """Let go of what stands before a byte, when it is worth the copying."""
        if before - self._before >= _PIECE:
            self._data = self._data[before - self._before :]
            self._before = before


def _object(data: bytes, at: int) -> dict[str, Any]:
    try:
        made = json.loads(data)
    except ValueError as error:
        raise ValueError(f"the task that ends at byte {at}: {error}") from error
    if not isinstance(made, dict):
        raise ValueError(f"byte {at}: a task must be an object")
    return made
