"""Intervals agree with known values and hold what they promise."""

import random
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.intervals import bootstrap, clustered, mcnemar, wilson


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


def test_tasks_that_fail_together_make_a_figure_less_sure() -> None:
    values = [float(number < 50) for number in range(100)]
    alone = clustered(values, [str(number) for number in range(100)])
    together = clustered(values, [str(number // 10) for number in range(100)])
    assert together[1] - together[0] > 2 * (alone[1] - alone[0])
    assert alone == pytest.approx(bootstrap(values), abs=0.02)


def test_a_clustered_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(2)
    held = 0
    for _ in range(200):
        rates = [chance.choice((0.2, 0.8)) for _ in range(40)]
        values = [float(chance.random() < rate) for rate in rates for _ in range(5)]
        low, high = clustered(values, [str(number // 5) for number in range(200)])
        held += low <= 0.5 <= high
    assert held / 200 >= 0.89


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(0, 0, 1.0), (0, 1, 1.0), (0, 6, 2 * 0.5**6), (3, 3, 1.0), (1, 9, 2 * 11 / 1024)],
)
def test_mcnemars_exact_test_is_the_sign_test_of_those_that_differ(
    only_first: int, only_second: int, p: float
) -> None:
    assert mcnemar(only_first, only_second) == pytest.approx(p)
    assert mcnemar(only_second, only_first) == pytest.approx(p)
