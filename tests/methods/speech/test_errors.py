"""Word error rates by normaliser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.errors import UserError
from webproctor.methods.speech.errors import interval, word_error_rate, word_errors

pytest.importorskip("jiwer", reason="needs the extra `speech`")
# Pairs with the same meaning, which show the differences that a normaliser leaves.
SPOKEN = ["Buy the one that's $17.95.", "On April 7th", "Okay, colour it"]
HEARD = ["buy the one that is seventeen ninety five", "on april seventh", "okay color it"]


def test_substitutions_deletions_and_insertions_are_counted_separately() -> None:
    [one] = word_errors(["a b c d"], ["a x c d e"], "none")
    assert (one.substitutions, one.deletions, one.insertions, one.words) == (1, 0, 1, 4)
    [other] = word_errors(["a b c"], ["a c"], "none")
    assert (other.deletions, other.edits) == (1, 1)


def test_the_rate_of_a_corpus_weights_words_not_clips() -> None:
    errors = word_errors(["a b c d e f g h i", "x"], ["a b c d e f g h i", "y"], "none")
    assert word_error_rate(errors) == 0.1


def test_each_normaliser_gives_a_lower_rate_than_the_previous_one() -> None:
    rates = [
        word_error_rate(word_errors(SPOKEN, HEARD, name)) for name in ("none", "lower", "english")
    ]
    assert rates[0] > rates[1] > rates[2]


def test_only_the_english_normaliser_unifies_numbers_and_spellings() -> None:
    for spoken, heard in (("Colour!", "color"), ("seventeen", "17")):
        assert word_error_rate(word_errors([spoken], [heard], "basic")) == 1
        assert word_error_rate(word_errors([spoken], [heard], "english")) == 0
    assert word_error_rate(word_errors(["[um] Okay!"], ["okay"], "basic")) == 0


def test_both_apostrophes_are_equal_without_punctuation() -> None:
    assert word_error_rate(word_errors(["Don\u2019t."], ["don't"], "lower")) == 0


def test_without_reference_words_the_rate_is_zero() -> None:
    [one] = word_errors(["..."], ["well well"], "lower")
    assert (one.words, one.insertions) == (0, 2)
    assert word_error_rate([one]) == 0


def test_a_rate_can_be_above_one() -> None:
    assert word_error_rate(word_errors(["a"], ["b c d"], "none")) == 3


@given(st.lists(st.text(alphabet="ab ", max_size=12), min_size=1, max_size=8))
def test_equal_transcripts_have_no_errors(texts: list[str]) -> None:
    errors = word_errors(texts, texts, "lower")
    assert word_error_rate(errors) == 0
    assert interval(errors) is None


def test_an_interval_contains_the_rate() -> None:
    errors = word_errors(["a b c d"] * 20, ["a b c d"] * 15 + ["a x y d"] * 5, "none")
    found = interval(errors)
    assert found
    low, high = found
    assert low < word_error_rate(errors) < high


def test_an_unknown_normaliser_is_a_user_error() -> None:
    with pytest.raises(UserError, match="There are: none, lower, basic, english"):
        word_errors(["a"], ["a"], "best")
