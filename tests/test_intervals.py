"""Intervals agree with known values and hold what they promise."""

import random
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.intervals import bootstrap, wilson


@given(st.integers(1, 2000), st.floats(0, 1))
def test_wilsons_interval_is_that_of_his_formula(of: int, share: float) -> None:
    hits, z = round(share * of), 1.959964
    rate = hits / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    assert wilson(hits, of) == pytest.approx((middle - half, middle + half), abs=1e-6)


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilsons_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(400):
        hits = sum(chance.random() < 0.2 for _ in range(60))
        low, high = wilson(hits, 60)
        held += low <= 0.2 <= high
    assert 0.91 <= held / 400 <= 0.99


def test_a_bootstrap_holds_the_mean_and_is_the_same_again() -> None:
    values = [random.Random(seed).gauss(3, 1) for seed in range(80)]
    low, high = bootstrap(values)
    assert low < sum(values) / 80 < high
    assert (low, high) == bootstrap(values)
    assert high - low == pytest.approx(2 * 1.96 / 80**0.5, rel=0.3)


def test_values_that_are_all_equal_have_no_width() -> None:
    assert bootstrap([2.0, 2.0]) == (2.0, 2.0)
