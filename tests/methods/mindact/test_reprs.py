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


def test_a_truncated_name_is_not_truncated_again() -> None:
    for name in ("x" * 50, f"{'x' * 50}..."):
        assert str(Repr("button", name, "CLICK")) == f"[button]  {name} -> CLICK"


def test_only_typing_and_selecting_have_a_value() -> None:
    assert str(Repr("a", "b", "CLICK", "c")) == "[a]  b -> CLICK"
    assert str(Repr("a", "b", "SELECT", "c")) == "[a]  b -> SELECT: c"
    assert str(Repr("a", "b", "TYPE", "two\nlines")) == "[a]  b -> TYPE: two lines"


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("[textbox]  Name -> TYPE: a: b", Repr("textbox", "Name", "TYPE", "a: b")),
        ("[svg]   -> HOVER", Repr("svg", "", "HOVER")),
    ],
)
def test_an_action_is_read_from_its_text(words: str, action: Repr) -> None:
    assert read_repr(words) == action


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
