"""Reasoning in the text of an answer."""

import pytest

from webproctor.core.reasoning import without_reasoning


@pytest.mark.parametrize(
    ("answer", "rest"),
    [
        ("<think>(1, 2)?</think>(3, 4)", "(3, 4)"),
        ("(1, 2)?\n</think>(3, 4)", "(3, 4)"),
        ("<grounding_think>(1, 2)?</grounding_think>(3, 4)", "(3, 4)"),
        ("◁think▷(1, 2)?◁/think▷(3, 4)", "(3, 4)"),
        ("<think>(1, 2)? or", ""),
        (" (3, 4)\n", " (3, 4)\n"),
    ],
)
def test_reasoning_is_removed_from_an_answer(answer: str, rest: str) -> None:
    assert without_reasoning(answer) == rest
