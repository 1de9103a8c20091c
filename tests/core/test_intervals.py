"""Intervals equal reference values and have their nominal coverage."""

import random
from math import sqrt

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core import intervals
from webproctor.core.intervals import bootstrap, clustered, jackknife, mcnemar, share, wilson


@given(st.integers(1, 2000), st.floats(0, 1))
def test_wilsons_interval_is_that_of_his_formula(of: int, share: float) -> None:
    hits, z = round(share * of), 1.959964
    rate = hits / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    assert wilson(hits, of) == pytest.approx((middle - half, middle + half), abs=1e-6)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.27753279986288926),
        (7, 10, 0.39677814746114537, 0.8922087325936989),
        (53, 150, 0.2813726509048464, 0.4326186207764561),
        (150, 150, 0.9750297556319235, 1.0),
        (1, 2000, 8.826773070546765e-05, 0.0028268625032662146),
    ],
)
def test_wilsons_interval_is_that_of_statsmodels(
    hits: int, of: int, low: float, high: float
) -> None:
    """Reference values: `proportion_confint(hits, of, method="wilson")` of statsmodels 0.15.0."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-12)


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
    found = bootstrap(values)
    assert found
    low, high = found
    assert low < sum(values) / 80 < high
    assert found == bootstrap(values)
    assert high - low == pytest.approx(2 * 1.96 / 80**0.5, rel=0.3)


def test_a_bootstrap_that_is_drawn_in_parts_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    values = numpy.random.default_rng(1).random(77).tolist()
    whole = bootstrap(values)
    monkeypatch.setattr(intervals, "_MOST_DRAWN", 1000)
    assert bootstrap(values) == whole


def test_a_bootstrap_is_that_of_scipy_up_to_chance() -> None:
    from scipy.stats import bootstrap as scipy_bootstrap  # Slow: not in each worker.

    values = [0, 0.5, 1, 1, 0.25, 0.75, 1, 0, 1, 0.5] * 8
    theirs = scipy_bootstrap(
        (values,), numpy.mean, n_resamples=5000, method="percentile", rng=1
    ).confidence_interval
    assert bootstrap(values) == pytest.approx((theirs.low, theirs.high), abs=0.01)


def test_a_jackknifed_mean_has_students_interval() -> None:
    """Reference values: `DescrStatsW(values).tconfint_mean()` of statsmodels 0.15.0."""
    values = [0, 0.5, 1, 1, 0.25, 0.75, 1, 0, 1, 0.5] * 8
    without = [(sum(values) - value) / (len(values) - 1) for value in values]
    found = jackknife(sum(values) / len(values), without)
    assert found == pytest.approx((0.5125474062590691, 0.6874525937409308), abs=1e-12)


def test_a_jackknifed_ratio_holds_the_truth_as_often_as_it_says() -> None:
    """For example a share of steps over tasks with different numbers of steps."""
    chance = random.Random(3)
    held = 0
    for _ in range(300):
        steps = [chance.randint(1, 12) for _ in range(40)]
        done = [sum(chance.random() < 0.4 for _ in range(count)) for count in steps]
        all_done, all_steps = sum(done), sum(steps)
        without = [
            (all_done - one) / (all_steps - count) for one, count in zip(done, steps, strict=True)
        ]
        low, high = jackknife(all_done / all_steps, without)
        held += low <= 0.4 <= high
    assert 0.91 <= held / 300 <= 0.99


def test_a_rate_of_tasks_that_stand_alone_is_counted() -> None:
    assert share([True, False], ["a", "b"]) == (wilson(1, 2), "Wilson")


def test_a_rate_of_tasks_that_belong_together_is_drawn_by_clusters() -> None:
    hits, clusters = [True, True, False] * 3, list("aabccdeef")
    assert share(hits, clusters) == (clustered(hits, clusters), "bootstrap over 6 clusters")


def test_of_fewer_than_five_clusters_nothing_is_said() -> None:
    assert share([True, True, False], list("aab")) == (None, "too few clusters: 2")
    assert clustered([0.0, 1.0] * 4, list("aabbccdd")) is None
    assert bootstrap([1.0] * 4) is None


def test_where_all_went_alike_clusters_are_counted() -> None:
    assert share([True] * 4, ["a", "a", "b", "b"]) == (wilson(2, 2), "Wilson over 2 clusters")


def test_values_that_are_all_equal_have_no_width() -> None:
    assert bootstrap([2.0] * 5) == (2.0, 2.0)


def test_tasks_that_fail_together_make_a_figure_less_sure() -> None:
    values = [float(number < 50) for number in range(100)]
    alone = clustered(values, [str(number) for number in range(100)])
    together = clustered(values, [str(number // 10) for number in range(100)])
    assert alone
    assert together
    assert together[1] - together[0] > 2 * (alone[1] - alone[0])
    assert alone == pytest.approx(bootstrap(values), abs=0.02)


@pytest.mark.parametrize("count", [5, 10, 40])
def test_a_clustered_interval_holds_the_truth_as_often_as_it_says(count: int) -> None:
    chance = random.Random(2)
    held = 0
    for _ in range(300):
        rates = [chance.betavariate(2, 2) for _ in range(count)]
        values = [float(chance.random() < rate) for rate in rates for _ in range(5)]
        found = clustered(values, [str(number // 5) for number in range(5 * count)])
        assert found
        held += found[0] <= 0.5 <= found[1]
    assert 0.91 <= held / 300 <= 0.99


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(1, 9, 0.021484375), (12, 3, 0.03515625), (5, 5, 1.0), (20, 41, 0.009853448195259268)],
)
def test_mcnemars_exact_test_is_that_of_statsmodels(
    only_first: int, only_second: int, p: float
) -> None:
    """Reference values: `mcnemar(table, exact=True)` of statsmodels 0.15.0."""
    assert mcnemar(only_first, only_second) == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(0, 0, 1.0), (0, 1, 1.0), (0, 6, 2 * 0.5**6), (3, 3, 1.0), (1, 9, 2 * 11 / 1024)],
)
def test_mcnemars_exact_test_is_the_sign_test_of_those_that_differ(
    only_first: int, only_second: int, p: float
) -> None:
    assert mcnemar(only_first, only_second) == pytest.approx(p)
    assert mcnemar(only_second, only_first) == pytest.approx(p)
