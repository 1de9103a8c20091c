"""Values in the answers of model servers, whatever their types are."""

from typing import Any

import pytest

from webproctor.core.answer_values import as_arguments, as_count, as_object, as_text


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (' {"a": 1}\n', '{"a": 1}'),
        ({"a": 1}, '{"a": 1}'),
        (r'"{\"a\": 1}"', '{"a": 1}'),
        (r'" {\"a\": 1} "', '{"a": 1}'),
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        (None, "{}"),
        ("", "{}"),
        ("null", "{}"),
    ],
)
def test_arguments_are_the_text_of_an_object(arguments: Any, text: str) -> None:
    assert as_arguments(arguments) == text


@pytest.mark.parametrize(
    "text", ['"home"', '"half', "[1]", '```json\n{"a": 1}\n``` and more', '{"a": 1}"']
)
def test_arguments_other_than_an_object_are_unchanged(text: str) -> None:
    assert as_arguments(text) == text


@pytest.mark.parametrize(
    ("value", "count"),
    [(0, 0), (12, 12), ("12", 12), (-1, None), (None, None), ("many", None), (float("inf"), None)],
)
def test_a_number_of_tokens_is_unknown_unless_it_is_a_count(value: Any, count: int | None) -> None:
    assert as_count(value) == count


def test_other_values_become_objects_and_texts() -> None:
    assert as_object({"a": 1}) == {"a": 1}
    assert as_object([1]) == {}
    assert as_text("a") == "a"
    assert as_text({"a": 1}) == '{"a": 1}'
