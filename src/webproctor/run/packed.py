"""Results of episodes in little memory: a run can have 100,000 episodes."""

import json
from array import array
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any

from webproctor.core.scores import Score
from webproctor.core.tasks import Task
from webproctor.run.episode_results import Key, Result
from webproctor.run.lazy_sequence import LazySequence
from webproctor.run.summaries import Scored

_KEY_FIELDS, _TASK_FIELDS = {"task", "epoch"}, {"cluster", "instruction"}
_EMPTY = Result(task="", score=Score(value=0))
_MISSING = -1
# Summaries read each score about 40 times. Those of more episodes are decoded each time.
_MAX_DECODED = 10_000


class PackedResults(MutableMapping[Key, Result]):
    """Results by key, in a fifth of their memory or less.

    Getting a result returns a new object. Cluster and instruction are not kept: they are those of
    the task.

    Args:
        tasks: Tasks that have most of the results; their ids are not kept a second time.
    """

    def __init__(self, tasks: Sequence[Task] = ()) -> None:
        self._tasks = tasks
        self._task_numbers = {task.id: number for number, task in enumerate(tasks)}
        # JSON, two lines for each result: the score, and the rest. Earlier ones of a key stay.
        self._lines = bytearray()
        # By epoch and number of the task, where the lines start, or _MISSING.
        self._starts: dict[int, array[int]] = {}

    def __setitem__(self, key: Key, result: Result) -> None:
        task, epoch = key
        number = self._task_numbers.setdefault(task, len(self._task_numbers))
        starts = self._starts.setdefault(epoch, array("q"))
        starts.extend([_MISSING] * (len(self._task_numbers) - len(starts)))
        starts[number] = len(self._lines)
        fields = result.model_dump(exclude=_KEY_FIELDS | _TASK_FIELDS, exclude_defaults=True)
        for part in (fields.pop("score"), fields):
            self._lines += json.dumps(part, separators=(",", ":")).encode() + b"\n"

    def __getitem__(self, key: Key) -> Result:
        start = self._start(key)
        if start == _MISSING:
            raise KeyError(key)
        return _result(self._lines, start, *key)

    def __delitem__(self, key: Key) -> None:
        if key not in self:
            raise KeyError(key)
        self._starts[key[1]][self._task_numbers[key[0]]] = _MISSING

    def __contains__(self, key: object) -> bool:
        return self._start(key) != _MISSING

    def __iter__(self) -> Iterator[Key]:
        for epoch, starts in self._starts.items():
            entries = zip(self._task_numbers, starts, strict=False)
            yield from ((task, epoch) for task, start in entries if start != _MISSING)

    def __len__(self) -> int:
        return sum(start != _MISSING for starts in self._starts.values() for start in starts)

    def task(self, name: str) -> Task | None:
        """Return the task with an id, if it is one of those given."""
        number = self._task_numbers.get(name, len(self._tasks))
        return self._tasks[number] if number < len(self._tasks) else None

    def _start(self, key: Any) -> int:
        task, epoch = key
        number, starts = self._task_numbers.get(task, _MISSING), self._starts.get(epoch, ())
        return starts[number] if 0 <= number < len(starts) else _MISSING

    def ordered(
        self, tasks: Sequence[Task], epochs: int, tag: str
    ) -> tuple[Sequence[Result], Sequence[Scored]]:
        """Return the results of tasks, ordered by task, then by epoch; and their scores.

        Both are decoded on every access. They refer to the mapping's text, not to the mapping.

        Args:
            tag: The tag that has the cluster of a task.
        """
        numbers, starts, lines = array("Q"), array("Q"), self._lines
        for number in range(len(tasks) * epochs):
            task_index, epoch = divmod(number, epochs)
            start = self._start((tasks[task_index].id, epoch + 1))
            if start != _MISSING:
                numbers.append(number)
                starts.append(start)
        decoded: dict[bytes, Score] = {}

        def result(index: int) -> Result:
            task_index, epoch = divmod(numbers[index], epochs)
            task = tasks[task_index]
            result = _result(lines, starts[index], task.id, epoch + 1)
            result.cluster, result.instruction = str(task.tags.get(tag, task.id)), task.instruction
            return result

        def scored(index: int) -> Scored:
            task_index, epoch = divmod(numbers[index], epochs)
            start = starts[index]
            line = bytes(lines[start : lines.index(b"\n", start)])
            if (score := decoded.get(line)) is None:
                score = _score(line)
                if len(decoded) < _MAX_DECODED:
                    decoded[line] = score
            return epoch + 1, tasks[task_index], score

        return LazySequence(len(numbers), result), LazySequence(len(numbers), scored)


def _result(lines: bytearray, start: int, task: str, epoch: int) -> Result:
    separator = lines.index(b"\n", start)
    fields = json.loads(lines[separator : lines.index(b"\n", separator + 1)].decode())
    identity = {"task": task, "epoch": epoch, "score": _score(lines[start:separator])}
    # A copy takes half the time of `model_construct`, which looks up each default.
    return _EMPTY.model_copy(update={"usage": {}, **fields, **identity})


def _score(line: bytes | bytearray) -> Score:
    return _EMPTY.score.model_copy(update={"details": {}, **json.loads(line.decode())})
