"""Tests of scoring: values read from a page, gold answers, and the scores of fields."""

import math

import pytest
from benchmarks.turkingbench.fields import both, field
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.rouge import rouge_l
from webproctor.benchmarks.turkingbench.scoring import (
    clean,
    collect_gold,
    majority,
    normalised,
    range_score,
    read_answer,
    score_field,
    score_instance,
    text_score,
    tick_overlap,
    without_punctuation,
)
from webproctor.core.errors import UserError

NAN = math.nan


def score_of(kind, values, gold, variant="parity"):
    """Return the score of a visible field, which must be counted."""
    score = score_field(field(kind, *values), gold, variant)
    assert score.counted, score.why
    return score.score


# Values and answers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("5.0", "5"), (" 7 ", "7"), ("1e3", "1000"), ("1_000", "1000"), ("007", "7"),
        ("2.50", "2.5"), ("-0", "0"), (4.0, "4"), (3, "3"), (True, "1"), ("True", "True"),
        ("12345678901234567", "12345678901234568"), ("nan", "nan"), (NAN, "nan"), ("inf", "inf"),
        ("1e400", "1e400"), (" a ", " a "), ("1,5", "1,5"), ("", ""),
    ],
)  # fmt: skip
def test_numbers_are_normalized_and_other_text_is_unchanged(value, text):
    assert clean(value) == text


@given(st.text() | st.floats() | st.integers() | st.booleans())
def test_cleaning_is_idempotent(value):
    assert clean(clean(value)) == clean(value)


@pytest.mark.parametrize(
    ("kind", "values", "answer"),
    [
        ("radio", [], ""),
        ("radio", ["4.0"], "4"),
        ("select", ["a", "b"], "a"),
        ("text", [None], ""),
        ("text", [None, "b"], ""),
        ("text", ["a", "b"], "a"),
        ("textarea", ["5.0", "b"], "5"),
        ("checkbox", ["b", "a"], "a|b"),
        ("checkbox", ["10.0", "9"], "10|9"),
        ("checkbox", [], ""),
        ("submit", [], ""),
    ],
)
def test_the_first_value_is_the_answer_but_checked_boxes_are_joined(kind, values, answer):
    assert read_answer(kind, values) == answer


@given(st.text(), st.text())
def test_the_loose_form_removes_punctuation_from_the_kept_form(first, second):
    assert (normalised(first) == normalised(second)) <= (
        without_punctuation(first) == without_punctuation(second)
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [("-1", "1"), ("0.5", "0-5"), ("a|b", "ab"), ("Yes!", "yes"), ("a_b", "AB")],
)
def test_only_the_loose_form_ignores_signs_and_separators(first, second):
    assert without_punctuation(first) == without_punctuation(second)
    assert normalised(first) != normalised(second)


@pytest.mark.parametrize(("first", "second"), [("A  b\n", "a B"), ("5.0", " 5")])
def test_both_forms_ignore_case_whitespace_and_number_format(first, second):
    assert without_punctuation(first) == without_punctuation(second)
    assert normalised(first) == normalised(second)


# Gold answers


def test_a_blank_choice_is_an_answer():
    assert collect_gold("radio", ["a", NAN]) == ["a", ""]
    assert collect_gold("checkbox", [NAN]) == [""]


def test_a_blank_in_a_list_or_a_range_remains_nan():
    assert [repr(cell) for cell in collect_gold("select", [NAN, "a"])] == ["nan", "'a'"]
    assert [repr(cell) for cell in collect_gold("range", [NAN, 3.0])] == ["nan", "3.0"]


def test_checked_boxes_of_a_worker_are_sorted():
    assert collect_gold("checkbox", ["b|a", "c", 3]) == ["a|b", "c", 3]


@pytest.mark.parametrize("kind", ["text", "textarea", "hidden"])
def test_texts_are_cleaned_unique_and_not_blank(kind):
    cells = ["5.0", NAN, "a", "{}", "'{}'", "nan", 5.0, "a", " "]
    assert collect_gold(kind, cells) == ["5", "a", " "]


# Which fields are counted


@both
@pytest.mark.parametrize("name", ["csrfmiddlewaretoken", "worker_ip", "ee", "submit"])
def test_metadata_fields_do_not_count(name, variant):
    score = score_field(field("text", "a", name=name), ["a"], variant)
    assert (score.counted, score.why) == (False, "bookkeeping field")


@both
@pytest.mark.parametrize("kind", ["radio", "checkbox", "text", "textarea", "select", "range"])
def test_an_invisible_field_does_not_count(kind, variant):
    score = score_field(field(kind, "a", visible=False), ["a"], variant)
    assert (score.counted, score.why) == (False, "not visible")


