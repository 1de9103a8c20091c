"""Reader for a folder of Mind2Web data in any of its formats, with random access to steps."""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web import raw_dump, shards
from webproctor.benchmarks.mind2web.records import (
    Demonstration,
    RecordError,
    Step,
    demonstration,
    step,
)
from webproctor.benchmarks.mind2web.rows import Rows
from webproctor.core.dom import EquivalenceBox
from webproctor.core.errors import DataIncomplete, UserError
from webproctor.files.reading import files_in, missing_shards, read_json, unread_files

TRAIN = "train"
TESTS = ("test_task", "test_website", "test_domain")
_ALIASES = {
    "cross-task": "test_task",
    "cross-website": "test_website",
    "cross-domain": "test_domain",
}
# Splits whose file needs no number.
_NAMES = "|".join((TRAIN, *TESTS, "test", "val", "validation", "dev"))
_SHARD = re.compile(rf"(.+)_\d+\.(?i:json)|((?i:{_NAMES}))\.(?i:json)")
_PARQUET = re.compile(rf"(.+)-\d+-of-\d+.*\.(?i:parquet)|((?i:{_NAMES}))\.(?i:parquet)")
# The hub's own parquet copies: a folder for each split, whose name says if it is only a part of it.
_NUMBERED = re.compile(r"\d+\.(?i:parquet)")
_PARTIAL = "partial-"
_LIST = "task_meta.json"


@dataclass(frozen=True)
class _Source:
    """A task, a function that reads its steps by action id, and the file that it is in.

    `locate` returns where the record of an action is, if that is not just the file.
    """

    demonstration: Demonstration
    read: Callable[[str], Step]
    file: Path
    locate: Callable[[str], str] | None = None


