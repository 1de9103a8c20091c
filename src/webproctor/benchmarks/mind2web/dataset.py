"""Reader for a folder of Mind2Web data in any of its formats, with random access to steps."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json

TRAIN = "train"
TESTS = ("test_task", "test_website", "test_domain")
_ALIASES = {
    "cross-task": "test_task",
    "cross-website": "test_website",
    "cross-domain": "test_domain",
}
_SHARD = re.compile(r"(.+)_\d+\.json")
_PARQUET = re.compile(r"(.+)-\d+-of-\d+.*\.parquet")
_LIST = "task_meta.json"


@dataclass(frozen=True)
class _Source:
    """A task, and a function that reads its steps by action id."""

    demonstration: Demonstration
    read: Callable[[str], Step]


class Dataset:
    """Tasks by id, in file order. Reading a step takes constant time.

    Args:
        path: A folder of shards (`<split>_<number>.json`), of Multimodal-Mind2Web rows
            (`<split>-<number>-of-<number>.parquet`), the raw dump, or one JSON file of tasks.
        words: For the raw dump: a JSON list of tasks with `action_reprs`.
        box: For the raw dump: the element whose box accepted elements must lie in.

    Raises:
        UserError: If there is no such data, or a file is invalid.
    """

    def __init__(
        self, path: Path, *, words: Path | None = None, box: EquivalenceBox = "target"
    ) -> None:
        self.path = path
        self._box: EquivalenceBox = box
        self._sources: dict[str, _Source] = {}
        for source in self._found(words):
            demo = source.demonstration
            if demo.annotation_id in self._sources:
                raise UserError(f"{path}: duplicate task {demo.annotation_id}.")
            self._sources[demo.annotation_id] = source
        if not self._sources:
            raise UserError(f"{path}: contains no Mind2Web tasks.")

    @property
    def demonstrations(self) -> list[Demonstration]:
        return [source.demonstration for source in self._sources.values()]

    @property
    def splits(self) -> list[str]:
        """The splits in the data, in file order."""
        return list(dict.fromkeys(demo.split for demo in self.demonstrations))

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
        try:
            return source.read(uid)
        except RecordError as error:
            raise UserError(f"{self.path}, {annotation_id}, action {uid}: {error}.") from error

    def steps(self, demo: Demonstration) -> Iterator[Step]:
        """Yield the steps of a task, in order."""
        for uid in demo.uids:
            yield self.step(demo.annotation_id, uid)

    def _source(self, annotation_id: str) -> _Source:
        if annotation_id not in self._sources:
            raise UserError(f"{self.path}: no such task: {annotation_id}.")
        return self._sources[annotation_id]

    def _found(self, words: Path | None) -> Iterator[_Source]:
        path = self.path
        if not path.exists():
            raise UserError(
                f"{path}: not found. Download Mind2Web from Hugging Face (osunlp/Mind2Web), or "
                "leave out --data to use the built-in sample."
            )
        if path.is_file():
            kind = _SHARD.fullmatch(path.name)
            yield from self._of_shard(path, kind[1] if kind else path.stem)
            return
        if raw_dump.is_dump(path):
            yield from self._of_dump(path, words)
            return
        tables: dict[str, list[Path]] = {}
        for file in sorted(path.rglob("*"), key=_in_number_order):
            if kind := _SHARD.fullmatch(file.name):
                yield from self._of_shard(file, kind[1])
            elif kind := _PARQUET.fullmatch(file.name):
                tables.setdefault(kind[1], []).append(file)
        for split, files in tables.items():
            yield from self._of_rows(files, split)

    def _of_shard(self, path: Path, split: str) -> Iterator[_Source]:
        for entry in shards.index(path):
            try:
                demo = demonstration(entry.header, tuple(entry.actions), split)
            except RecordError as error:
                name = entry.header.get("annotation_id", "a task without an id")
                raise UserError(f"{path}, {name}: {error}.") from error
            yield _Source(demo, _reader(path, entry, demo.annotation_id))

    def _of_rows(self, files: list[Path], split: str) -> Iterator[_Source]:
        table = Rows(files)
        try:
            found = table.demonstrations(split)
        except (RecordError, TypeError) as error:
            raise UserError(f"{files[0]}: {error}.") from error
        for demo, places in found:

            def read(uid: str, places: Mapping[str, int] = places, demo: Demonstration = demo):
                record, picture = table.record(places[uid])
                return step(record, demo.annotation_id, picture)

            yield _Source(demo, read)

    def _of_dump(self, folder: Path, words: Path | None) -> Iterator[_Source]:
        said = dict(_words(words or folder / "tasks.json"))
        splits = _splits(folder / _LIST)
        for task in sorted(folder.glob(f"task/*/{raw_dump.DOM}")):
            name = task.parent.parent.name
            if name not in said:
                continue
            recorded = [one["action_uid"] for one in raw_dump.actions(task.parent.parent)]
            record = said[name]
            if len(record["action_reprs"]) != len(recorded):
                raise UserError(
                    f"{task}: has {len(recorded)} recorded actions, but the list of tasks has "
                    f"{len(record['action_reprs'])} action_reprs for it."
                )
            try:
                demo = demonstration(record, recorded, splits.get(name, ""))
            except RecordError as error:
                raise UserError(f"{task}, {name}: {error}.") from error
            yield _Source(demo, self._of_snapshot(task.parent.parent, demo))

    def _of_snapshot(self, task: Path, demo: Demonstration) -> Callable[[str], Step]:
        def read(uid: str) -> Step:
            place = demo.uids.index(uid)
            return raw_dump.step_of(
                raw_dump.snapshot(task, place),
                demo.annotation_id,
                uid,
                demo.reprs[place],
                screenshot=raw_dump.picture(task, uid),
                box=self._box,
            )

        return read


def canonical(split: str) -> str:
    """Return a split's name in the files: `test_task` for `cross-task`."""
    return _ALIASES.get(split, split)


def _reader(path: Path, entry: shards.ShardTask, annotation_id: str) -> Callable[[str], Step]:
    return lambda uid: step(shards.read_action(path, entry.actions[uid]), annotation_id)


def _in_number_order(path: Path) -> tuple[object, ...]:
    parts = re.split(r"(\d+)", str(path))
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def _words(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    wanted = "the raw dump also needs a JSON list of tasks with annotation_id and action_reprs"
    if not path.is_file():
        raise UserError(f"{path}: not found; {wanted}.")
    listed = read_json(path)
    if not isinstance(listed, list):
        raise UserError(f"{path}: not a list; {wanted}.")
    for place, one in enumerate(listed):
        name = (one.get("annotation_id") or one.get("id")) if isinstance(one, dict) else None
        if not isinstance(name, str) or not isinstance(one.get("action_reprs"), list):
            raise UserError(f"{path}, entry {place}: not such a task; {wanted}.")
        yield name, {**one, "annotation_id": name}


def _splits(path: Path) -> dict[str, str]:
    """Return the split of each task by id, as far as the dump's list of tasks gives it."""
    if not path.is_file():
        return {}
    listed = read_json(path)
    if not isinstance(listed, list):
        raise UserError(f"{path}: must be a JSON list of tasks.")
    found = {}
    for place, one in enumerate(listed):
        name = one.get("annotation_id") if isinstance(one, dict) else None
        split = one.get("split", "") if isinstance(one, dict) else None
        if not isinstance(name, str) or not isinstance(split, str):
            raise UserError(f"{path}, entry {place}: annotation_id and split must be text.")
        found[name] = split
    return found