@pytest.mark.parametrize("variant", ["parity", "strict"])
def test_a_hidden_field_does_not_count_even_with_the_correct_value(variant: str):
    hidden = score_field(field("hidden", "a", visible=False), ["a"], variant)
    assert (hidden.counted, hidden.why, hidden.score) == (False, "not visible", 0.0)


@pytest.mark.parametrize("variant", ["parity", "strict"])
@pytest.mark.parametrize("kind", ["submit", "button", "reset", "image"])
def test_a_button_does_not_count(kind: str, variant: str):
    score = score_instance(
        [field(kind, visible=True) | {"name": "b"}, field("text", "yes")],
        {"b": [12.5], "q": ["yes"]},
        variant,
    )
    assert score.value == 1.0
    assert [one.why for one in score.fields] == ["button", ""]


@both
@pytest.mark.parametrize("cells", [[NAN, NAN], ["{}", NAN], []])
def test_a_text_that_no_worker_wrote_does_not_count(cells, variant):
    score = score_field(field("text", ""), cells, variant)
    assert (score.counted, score.why) == (False, "no worker answered it")


@both
@pytest.mark.parametrize("kind", ["radio", "checkbox"])
def test_a_choice_that_every_worker_left_blank_is_correct_if_blank(kind, variant):
    for cells in ([NAN], [NAN, NAN, NAN]):
        assert score_of(kind, [], cells, variant) == 1.0
        assert score_of(kind, ["a"], cells, variant) == 0.0


@both
def test_a_field_without_an_answer_column_does_not_count(variant):
    scored = score_instance([field("radio", "a"), field("radio", "a", name="r")], {"q": ["a"]})
    assert [score.counted for score in scored.fields] == [True, False]
    assert scored.value == 1.0


@both
@pytest.mark.parametrize("kind", ["date", "color", "number", "email", "file"])
def test_a_field_type_without_a_metric_is_a_user_error(kind, variant):
    with pytest.raises(UserError, match=f"field 'q' is an input of type '{kind}'"):
        score_field(field(kind, "1"), ["1"], variant)


def test_an_unknown_variant_is_a_user_error():
    with pytest.raises(UserError, match="metric variant 'lax': choose from parity, strict"):
        score_field(field("text", "1"), ["1"], "lax")


# Texts


@both
def test_a_text_is_scored_against_the_most_similar_worker(variant):
    gold = ["nothing of the sort", "the cat sat", "dogs"]
    assert score_of("text", ["the cat sat down"], gold, variant) == rouge_l(
        "the cat sat", "the cat sat down"
    )
    assert score_of("text", ["dogs"], gold, variant) == 1.0


def test_equal_texts_get_the_full_score_even_without_ascii_words():
    assert text_score("日本", "日本") == 1.0
    assert text_score("日本", "日本語") == 0.0


def test_case_and_punctuation_do_not_affect_the_text_score():
    assert text_score("The Cat!", "the cat") == 1.0


def test_only_an_escaped_ampersand_is_unescaped():
    assert text_score("salt &amp; pepper", "salt & pepper") == 1.0
    assert text_score("R&amp;D", "R&D") == 1.0
    assert text_score("a &lt; b", "a < b") == pytest.approx(0.8)


def test_numbers_in_different_formats_are_equal_texts():
    assert score_of("text", ["5.0"], [5], "parity") == 1.0


def test_a_blank_text_is_wrong_if_a_worker_wrote_something():
    assert score_of("text", [None], ["a", NAN]) == 0.0


# Choices


@both
@pytest.mark.parametrize("kind", ["radio", "select"])
def test_a_choice_is_scored_against_the_majority(kind, variant):
    assert score_of(kind, ["b"], ["a", "b", "b"], variant) == 1.0
    assert score_of(kind, ["a"], ["a", "b", "b"], variant) == 0.0


@both
def test_the_first_of_equally_frequent_choices_is_correct(variant):
    assert score_of("radio", ["b"], ["b", "a", "a", "b"], variant) == 1.0
    assert score_of("radio", ["a"], ["b", "a", "a", "b"], variant) == 0.0


@both
def test_no_choice_is_correct_if_most_workers_left_it_blank(variant):
    assert score_of("radio", [], [NAN, "a", NAN], variant) == 1.0
    assert score_of("radio", ["a"], [NAN, "a", NAN], variant) == 0.0


@both
def test_numbers_match_in_any_format(variant):
    assert score_of("radio", ["4"], [4.0, 4.0, NAN], variant) == 1.0
    assert score_of("radio", ["true"], [True], variant) == 1.0


