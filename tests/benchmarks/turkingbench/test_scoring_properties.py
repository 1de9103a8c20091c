"""Properties of all scores of fields, on generated values and answers."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.scoring import (
    VARIANTS,
    majority,
    range_score,
    score_field,
    score_instance,
)


def field(kind, *values):
    return {"name": "q", "type": kind, "visible": True, "values": list(values)}


words = st.sampled_from(["a", "b", "A|b", "b|a", "-1", "1", "5.0", "the cat", "nan", "", "日本"])
cells = words.filter(bool) | st.just(math.nan) | st.integers(-9, 9)
kinds = st.sampled_from(["radio", "checkbox", "text", "textarea", "select", "hidden"])


@given(kinds, st.lists(words, max_size=3), st.lists(cells, max_size=5), st.sampled_from(VARIANTS))
def test_every_score_is_between_0_and_1(kind, values, gold, variant):
    score = score_field(field(kind, *values), gold, variant)
    assert 0 <= score.score <= 1
    assert 0 <= score_instance([field(kind, *values)], {"q": gold}, variant).value <= 1


numbers = st.floats(-1e9, 1e9)


@given(st.floats(-1e9, 1e9), st.lists(numbers, min_size=1, max_size=5))
def test_a_range_score_is_between_its_bounds(number, gold):
    assert -1 - 1e-9 <= range_score(str(number), gold) <= 1
    assert 0 <= range_score(str(number), gold, scale_by_gold=True) <= 1


single = st.sampled_from(["a", "A b", "-1", "5.0", "the cat", "{x}", "日本"])


@given(kinds, single, st.sampled_from(VARIANTS))
def test_an_answer_that_every_worker_gave_gets_the_full_score(kind, text, variant):
    score = score_field(field(kind, text), [text] * 3, variant)
    assert score.score == 1.0 or not score.counted


@given(kinds.filter(lambda kind: kind not in ("radio", "select")), words, st.data())
def test_the_order_of_workers_does_not_matter_without_a_vote(kind, text, data):
    gold = data.draw(st.lists(cells))
    mixed = data.draw(st.permutations(gold))
    one, other = (score_field(field(kind, text), order) for order in (gold, mixed))
    assert one.score == pytest.approx(other.score)


@given(st.data())
def test_the_order_of_workers_does_not_matter_to_a_vote_without_a_tie(data):
    votes = data.draw(st.lists(st.sampled_from("ab"), min_size=1).filter(lambda v: len(v) % 2))
    assert majority(votes) == majority(data.draw(st.permutations(votes)))
