"""A task is plain data."""

import pickle
from dataclasses import FrozenInstanceError, asdict
from typing import Any

import pytest

from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.mind2web.dataset import TESTS, TRAIN
from webproctor.core.tasks import Limits, Task, is_test_split

TASK = Task(
    id="Map directions/3",
    benchmark="turkingbench",
    instruction="Fill in the form.",
    split="test",
    tags={"task": "Map directions", "row": 3},
    actions="form",
    limits=Limits(steps=7, actions_per_step=2, seconds=1.5),
)


def test_tasks_are_immutable():
    with pytest.raises(FrozenInstanceError):
        TASK.id = "another"  # pyright: ignore[reportAttributeAccessIssue]


def test_a_task_survives_pickling():
    assert pickle.loads(pickle.dumps(TASK)) == TASK


def test_a_task_is_rebuilt_from_plain_data():
    plain: dict[str, Any] = asdict(TASK)
    plain["limits"] = Limits(**plain["limits"])
    assert Task(**plain) == TASK


def test_limits_are_finite_by_default():
    limits = Task(id="1", benchmark="b", instruction="").limits
    assert (limits.steps, limits.actions_per_step, limits.seconds) == (20, 15, 300.0)


@pytest.mark.parametrize(
    ("benchmark", "settings", "expected"),
    [
        ("webgames", {}, True),
        ("webgames", {"split": "test"}, True),
        ("webgames", {"split": "validation"}, False),
        ("webgames", {"split": "train"}, False),
        ("turkingbench", {"split": "test"}, True),
        ("turkingbench", {"split": "challenge"}, True),
        ("turkingbench", {"split": "subjective"}, False),
        ("turkingbench", {"split": "train"}, False),
        ("miniwob", {}, True),
        # These have no splits; all their tasks are for evaluation.
        ("realwebassist", {}, True),
        ("grounding", {}, True),
    ],
)
def test_test_splits_of_all_benchmarks_are_recognised(
    benchmark: str, settings: dict[str, str], expected: bool
) -> None:
    if benchmark == "miniwob":
        pytest.importorskip("miniwob", reason="the extra `miniwob` is not installed")
    tasks = load_benchmark(benchmark, **settings).tasks()
    assert {is_test_split(task.split) for task in tasks} == {expected}


@pytest.mark.parametrize("split", [*TESTS, "test", "Test", "cross-task", "original", ""])
def test_tasks_of_test_splits_are_not_for_training(split: str) -> None:
    assert is_test_split(split)


@pytest.mark.parametrize("split", [TRAIN, "sample", "my-recordings"])
def test_tasks_of_other_splits_are_for_training(split: str) -> None:
    assert not is_test_split(split)
