"""Text and JSON from outside are made storable, and are otherwise unchanged."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.sanitize import clean_json, clean_text, load_json, without_controls

HALF = "\ud83d"
any_text = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"a{HALF}b", "a\ufffdb"),
        (HALF, "\ufffd"),
        ("\ude00", "\ufffd"),
        (f"{HALF}{HALF}", "\ufffd\ufffd"),
        (f"{HALF}\ude00", "\U0001f600"),
        ("\U0001f600 \u00e9", "\U0001f600 \u00e9"),
    ],
)
def test_a_lone_surrogate_becomes_the_replacement_character(text: str, clean: str):
    assert clean_text(text) == clean


@given(any_text)
def test_every_cleaned_text_can_be_encoded(text: str):
    clean_text(text).encode()
    assert clean_text(clean_text(text)) == clean_text(text)


@given(st.text())
def test_text_without_surrogates_is_unchanged(text: str):
    assert clean_text(text) == text


def test_values_and_keys_are_cleaned_at_any_depth():
    value: Any = {HALF: [{"deep": (HALF, 1, None)}]}
    assert clean_json(value) == {"\ufffd": [{"deep": ["\ufffd", 1, None]}]}
    assert value == {HALF: [{"deep": (HALF, 1, None)}]}


def test_nesting_beyond_the_recursion_limit_is_cleaned():
    value: Any = HALF
    for _ in range(100_000):
        value = [value]
    depth, inner = 0, clean_json(value)
    while isinstance(inner, list):
        depth, inner = depth + 1, inner[0]
    assert (depth, inner) == (100_000, "\ufffd")


def test_numbers_that_are_not_finite_become_text_on_request():
    clean = clean_json([math.nan, -math.inf, 1.5, 10**5000, True], finite=True)
    assert clean == ["nan", "-inf", 1.5, "an integer of about 5000 digits", True]
    assert math.isnan(clean_json([math.nan])[0])


def test_json_with_a_lone_surrogate_is_cleaned_when_loaded():
    assert load_json(json.dumps({"title": f"{HALF}!"})) == {"title": "\ufffd!"}
    assert load_json('["\\uD83D\\uDE00"]') == ["\U0001f600"]


def test_control_characters_are_replaced_except_tabs_and_line_breaks():
    assert without_controls("a\tb\nc é 中") == "a\tb\nc é 中"
    assert without_controls("\x1b[2J\r\x07\x9b") == "\ufffd[2J\ufffd\ufffd\ufffd"
