"""Actions as text."""

import json
from collections import Counter
from pathlib import Path

import pytest

from webproctor.methods.mindact.reprs import Repr, read_repr


def test_every_action_of_the_train_split_survives(data: Path) -> None:
    tasks = json.loads((data / "mind2web" / "train_tasks_browser_use.json").read_bytes())
    ops: Counter[str] = Counter()
    colons = 0
    for words in (words for task in tasks for words in task["action_reprs"]):
        action = read_repr(words)
        assert action is not None
        assert str(action) == words
        ops[action.op] += 1
        colons += ":" in action.value
    assert ops == {"CLICK": 6337, "TYPE": 936, "SELECT": 326, "HOVER": 164, "ENTER": 12}
    assert colons == 57


def test_a_long_name_is_truncated() -> None:
    assert str(Repr("button", "x" * 60, "CLICK")) == f"[button]  {'x' * 50}... -> CLICK"


def test_an_empty_name_keeps_its_spaces() -> None:
    assert str(Repr("svg", "", "CLICK")) == "[svg]   -> CLICK"


def test_hovers_and_enter_keys_count_as_clicks() -> None:
    assert [Repr("a", "", op).mapped for op in ("HOVER", "ENTER", "TYPE")] == [
        "CLICK",
        "CLICK",
        "TYPE",
    ]


@pytest.mark.parametrize("words", ["", "click it", "[a]  b -> JUMP"])
def test_text_that_is_not_an_action_is_none(words: str) -> None:
    assert read_repr(words) is None
