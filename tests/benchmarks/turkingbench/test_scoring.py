"""Tests of scoring: values read from a page, gold answers, and the scores of fields."""

import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.rouge import rouge_l
from webproctor.benchmarks.turkingbench.scoring import (
    VARIANTS,
    clean,
    collect_gold,
    kept,
    loose,
    majority,
    range_mark,
    read_answer,
    score_field,
    score_instance,
    text_mark,
    tick_overlap,
)
from webproctor.core.errors import UserError

DATA = (
    Path(__file__).parents[3] / os.environ.get("WEBPROCTOR_TEST_DATA", "../shared/data")
) / "turkingbench"
NAN = math.nan

both = pytest.mark.parametrize("variant", VARIANTS)


def field(kind, *values, name="q", visible=True):
    return {"name": name, "type": kind, "visible": visible, "values": list(values)}


def mark(kind, values, gold, variant="parity"):
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
def test_numbers_are_written_plainly_and_other_text_stays(value, text):
    assert clean(value) == text


@given(st.text() | st.floats() | st.integers() | st.booleans())
def test_cleaning_twice_changes_nothing_more(value):
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
def test_the_first_value_is_the_answer_but_ticks_are_sorted_and_joined(kind, values, answer):
    assert read_answer(kind, values) == answer


@given(st.text(), st.text())
def test_the_loose_form_is_the_kept_form_without_punctuation(first, second):
    assert (kept(first) == kept(second)) <= (loose(first) == loose(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [("-1", "1"), ("0.5", "0-5"), ("a|b", "ab"), ("Yes!", "yes"), ("a_b", "AB")],
)
def test_only_the_loose_form_is_blind_to_signs_and_separators(first, second):
    assert loose(first) == loose(second)
    assert kept(first) != kept(second)


@pytest.mark.parametrize(("first", "second"), [("A  b\n", "a B"), ("5.0", " 5")])
def test_both_forms_are_blind_to_case_white_space_and_ways_to_write_a_number(first, second):
    assert loose(first) == loose(second)
    assert kept(first) == kept(second)


# Gold answers


def test_a_blank_choice_is_an_answer():
    assert collect_gold("radio", ["a", NAN]) == ["a", ""]
    assert collect_gold("checkbox", [NAN]) == [""]


def test_a_blank_in_a_list_or_a_range_stays_a_blank():
    assert [repr(cell) for cell in collect_gold("select", [NAN, "a"])] == ["nan", "'a'"]
    assert [repr(cell) for cell in collect_gold("range", [NAN, 3.0])] == ["nan", "3.0"]


def test_ticks_of_a_worker_are_sorted():
    assert collect_gold("checkbox", ["b|a", "c", 3]) == ["a|b", "c", 3]


@pytest.mark.parametrize("kind", ["text", "textarea", "hidden"])
def test_texts_are_cleaned_made_distinct_and_rid_of_blanks(kind):
    cells = ["5.0", NAN, "a", "{}", "'{}'", "nan", 5.0, "a", " "]
    assert collect_gold(kind, cells) == ["5", "a", " "]


# Which fields are counted


@both
@pytest.mark.parametrize("name", ["csrfmiddlewaretoken", "worker_ip", "ee", "submit"])
def test_book_keeping_fields_do_not_count(name, variant):
    score = score_field(field("text", "a", name=name), ["a"], variant)
    assert (score.counted, score.why) == (False, "bookkeeping field")


@both
@pytest.mark.parametrize("kind", ["radio", "checkbox", "text", "textarea", "select", "range"])
def test_a_field_that_cannot_be_seen_does_not_count(kind, variant):
    score = score_field(field(kind, "a", visible=False), ["a"], variant)
    assert (score.counted, score.why) == (False, "not visible")


@pytest.mark.parametrize("variant", ["parity", "strict"])
def test_a_hidden_field_does_not_count_even_if_its_value_is_right(variant: str):
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
def test_a_choice_that_every_worker_left_blank_counts_and_blank_is_right(kind, variant):
    for cells in ([NAN], [NAN, NAN, NAN]):
        assert mark(kind, [], cells, variant) == 1.0
        assert mark(kind, ["a"], cells, variant) == 0.0


@both
def test_a_field_without_a_column_does_not_count(variant):
    scored = score_instance([field("radio", "a"), field("radio", "a", name="r")], {"q": ["a"]})
    assert [score.counted for score in scored.fields] == [True, False]
    assert scored.value == 1.0


@both
@pytest.mark.parametrize("kind", ["date", "color", "number", "email", "file"])
def test_a_kind_of_field_without_a_metric_is_a_user_error(kind, variant):
    with pytest.raises(UserError, match=f"field 'q' is an input of type '{kind}'"):
        score_field(field(kind, "1"), ["1"], variant)


def test_an_unknown_variant_is_a_user_error():
    with pytest.raises(UserError, match="metric variant 'lax': choose from parity, strict"):
        score_field(field("text", "1"), ["1"], "lax")


# Texts


@both
def test_a_text_is_marked_by_the_worker_it_is_most_like(variant):
    gold = ["nothing of the sort", "the cat sat", "dogs"]
    assert mark("text", ["the cat sat down"], gold, variant) == rouge_l(
        "the cat sat", "the cat sat down"
    )
    assert mark("text", ["dogs"], gold, variant) == 1.0


def test_equal_texts_have_full_marks_even_without_a_word():
    assert text_mark("日本", "日本") == 1.0
    assert text_mark("日本", "日本語") == 0.0


def test_case_and_punctuation_cost_a_text_nothing():
    assert text_mark("The Cat!", "the cat") == 1.0


def test_an_ampersand_of_the_markup_is_undone_but_nothing_else_of_it():
    assert text_mark("salt &amp; pepper", "salt & pepper") == 1.0
    assert text_mark("R&amp;D", "R&D") == 1.0
    assert text_mark("a &lt; b", "a < b") == pytest.approx(0.8)


def test_equal_numbers_are_equal_texts():
    assert mark("text", ["5.0"], [5], "parity") == 1.0


def test_a_blank_text_is_wrong_where_a_worker_wrote_something():
    assert mark("text", [None], ["a", NAN]) == 0.0


# Choices


@both
@pytest.mark.parametrize("kind", ["radio", "select"])
def test_a_choice_is_marked_by_the_majority(kind, variant):
    assert mark(kind, ["b"], ["a", "b", "b"], variant) == 1.0
    assert mark(kind, ["a"], ["a", "b", "b"], variant) == 0.0


@both
def test_of_equally_frequent_choices_the_first_is_right(variant):
    assert mark("radio", ["b"], ["b", "a", "a", "b"], variant) == 1.0
    assert mark("radio", ["a"], ["b", "a", "a", "b"], variant) == 0.0


@both
def test_no_choice_is_right_if_most_workers_made_none(variant):
    assert mark("radio", [], [NAN, "a", NAN], variant) == 1.0
    assert mark("radio", ["a"], [NAN, "a", NAN], variant) == 0.0


@both
def test_numbers_match_however_they_are_typed(variant):
    assert mark("radio", ["4"], [4.0, 4.0, NAN], variant) == 1.0
    assert mark("radio", ["true"], [True], variant) == 1.0


def test_blanks_of_a_list_of_texts_are_one_choice_named_nan():
    assert mark("select", ["nan"], [NAN, NAN, "a"]) == 1.0
    assert mark("select", [""], [NAN, NAN, "a"]) == 0.0


def test_blanks_of_a_list_of_numbers_are_each_a_choice():
    assert mark("select", ["4"], [NAN, NAN, 4.0, 4.0, NAN]) == 1.0
    assert math.isnan(float(majority([NAN, 4.0, NAN])))


def test_of_a_single_blank_choice_a_few_texts_count_as_blank():
    assert mark("radio", ["[]"], [NAN]) == 1.0
    assert mark("radio", ["."], [NAN]) == 0.0
    assert mark("radio", ["."], [NAN, NAN]) == 1.0


def test_parity_is_blind_to_signs_and_strict_is_not():
    assert mark("radio", ["-1"], [1], "parity") == 1.0
    assert mark("radio", ["-1"], [1], "strict") == 0.0


# Checkboxes


def test_parity_wants_all_the_ticks_of_one_worker():
    gold = ["b|a", "c"]
    assert mark("checkbox", ["a", "b"], gold) == 1.0
    assert mark("checkbox", ["c"], gold) == 1.0
    assert mark("checkbox", ["a"], gold) == 0.0
    assert mark("checkbox", ["a", "b", "c"], gold) == 0.0


def test_parity_takes_no_tick_for_right_if_one_worker_ticked_nothing():
    assert mark("checkbox", [], ["a|b", NAN]) == 1.0


def test_parity_does_not_see_where_a_tick_ends():
    assert mark("checkbox", ["ab"], ["a|b"]) == 1.0


def test_a_true_cell_is_the_number_1():
    assert mark("checkbox", ["1"], [True]) == 1.0
    assert mark("checkbox", ["True"], [True]) == 0.0


def test_strict_marks_the_part_of_the_ticks_that_is_shared_with_the_best_worker():
    gold = ["b|a", "c|d|e"]
    assert mark("checkbox", ["a"], gold, "strict") == 1 / 2
    assert mark("checkbox", ["a", "b", "c"], gold, "strict") == 2 / 3
    assert mark("checkbox", ["d", "e", "x"], gold, "strict") == 2 / 4
    assert mark("checkbox", [], gold, "strict") == 0.0
    assert mark("checkbox", [], [*gold, NAN], "strict") == 1.0
    assert mark("checkbox", ["ab"], ["a|b"], "strict") == 0.0


ticks = st.lists(st.sampled_from("abcd")).map("|".join)


@given(ticks, ticks)
def test_shared_ticks_are_the_same_from_both_sides(first, second):
    assert tick_overlap(first, second) == tick_overlap(second, first)
    assert tick_overlap(first, first) == 1.0


# Ranges


def test_a_range_is_marked_by_its_mean_distance_over_the_largest_number():
    assert range_mark("40", [50, 30]) == pytest.approx(1 - 10 / 50)
    assert range_mark("100", [50]) == pytest.approx(1 - 50 / 100)
    assert range_mark("0", [0]) == 1.0
    assert range_mark("-10", [10]) == pytest.approx(-1.0)


def test_strict_divides_by_the_largest_gold_number_alone_and_goes_no_lower_than_0():
    assert mark("range", ["75"], [50], "strict") == pytest.approx(0.5)
    assert mark("range", ["150"], [50], "strict") == 0.0
    assert mark("range", ["0.25"], [0], "strict") == pytest.approx(0.75)


@both
def test_a_range_that_is_no_number_is_marked_by_the_part_of_workers_who_say_the_same(variant):
    assert mark("range", [""], [3], variant) == 0.0
    assert mark("range", ["high"], ["high", "High", "low", 3], variant) == 0.5


@both
def test_a_distance_that_is_no_number_is_marked_0(variant):
    assert mark("range", ["3"], [3.0, NAN], variant) == 0.0
    assert mark("range", ["inf"], [3.0], variant) == 0.0


def test_under_parity_a_range_enters_the_instance_as_1_but_keeps_its_mark():
    fields = [field("range", "10"), field("radio", "b", name="r")]
    scored = score_instance(fields, {"q": [40], "r": ["a"]}, "parity")
    assert scored.value == 0.5
    assert scored.fields[0].score == 0.25


def test_under_strict_a_range_enters_the_instance_with_its_mark():
    fields = [field("range", "10"), field("radio", "b", name="r")]
    assert score_instance(fields, {"q": [40], "r": ["a"]}, "strict").value == 0.125
