"""Results of episodes, packed to need little memory."""

import math
import tracemalloc

import pytest

from webproctor.core.scores import Score
from webproctor.core.tasks import Task
from webproctor.run.episode_results import Result
from webproctor.run.packed import PackedResults

ERRORED = Result(
    task="second",
    epoch=2,
    score=Score(value=0.25, details={"steps": [1, 2.5, None], "ratio": math.inf}, fault="é"),
    cause="time limit",
    message="the episode took longer than 3 s",
    void=True,
    tries=3,
    steps=4,
    seconds=1.5,
    usage={"calls": 2, "dollars": 0.01},
)


@pytest.mark.parametrize("result", [Result(task="first", score=Score(value=1)), ERRORED])
def test_a_packed_result_equals_the_original(result: Result) -> None:
    packed = PackedResults()
    packed[result.task, result.epoch] = result
    assert packed[result.task, result.epoch].model_dump() == result.model_dump()
    assert packed[result.task, result.epoch].outcome == result.outcome


def test_cluster_and_instruction_come_from_the_task() -> None:
    packed = PackedResults()
    packed["one", 1] = Result(task="one", score=Score(value=1), cluster="games", instruction="Win.")
    assert (packed["one", 1].cluster, packed["one", 1].instruction) == ("", "")


def test_changing_a_result_does_not_change_others() -> None:
    packed = PackedResults()
    packed["one", 1] = Result(task="one", score=Score(value=1))
    changed = packed["one", 1]
    changed.usage["calls"] = 5
    changed.score.details["won"] = True
    assert packed["one", 1].usage == {}
    assert packed["one", 1].score.details == {}


def test_packed_results_are_a_mapping() -> None:
    packed = PackedResults()
    packed.update({("one", 1): ERRORED, ("two", 1): ERRORED})
    del packed["one", 1]
    assert (len(packed), list(packed), ("one", 1) in packed) == (1, [("two", 1)], False)
    with pytest.raises(KeyError):
        packed["one", 1]


def test_a_later_result_replaces_an_earlier_one() -> None:
    packed = PackedResults([Task("one", "webgames", "Win."), Task("two", "webgames", "Win.")])
    for value in (0.25, 1.0):
        packed["one", 1] = Result(task="one", score=Score(value=value))
    assert packed["one", 1].score.value == 1
    assert list(packed) == [("one", 1)]


def test_packed_results_need_at_most_a_fifth_of_the_memory() -> None:
    plain = ERRORED.model_dump()
    tasks = [Task(f"task-{number}", "webgames", "Win.") for number in range(2000)]
    tracemalloc.start()
    kept = {(task.id, 1): Result.model_validate(plain) for task in tasks}
    whole, _ = tracemalloc.get_traced_memory()
    packed = PackedResults(tasks)
    packed.update(kept)
    both, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 5 * (both - whole) < whole


def test_results_are_ordered_by_task_then_by_epoch() -> None:
    tasks = [Task(name, "webgames", "Win.", tags={"family": "a"}) for name in ("one", "two")]
    packed = PackedResults(tasks)
    for task, epoch in (("two", 2), ("two", 1), ("unknown", 1), ("one", 2)):
        packed[task, epoch] = Result(task=task, epoch=epoch, score=Score(value=epoch / 2))
    results, scored = packed.ordered(tasks, 2, "family")
    assert [(one.task, one.epoch) for one in results] == [("one", 2), ("two", 1), ("two", 2)]
    assert [(one.cluster, one.instruction) for one in results] == [("a", "Win.")] * 3
    assert [(epoch, task.id, score.value) for epoch, task, score in scored] == [
        (2, "one", 1.0),
        (1, "two", 0.5),
        (2, "two", 1.0),
    ]


def test_ordered_results_share_memory() -> None:
    tasks = [Task(f"task-{number}", "webgames", "Win.") for number in range(1000)]
    tracemalloc.start()
    packed = PackedResults(tasks)
    packed.update({(task.id, 1): ERRORED for task in tasks})
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    results, _ = packed.ordered(tasks, 1, "family")
    assert sum(result.steps for result in results) == 4000
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.2 * before
