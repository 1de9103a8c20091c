"""Tests of finding what stands in a text where a recorded answer stood in an earlier one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.agents.recorded_texts import answer_now, in_place_of

plain = st.text(st.characters(categories=["L", "N", "P", "Z"]), max_size=30)


def test_the_present_password_is_read_where_the_recorded_one_stood():
    before = "You win!\nPassword: RED-FOX-12\nClose the page."
    now = "You win!\nPassword: BLUE-OWL-7\nClose the page."
    assert in_place_of("RED-FOX-12", before, now) == "BLUE-OWL-7"


def test_text_that_changed_far_from_the_answer_does_not_matter():
    before = "Time: 12 s" + "x" * 500 + "\nPassword: A1B2\n" + "y" * 500
    now = "Time: 99 s" + "x" * 500 + "\nPassword: C3D4\n" + "z" * 500
    assert in_place_of("A1B2", before, now) == "C3D4"


def test_a_place_that_is_gone_is_not_found():
    assert in_place_of("A1B2", "Password: A1B2", "Try again") is None


def test_an_answer_in_places_that_now_differ_is_not_found():
    assert in_place_of("7", "first: 7\nlast: 7\n", "first: 8\nlast: 9\n") is None


def test_an_answer_in_places_that_now_agree_is_found():
    assert in_place_of("77", "first: 77\nlast: 77\n", "first: 88\nlast: 88\n") == "88"


def test_the_latest_text_counts():
    texts = [("code: AAAA.", "code: BBBB."), ("code: AAAA.", "code: CCCC.")]
    assert answer_now("AAAA", texts) == "CCCC"


def test_words_of_an_answer_are_replaced_where_the_whole_is_on_no_page():
    texts = [("Password: RED-FOX\n", "Password: TAN-CAT\n")]
    assert answer_now("The password is RED-FOX.", texts) == "The password is TAN-CAT."


def test_an_answer_on_no_page_is_not_found():
    assert answer_now("42", [("Sum of a and b", "Sum of a and b")]) is None


@given(plain, plain, st.text("ABC123-", min_size=4, max_size=12))
def test_an_unchanged_text_gives_the_answer_itself_or_none(left: str, right: str, answer: str):
    text = f"{left} {answer} {right}"
    assert in_place_of(answer, text, text) in (answer, None)


@pytest.mark.parametrize("answer", ["", "."])
def test_an_answer_of_no_use_is_not_found(answer: str):
    assert in_place_of(answer, "." * 50, "." * 50) is None
