"""A task is plain data."""

import pickle
from dataclasses import FrozenInstanceError, asdict
from typing import Any

import pytest

from webproctor.core.tasks import Limits, Task

TASK = Task(
    id="Map directions/3",
    benchmark="turkingbench",
    instruction="Fill in the form.",
    split="test",
    tags={"task": "Map directions", "row": 3},
    actions="form",
    limits=Limits(turns=7, actions_per_turn=2, seconds=1.5),
)


def test_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        TASK.id = "another"  # pyright: ignore[reportAttributeAccessIssue]


def test_survives_pickling():
    assert pickle.loads(pickle.dumps(TASK)) == TASK


def test_is_rebuilt_from_plain_data():
    plain: dict[str, Any] = asdict(TASK)
    plain["limits"] = Limits(**plain["limits"])
    assert Task(**plain) == TASK


def test_has_finite_limits_unless_told_otherwise():
    limits = Task(id="1", benchmark="b", instruction="").limits
    assert (limits.turns, limits.actions_per_turn, limits.seconds) == (20, 15, 300.0)