def test_blanks_in_a_list_of_texts_are_one_option_named_nan():
    assert score_of("select", ["nan"], [NAN, NAN, "a"]) == 1.0
    assert score_of("select", [""], [NAN, NAN, "a"]) == 0.0
    assert score_of("select", ["nan"], ["a", NAN, NAN]) == 1.0


def test_blanks_in_a_list_of_numbers_are_separate_options():
    assert score_of("select", ["4"], [NAN, NAN, 4.0, 4.0, NAN]) == 1.0
    assert math.isnan(float(majority([NAN, 4.0, NAN])))


def test_a_single_blank_answer_matches_texts_such_as_brackets():
    assert score_of("radio", ["[]"], [NAN]) == 1.0
    assert score_of("radio", ["."], [NAN]) == 0.0
    assert score_of("radio", ["."], [NAN, NAN]) == 1.0


def test_only_parity_ignores_signs():
    assert score_of("radio", ["-1"], [1], "parity") == 1.0
    assert score_of("radio", ["-1"], [1], "strict") == 0.0


# Checkboxes


def test_parity_requires_all_boxes_of_one_worker():
    gold = ["b|a", "c"]
    assert score_of("checkbox", ["a", "b"], gold) == 1.0
    assert score_of("checkbox", ["c"], gold) == 1.0
    assert score_of("checkbox", ["a"], gold) == 0.0
    assert score_of("checkbox", ["a", "b", "c"], gold) == 0.0


def test_parity_accepts_no_box_if_one_worker_checked_none():
    assert score_of("checkbox", [], ["a|b", NAN]) == 1.0


def test_parity_ignores_separators_between_boxes():
    assert score_of("checkbox", ["ab"], ["a|b"]) == 1.0


def test_true_in_the_data_is_the_number_1():
    assert score_of("checkbox", ["1"], [True]) == 1.0
    assert score_of("checkbox", ["True"], [True]) == 0.0


def test_strict_scores_the_largest_share_of_boxes_in_common_with_a_worker():
    gold = ["b|a", "c|d|e"]
    assert score_of("checkbox", ["a"], gold, "strict") == 1 / 2
    assert score_of("checkbox", ["a", "b", "c"], gold, "strict") == 2 / 3
    assert score_of("checkbox", ["d", "e", "x"], gold, "strict") == 2 / 4
    assert score_of("checkbox", [], gold, "strict") == 0.0
    assert score_of("checkbox", [], [*gold, NAN], "strict") == 1.0
    assert score_of("checkbox", ["ab"], ["a|b"], "strict") == 0.0


ticks = st.lists(st.sampled_from("abcd")).map("|".join)


@given(ticks, ticks)
def test_box_overlap_is_symmetric(first, second):
    assert tick_overlap(first, second) == tick_overlap(second, first)
    assert tick_overlap(first, first) == 1.0


# Ranges


def test_a_range_is_scored_by_mean_distance_divided_by_the_largest_number():
    assert range_score("40", [50, 30]) == pytest.approx(1 - 10 / 50)
    assert range_score("100", [50]) == pytest.approx(1 - 50 / 100)
    assert range_score("0", [0]) == 1.0
    assert range_score("-10", [10]) == pytest.approx(-1.0)


def test_strict_divides_by_the_largest_gold_number_and_has_a_minimum_of_0():
    assert score_of("range", ["75"], [50], "strict") == pytest.approx(0.5)
    assert score_of("range", ["150"], [50], "strict") == 0.0
    assert score_of("range", ["0.25"], [0], "strict") == pytest.approx(0.75)


@both
def test_a_range_answer_that_is_not_a_number_is_scored_by_the_share_of_equal_answers(variant):
    assert score_of("range", [""], [3], variant) == 0.0
    assert score_of("range", ["high"], ["high", "High", "low", 3], variant) == 0.5


@both
def test_a_distance_that_is_not_a_number_scores_0(variant):
    assert score_of("range", ["3"], [3.0, NAN], variant) == 0.0
    assert score_of("range", ["inf"], [3.0], variant) == 0.0


def test_under_parity_a_range_counts_as_1_in_the_instance_but_keeps_its_score():
    fields = [field("range", "10"), field("radio", "b", name="r")]
    scored = score_instance(fields, {"q": [40], "r": ["a"]}, "parity")
    assert scored.value == 0.5
    assert scored.fields[0].score == 0.25


def test_under_strict_a_range_counts_with_its_score():
    fields = [field("range", "10"), field("radio", "b", name="r")]
    assert score_instance(fields, {"q": [40], "r": ["a"]}, "strict").value == 0.125
