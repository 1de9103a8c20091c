"""Tests of finding the new text at the position of a recorded answer in an earlier text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.agents.recorded_texts import corresponding_text, current_answer

plain = st.text(st.characters(categories=["L", "N", "P", "Z"]), max_size=30)


def test_the_new_password_is_read_at_the_position_of_the_recorded_one():
    before = "You win!\nPassword: RED-FOX-12\nClose the page."
    now = "You win!\nPassword: BLUE-OWL-7\nClose the page."
    assert corresponding_text("RED-FOX-12", before, now) == "BLUE-OWL-7"


def test_changes_far_from_the_answer_do_not_matter():
    before = "Time: 12 s" + "x" * 500 + "\nPassword: A1B2\n" + "y" * 500
    now = "Time: 99 s" + "x" * 500 + "\nPassword: C3D4\n" + "z" * 500
    assert corresponding_text("A1B2", before, now) == "C3D4"


def test_an_answer_whose_context_is_gone_is_not_found():
    assert corresponding_text("A1B2", "Password: A1B2", "Try again") is None


def test_positions_with_different_new_answers_give_none():
    assert corresponding_text("7", "first: 7\nlast: 7\n", "first: 8\nlast: 9\n") is None


def test_positions_with_the_same_new_answer_give_it():
    assert corresponding_text("77", "first: 77\nlast: 77\n", "first: 88\nlast: 88\n") == "88"


def test_the_latest_text_is_used():
    texts = [("code: AAAA.", "code: BBBB."), ("code: AAAA.", "code: CCCC.")]
    assert current_answer("AAAA", texts) == "CCCC"


def test_an_answer_with_other_words_has_only_the_recorded_word_replaced():
    texts = [("Password: RED-FOX\n", "Password: TAN-CAT\n")]
    assert current_answer("The password is RED-FOX.", texts) == "The password is TAN-CAT."


def test_an_answer_on_no_page_is_not_found():
    assert current_answer("42", [("Sum of a and b", "Sum of a and b")]) is None


@given(plain, plain, st.text("ABC123-", min_size=4, max_size=12))
def test_an_unchanged_text_gives_the_answer_itself_or_none(left: str, right: str, answer: str):
    text = f"{left} {answer} {right}"
    assert corresponding_text(answer, text, text) in (answer, None)


@pytest.mark.parametrize("answer", ["", "."])
def test_an_empty_or_trivial_answer_is_not_found(answer: str):
    assert corresponding_text(answer, "." * 50, "." * 50) is None