class Dataset:
    """Tasks by id, in file order. Reading a step takes constant time.

    Args:
        path: A folder of shards (`<split>_<number>.json`), of Multimodal-Mind2Web rows
            (`<split>-<number>-of-<number>.parquet`), the raw dump, or one JSON or parquet file.
        words: For the raw dump: a JSON list of tasks with `action_reprs`.
        box: For the raw dump: the element whose box accepted elements must lie in.
        faults: If given, gets an error for each invalid file or task, which is then left out,
            instead of raising the first one.

    Attributes:
        incomplete: Sentences about files of a folder that are missing or not read, by split.

    Raises:
        UserError: If there is no such data, or a file is invalid.
    """

    def __init__(
        self,
        path: Path,
        *,
        words: Path | None = None,
        box: EquivalenceBox = "target",
        faults: list[UserError] | None = None,
    ) -> None:
        self.path = path
        self._box: EquivalenceBox = box
        self._faults = faults
        self._sources: dict[str, _Source] = {}
        self.incomplete: dict[str, list[str]] = {}
        for source in self._find_sources(words):
            demo = source.demonstration
            if (first := self._sources.setdefault(demo.annotation_id, source)) is not source:
                self._report(
                    UserError(
                        f"{source.file}: duplicate task {demo.annotation_id}, which is also in "
                        f"{first.file}; remove a copy, or give a folder with only one."
                    )
                )
        if not self._sources and not faults:
            if path.is_file():
                raise UserError(f"{path}: contains no tasks.")
            raise UserError(
                f"{path}: contains no Mind2Web tasks: no <split>_<number>.json, no "
                f"<split>-<number>-of-<number>.parquet, no raw dump.{_hint(path)}"
            )

    def _report(self, fault: UserError) -> None:
        """Keep an error of the data, or raise it; see `faults`."""
        if self._faults is None:
            raise fault
        self._faults.append(fault)

    def _readable(self, sources: Iterator[_Source]) -> Iterator[_Source]:
        """Yield the tasks of a file, up to where it can no longer be read."""
        try:
            yield from sources
        except UserError as error:
            self._report(error)

    def warn_if_incomplete(self) -> None:
        """Warn if files are missing, or are not read."""
        for sentences in self.incomplete.values():
            for sentence in sentences:
                warnings.warn(sentence, DataIncomplete, stacklevel=3)

    @property
    def demonstrations(self) -> list[Demonstration]:
        return [source.demonstration for source in self._sources.values()]

    @property
    def splits(self) -> list[str]:
        """The splits in the data, in file order."""
        return list(dict.fromkeys(demo.split for demo in self.demonstrations))

    @property
    def formats(self) -> list[str]:
        """The formats of the data: shards, rows, raw dump."""
        return sorted({_format(source.file) for source in self._sources.values()})

    def demonstration(self, annotation_id: str) -> Demonstration:
        """Return the task with this id.

        Raises:
            UserError: If there is no such task.
        """
        return self._source(annotation_id).demonstration

    def step(self, annotation_id: str, uid: str) -> Step:
        """Return the step with this action id.

        Raises:
            UserError: If there is no such step, or its record is invalid.
        """
        source = self._source(annotation_id)
        if uid not in source.demonstration.uids:
            raise UserError(f"{self.path}: task {annotation_id} has no action {uid}.")
        location = source.locate(uid) if source.locate else str(source.file)
        location = f"{location}, {annotation_id}, action {uid}"
        try:
            return replace(source.read(uid), source=location)
        except RecordError as error:
            raise UserError(f"{location}: {error}.") from error

    def steps(self, demo: Demonstration) -> Iterator[Step]:
        """Yield the steps of a task, in order."""
        for uid in demo.uids:
            yield self.step(demo.annotation_id, uid)

    def _source(self, annotation_id: str) -> _Source:
        if annotation_id not in self._sources:
            raise UserError(f"{self.path}: no such task: {annotation_id}.")
        return self._sources[annotation_id]

    def _find_sources(self, words: Path | None) -> Iterator[_Source]:
        path = self.path
        if not path.exists():
            raise UserError(
                f"{path}: not found. Download Mind2Web with `webproctor data mind2web --get`, or "
                "run the built-in sample with `webproctor run mind2web`, without --data."
            )
        if words is not None and not raw_dump.is_dump(path):
            raise UserError(f"--words {words}: {path} is not a raw dump. Remove --words.")
        if path.is_file():
            read = self._row_sources if path.suffix.lower() == ".parquet" else self._shard_sources
            yield from self._readable(read([path], _split_of(path) or path.stem))
            return
        if raw_dump.is_dump(path):
            yield from self._readable(self._dump_sources(path, words))
            return
        tables: dict[str, list[Path]] = {}
        found = sorted(files_in(path), key=_number_order)
        for split, sentence in _unread(found):
            self.incomplete.setdefault(split, []).append(sentence)
        for file in found:
            if not (split := _split_of(file)):
                continue
            if file.suffix.lower() == ".json":
                yield from self._readable(self._shard_sources([file], split))
            else:
                tables.setdefault(split, []).append(file)
        for split, files in tables.items():
            if missing := missing_shards(files):
                self.incomplete.setdefault(split, []).extend(missing)
            yield from self._readable(self._row_sources(files, split))

    def _shard_sources(self, files: Sequence[Path], split: str) -> Iterator[_Source]:
        [path] = files
        for entry in shards.index(path):
            try:
                demo = demonstration(entry.header, tuple(entry.actions), split)
            except RecordError as error:
                name = entry.header.get("annotation_id", "a task without an id")
                self._report(_invalid(path, name, error))
                continue
            yield _Source(demo, _reader(path, entry, demo.annotation_id), path)

    def _row_sources(self, files: Sequence[Path], split: str) -> Iterator[_Source]:
        table = Rows(files)
        for demo, row_indices in table.demonstrations(split):

            def read(
                uid: str, row_indices: Mapping[str, int] = row_indices, demo: Demonstration = demo
            ):
                record, picture = table.record(row_indices[uid])
                return step(record, demo.annotation_id, picture)

            def locate(uid: str, row_indices: Mapping[str, int] = row_indices) -> str:
                return table.location(row_indices[uid])

            yield _Source(demo, read, files[0], locate)

    def _dump_sources(self, folder: Path, words: Path | None) -> Iterator[_Source]:
        records = dict(_words(words or folder / "tasks.json"))
        splits = _splits(folder / _LIST)
        for task in sorted(folder.glob(f"task/*/{raw_dump.DOM}")):
            name = task.parent.parent.name
            if name not in records:
                continue
            try:
                uids = [action["action_uid"] for action in raw_dump.actions(task.parent.parent)]
                demo = demonstration(records[name], uids, splits.get(name, ""))
            except (RecordError, UserError) as error:
                is_record = isinstance(error, RecordError)
                self._report(_invalid(task, name, error) if is_record else error)
                continue
            yield _Source(demo, self._snapshot_reader(task.parent.parent, demo), task)

    def _snapshot_reader(self, task: Path, demo: Demonstration) -> Callable[[str], Step]:
        def read(uid: str) -> Step:
            index = demo.uids.index(uid)
            return raw_dump.step_of(
                raw_dump.snapshot(task, index),
                demo.annotation_id,
                uid,
                demo.reprs[index],
                screenshot=raw_dump.picture(task, uid),
                box=self._box,
            )

        return read


