"""Finding hidden values in the data that a page received."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.webgames import leaks


@pytest.mark.parametrize(
    "text",
    [
        "<p>the code is Amber</p>",
        '{"code": "amber"}',
        '{"code": "\\u0061mber"}',
        '<input value="&#97;mber">',
        '"<script type=\\"x\\">amber</script>"',
    ],
)
def test_a_word_is_found_in_any_notation(text: str) -> None:
    assert leaks.find_facts(text, ["amber"]) == ["amber"]


def test_a_part_of_a_word_is_not_found() -> None:
    assert leaks.find_facts("chambers, amber_1", ["amber"]) == []


def test_consecutive_numbers_are_found() -> None:
    assert leaks.find_facts("left: 20px; top: 31.5px", [(20, 31.5)]) == [(20, 31.5)]
    assert leaks.find_facts("left: 20px; width: 4px; top: 31.5px", [(20, 31.5)]) == []


@given(st.lists(st.integers(-999, 999), min_size=1, max_size=5))
def test_a_list_is_found_in_its_json(numbers: list[int]) -> None:
    assert leaks.find_facts(json.dumps({"targets": numbers}), [numbers]) == [numbers]


@given(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12))
def test_a_word_is_found_in_its_json(word: str) -> None:
    assert leaks.find_facts(json.dumps({"text": f"say {word}!"}), [word]) == [word]
