"""The result of one episode of a run."""

import json
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel

from webproctor.core.outcomes import EpisodeError, Outcome, outcome_of
from webproctor.core.scores import Score
from webproctor.core.tasks import Task

# An episode that was stopped for these causes has no result, and is run on resume.
CANCELLED = "cancelled"
ACCESS = "model access"
"""Cause of an episode that no request of the run could have answered: wrong key or model, no
quota."""
WORKERS = "workers"
"""Cause of an episode that could not be run because no workers were left."""
STOPPED = frozenset({"budget", "client left", ACCESS, CANCELLED, WORKERS})
MODEL = "model"
"""Cause of an episode whose model gave no answer."""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


Key = tuple[str, int]
"""A task's id and its epoch, counted from 1."""


class Result(BaseModel):
    """The result of one episode.

    Attributes:
        task: The task's id.
        epoch: The epoch, counted from 1.
        score: The score; 0 if the episode is void.
        cluster: Cluster of related tasks; the task's own id if it has none.
        instruction: The task's instruction.
        cause: Short cause of an errored or void episode; None if it is scored.
        message: Description of the cause.
        void: Whether the environment failed, not the agent.
        tries: How often the episode was run; void episodes are run again.
        turns: Number of steps.
        actions: Number of actions.
        refused: Number of requests that the network guard refused.
        seconds: Wall-clock seconds of the episode.
        invalid_actions: Number of invalid actions.
        usage: What the model used: calls, tokens, dollars; without earlier tries.
    """

    task: str
    epoch: int = 1
    score: Score
    cluster: str = ""
    instruction: str = ""
    cause: str | None = None
    message: str | None = None
    void: bool = False
    tries: int = 1
    turns: int = 0
    actions: int = 0
    refused: int = 0
    seconds: float = 0.0
    invalid_actions: int = 0
    usage: dict[str, float] = {}

    @property
    def solved(self) -> bool:
        """Whether the episode has the full score."""
        return self.score.value >= 1

    @property
    def outcome(self) -> Outcome:
        """`scored`, `errored` or `void`."""
        if self.cause is None:
            return outcome_of(None)
        return outcome_of(EpisodeError(cause=self.cause, message="", void=self.void))

    def after(self, earlier: "Result | None") -> "Result":
        """Return this result with the tries of an earlier result added."""
        if earlier is None:
            return self
        return self.model_copy(update={"tries": earlier.tries + self.tries})

    @property
    def unfinished(self) -> bool:
        """Whether `--resume` runs the episode again: it is void, or its model gave no answer."""
        return self.outcome == "void" or self.cause == MODEL


_FIELDS, _SCORED = set(Result.model_fields), set(Score.model_fields)
_OF_KEY, _OF_TASK = {"task", "epoch"}, {"cluster", "instruction"}
_NONE = -1


class PackedResults(MutableMapping[Key, Result]):
    """Results by key, in a fifth of their memory or less: a run can have 100,000 episodes.

    Getting a result returns a new object. Cluster and instruction are not kept: they are those of
    the task.

    Args:
        tasks: Tasks that have most of the results; their ids are not kept a second time.
    """

    def __init__(self, tasks: Sequence[Task] = ()) -> None:
        self._tasks = tasks
        self._lines = bytearray()  # JSON, each result in a line; earlier ones of a key stay
        # By epoch and task, where the line starts, or _NONE. A tuple as key would need more memory.
        self._starts: dict[int, dict[str, int]] = {}

    def __setitem__(self, key: Key, result: Result) -> None:
        task, epoch = key
        if epoch not in self._starts:
            self._starts[epoch] = {one.id: _NONE for one in self._tasks}
        plain = result.model_dump(exclude=_OF_KEY | _OF_TASK, exclude_defaults=True)
        self._starts[epoch][task] = len(self._lines)
        self._lines += json.dumps(plain, separators=(",", ":")).encode() + b"\n"

    def __getitem__(self, key: Key) -> Result:
        task, epoch = key
        start = self._start(key)
        if start == _NONE:
            raise KeyError(key)
        line = self._lines[start : self._lines.index(b"\n", start)]
        plain: dict[str, Any] = json.loads(line)
        plain["score"] = Score.model_construct(_SCORED, **plain["score"])
        # The objects share a set of fields, which is a third of the memory of each.
        return Result.model_construct(_FIELDS, task=task, epoch=epoch, **plain)

    def __delitem__(self, key: Key) -> None:
        if key not in self:
            raise KeyError(key)
        self._starts[key[1]][key[0]] = _NONE

    def __contains__(self, key: object) -> bool:
        return self._start(key) != _NONE

    def __iter__(self) -> Iterator[Key]:
        for epoch, starts in self._starts.items():
            yield from ((task, epoch) for task, start in starts.items() if start != _NONE)

    def __len__(self) -> int:
        return sum(start != _NONE for starts in self._starts.values() for start in starts.values())

    def _start(self, key: Any) -> int:
        task, epoch = key
        return self._starts.get(epoch, {}).get(task, _NONE)