def _format(file: Path) -> str:
    if file.match(raw_dump.DOM):
        return "raw dump"
    return "rows" if file.suffix.lower() == ".parquet" else "shards"


def _invalid(file: Path, task: str, error: RecordError) -> UserError:
    return UserError(f"{file}, {task}: {error}.")


def canonical(split: str) -> str:
    """Return a split's published name: `test_task` for `cross-task`, `train` for `Train`."""
    name = _ALIASES.get(split.lower(), split.lower())
    return name if name in (TRAIN, *TESTS) else split


def _split_of(file: Path) -> str:
    """Return the split that a file's name states; "" if it is not the name of a data file."""
    if match := _SHARD.fullmatch(file.name) or _PARQUET.fullmatch(file.name):
        return canonical(match[1] or match[2])
    if _NUMBERED.fullmatch(file.name):
        return canonical(file.parent.name.removeprefix(_PARTIAL))
    return ""


def _unread(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield the split and a sentence for each file or folder that has tasks that are not read."""
    for file, sentence in unread_files(files, lambda file: bool(_split_of(file))):
        yield _split_of(file), sentence
    for folder in dict.fromkeys(file.parent for file in files if _NUMBERED.fullmatch(file.name)):
        if folder.name.startswith(_PARTIAL):
            split = folder.name.removeprefix(_PARTIAL)
            yield split, f"{folder}: has only a part of the split; download the original files."


def _hint(path: Path) -> str:
    """Return what to do about other files in a folder without data, with a space before it."""
    endings = {file.suffix.lower() for file in files_in(path)} if path.is_dir() else set()
    if ".jsonl" in endings:
        return " Write JSON Lines as JSON arrays of tasks."
    if endings & {".zip", ".gz", ".tar"}:
        return " Unpack its archives."
    if ".arrow" in endings:
        return " Write data saved with save_to_disk as parquet (Dataset.to_parquet)."
    return " To read a file with another name, name it with --data." if ".json" in endings else ""


def _reader(path: Path, entry: shards.ShardTask, annotation_id: str) -> Callable[[str], Step]:
    return lambda uid: step(shards.read_action(path, entry.actions[uid]), annotation_id)


def _number_order(path: Path) -> tuple[object, ...]:
    parts = re.split(r"(\d+)", str(path))
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def _words(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    requirement = "the raw dump also needs a JSON list of tasks with annotation_id and action_reprs"
    if not path.is_file():
        raise UserError(f"{path}: not found; {requirement}.")
    entries = read_json(path)
    if not isinstance(entries, list):
        raise UserError(f"{path}: not a list; {requirement}.")
    for index, entry in enumerate(entries):
        name = (entry.get("annotation_id") or entry.get("id")) if isinstance(entry, dict) else None
        if not isinstance(name, str) or not isinstance(entry.get("action_reprs"), list):
            raise UserError(f"{path}, entry {index}: not such a task; {requirement}.")
        yield name, {**entry, "annotation_id": name}


def _splits(path: Path) -> dict[str, str]:
    """Return the split of each task by id, as far as the dump's list of tasks gives it."""
    if not path.is_file():
        return {}
    entries = read_json(path)
    if not isinstance(entries, list):
        raise UserError(f"{path}: must be a JSON list of tasks.")
    found = {}
    for index, entry in enumerate(entries):
        name = entry.get("annotation_id") if isinstance(entry, dict) else None
        split = entry.get("split", "") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not isinstance(split, str):
            raise UserError(f"{path}, entry {index}: annotation_id and split must be text.")
        found[name] = split
    return found
