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
from webproctor.files.reading import format_hint, parse_json

Span = tuple[int, int]
_CHUNK_SIZE = 1 << 22
# A string, possibly incomplete at the end of the data read so far, or a bracket.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+("|\\?\Z)|[{}\[\]]', re.DOTALL)
# Nesting depth of a task, the list of its actions, and an action.
_TASK, _ACTIONS, _ACTION = 2, 3, 4
_INDEX_VERSION = 3
_BOM = b"\xef\xbb\xbf"


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
        UserError: If the file is not a JSON array of task objects, or a task has two actions with
            the same id.
    """
    with _open(path) as file:
        start = file.read(1024).removeprefix(_BOM).lstrip()
        if not start.startswith(b"["):
            hint = ", not an object or JSON Lines" if start.startswith(b"{") else ""
            raise UserError(f"{path}: must be one JSON array of tasks{hint}.{format_hint(start)}")
        file.seek(0)
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
    with _open(path) as file:
        file.seek(first)
        data = file.read(end - first)
    try:
        return parse_json(data, f"{path}, the action at byte {first}")
    except UserError as error:
        raise UserError(f"{error} The file may have changed since it was indexed.") from error


def index(path: Path, cache: Path | None = None) -> list[ShardTask]:
    """Return the tasks of a shard, from the cache if the file was indexed before.

    A cache folder that cannot be written is not an error.

    Args:
        cache: Folder for indices; default: the user's cache folder.

    Raises:
        UserError: If the file cannot be read, or is not a JSON array of task objects.
    """
    with _open(path) as file:
        stat = os.fstat(file.fileno())
    name = f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}|{_INDEX_VERSION}"
    folder = cache or _cache()
    cached = folder / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"
    # If it is missing or damaged, it is written again.
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        return [
            ShardTask(entry["header"], {uid: (a, b) for uid, (a, b) in entry["actions"].items()})
            for entry in json.loads(cached.read_bytes())
        ]
    tasks = list(entries(path))
    with suppress(OSError):  # Without an index, the file is only read more slowly.
        folder.mkdir(parents=True, exist_ok=True)
        part = cached.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps([{"header": e.header, "actions": e.actions} for e in tasks]))
        part.replace(cached)
    return tasks


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}.") from error


def _cache() -> Path:
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "webproctor" / "mind2web"


class _Scan:
    """One pass over a shard, holding only the current piece in memory."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._data = b""
        self._offset = 0  # Bytes of the file before `_data`.

    def entries(self) -> Iterator[ShardTask]:
        depth = 0
        name = ""  # The last string directly in a task or an action; may be a key.
        header: list[bytes] = []
        start = 0  # Start of the part of the header that is not in `header` yet.
        in_actions = False
        actions: dict[str, Span] = {}
        uid, action_start, last = "", 0, 0
        for token, first, end in self._tokens():
            if token[0] == 0x22:
                if depth == _TASK or (in_actions and depth == _ACTION):
                    if depth == _ACTION and name == "action_uid":
                        if self.between(last, first).strip() != b":":
                            raise ValueError(f"byte {first}: action_uid must be text")
                        uid = parse_json(token, f"{self._path}, byte {first}")
                    last = end
                    # May be a value, but no relevant value equals one of the keys.
                    name = token[1:-1].decode(errors="replace") if len(token) < 64 else ""
                continue
            if token in b"{[":
                depth += 1
                if depth == 1 and token != b"[":
                    raise ValueError("must be one JSON array of tasks, not JSON Lines")
                if depth == _TASK:
                    header, start, actions, name = [], first, {}, ""
                elif depth == _ACTIONS and name == "actions":
                    in_actions = True
                    header.append(self.between(start, end))
                elif depth == _ACTION and in_actions:
                    uid, action_start, name = "", first, ""
            else:
                if depth == _ACTION and in_actions:
                    if not uid:
                        raise ValueError(f"byte {action_start}: an action has no action_uid")
                    if uid in actions:
                        raise ValueError(f"byte {action_start}: duplicate action {uid} in its task")
                    actions[uid] = (action_start, end)
                elif depth == _ACTIONS and in_actions:
                    in_actions, start = False, first
                elif depth == _TASK:
                    header.append(self.between(start, end))
                    yield ShardTask(self.object(b"".join(header), end), actions)
                depth -= 1
                name = ""
                if depth == 0:
                    self.check_end(end)
                    return
            # Drop what has been read, unless it is part of an incomplete header.
            if in_actions or depth <= 1:
                self.discard(end)
        raise ValueError("the file is incomplete; download it again")

    def _tokens(self) -> Iterator[tuple[bytes, int, int]]:
        offset = 0  # Offset in the file.
        size = _CHUNK_SIZE
        has_tokens = False
        self._data = self._file.read(size)
        while True:
            match = _TOKEN.search(self._data, offset - self._offset)
            if match is None or (match[0][0] == 0x22 and match[1] != b'"'):
                offset = self._offset + (match.start() if match else len(self._data))
                chunk = self._file.read(size)
                if not chunk:
                    if match is not None:
                        raise ValueError("the file ends inside a string; download it again")
                    if not has_tokens:
                        raise ValueError("the file contains no JSON array")
                    return
                self._data += chunk
                size = max(_CHUNK_SIZE, len(self._data))
                continue
            has_tokens, size = True, _CHUNK_SIZE
            first, offset = self._offset + match.start(), self._offset + match.end()
            yield match[0], first, offset

    def between(self, first: int, end: int) -> bytes:
        return self._data[first - self._offset : end - self._offset]

    def discard(self, before: int) -> None:
        """Drop the data before a byte, if there is enough of it to be worth copying the rest."""
        if before - self._offset >= _CHUNK_SIZE:
            self._data = self._data[before - self._offset :]
            self._offset = before

    def check_end(self, end: int) -> None:
        """Check that only white space follows the array, which ends at this byte."""
        rest = self._data[end - self._offset :]
        while rest or (rest := self._file.read(_CHUNK_SIZE)):
            if text := rest.lstrip():
                first = end + len(rest) - len(text)
                raise ValueError(
                    f"byte {first}: more data follows the array of tasks; put it in another file"
                )
            end, rest = end + len(rest), b""

    def object(self, data: bytes, end: int) -> dict[str, Any]:
        """Parse a task's record without its actions."""
        source = f"{self._path}, the task that ends at byte {end}"
        record = parse_json(data, source)
        if not isinstance(record, dict):
            raise UserError(f"{source}: must be an object.")
        return record
