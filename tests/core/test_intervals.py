"""Intervals equal reference values and have their nominal coverage."""

import random
from collections.abc import Sequence
from math import comb, sqrt

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core import intervals
from webproctor.core.intervals import (
    Interval,
    adjusted_wilson,
    bootstrap_ratio,
    degrees_of_freedom,
    difference_interval,
    holm,
    jackknife,
    mcnemar,
    mean_interval,
    wilson,
)


def bootstrap(values: Sequence[float]) -> Interval | None:
    """Return the bootstrap interval of a mean, as a ratio to the number of values."""
    return bootstrap_ratio(values, [1] * len(values))


@given(st.integers(1, 2000), st.floats(0, 1))
def test_the_wilson_interval_equals_its_formula(of: int, share: float) -> None:
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
def test_the_wilson_interval_equals_that_of_statsmodels(
    hits: int, of: int, low: float, high: float
) -> None:
    """Reference values: `proportion_confint(hits, of, method="wilson")` of statsmodels 0.15.0."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-12)


def test_without_observations_the_wilson_interval_is_zero_to_one() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_wilson_interval_has_its_nominal_coverage() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(400):
        hits = sum(chance.random() < 0.2 for _ in range(60))
        low, high = wilson(hits, 60)
        held += low <= 0.2 <= high
    assert 0.91 <= held / 400 <= 0.99


@pytest.mark.parametrize("of", [5, 10, 53])
def test_the_wilson_interval_has_its_nominal_coverage_on_average_over_rates(of: int) -> None:
    """Exact: the sum of the binomial probabilities of the counts whose interval has the rate."""
    bounds = [wilson(hits, of) for hits in range(of + 1)]
    coverage = {
        rate: sum(
            comb(of, hits) * rate**hits * (1 - rate) ** (of - hits)
            for hits, (low, high) in enumerate(bounds)
            if low <= rate <= high
        )
        for rate in (number / 1000 for number in range(2, 999, 2))
    }
    assert sum(coverage.values()) / len(coverage) == pytest.approx(0.953, abs=0.003)
    assert min(coverage.values()) > 0.83
    assert min(share for rate, share in coverage.items() if 0.05 <= rate <= 0.95) > 0.89


def test_a_bootstrap_interval_contains_the_mean_and_is_reproducible() -> None:
    values = [random.Random(seed).gauss(3, 1) for seed in range(80)]
    found = bootstrap(values)
    assert found
    low, high = found
    assert low < sum(values) / 80 < high
    assert found == bootstrap(values)
    assert high - low == pytest.approx(2 * 1.96 / 80**0.5, rel=0.3)


def test_a_bootstrap_drawn_in_chunks_equals_one_drawn_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = numpy.random.default_rng(1).random(77).tolist()
    whole = bootstrap(values)
    monkeypatch.setattr(intervals, "_MAX_DRAWS_AT_A_TIME", 1000)
    monkeypatch.setattr(intervals, "_MAX_CACHED_DRAWS", 0)
    assert bootstrap(values) == whole


def test_the_bootstrap_interval_agrees_with_scipy() -> None:
    from scipy.stats import bootstrap as scipy_bootstrap  # Slow: not in each worker.

    values = [0, 0.5, 1, 1, 0.25, 0.75, 1, 0, 1, 0.5] * 8
    theirs = scipy_bootstrap(
        (values,), numpy.mean, n_resamples=5000, method="percentile", rng=1
    ).confidence_interval
    assert bootstrap(values) == pytest.approx((theirs.low, theirs.high), abs=0.01)


def test_the_bootstrap_of_few_cases_uses_expanded_percentiles() -> None:
    """Hesterberg (2015): the tails of n cases are Φ(-√(n / (n - 1)) t)."""
    # For five cases 0.00095; of all 5^5 resamples of 0 to 4, one has the sum 0, and six at most 1.
    assert bootstrap([0, 1, 2, 3, 4]) == (1 / 5, 19 / 5)


def test_the_bootstrap_of_a_ratio_leaves_out_resamples_without_a_denominator() -> None:
    found = bootstrap_ratio([1, 3, 0, 0, 0], [4, 4, 0, 0, 0])
    assert found == (1 / 4, 3 / 4)
    assert bootstrap_ratio([1] * 5, [0] * 5) is None


def test_the_bootstrap_has_at_least_five_cases_that_differ() -> None:
    assert bootstrap(range(4)) is None
    assert bootstrap(range(5)) is not None
    assert bootstrap([0.1] * 7) is None


def test_the_interval_of_a_small_error_is_students() -> None:
    # Tables of t: 2.570582 for 5 degrees of freedom.
    low, high = adjusted_wilson(0.5, 1e-4, 5)
    assert (low - 0.5, high - 0.5) == pytest.approx((-2.570582e-4, 2.570582e-4), rel=1e-5)


def test_with_many_clusters_the_interval_of_an_error_is_wilsons() -> None:
    found = adjusted_wilson(0.3, sqrt(0.3 * 0.7 / 1000), 1_000_000)
    assert found == pytest.approx(wilson(300, 1000), abs=1e-6)


def test_the_jackknife_interval_of_a_mean_has_its_standard_error() -> None:
    values = [0, 0.5, 1, 1, 0.25, 0.75, 1, 0, 1, 0.5] * 8
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / 79 / 80)
    without = [(sum(values) - value) / 79 for value in values]
    found = jackknife(mean, without, [1] * 80)
    assert found == pytest.approx(adjusted_wilson(mean, error, 79), abs=1e-12)
    # Far from 0 and 1: `DescrStatsW(values).tconfint_mean()` of statsmodels 0.15.0.
    assert found == pytest.approx((0.5125474062590691, 0.6874525937409308), abs=0.006)
    of, method = mean_interval(values, [str(number) for number in range(80)])
    assert of == pytest.approx(found, abs=1e-12)
    assert method == "adjusted Wilson over 80 tasks"


def test_the_jackknife_interval_of_a_ratio_has_its_nominal_coverage() -> None:
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
        low, high = jackknife(all_done / all_steps, without, steps)
        held += low <= 0.4 <= high
    assert 0.91 <= held / 300 <= 0.99


def test_the_interval_of_a_rate_over_unclustered_tasks_is_wilsons() -> None:
    assert mean_interval([1, 0], ["a", "b"]) == (wilson(1, 2), "Wilson")


def test_the_interval_of_a_rate_over_clustered_tasks_has_the_jackknife_error() -> None:
    hits, clusters = [1, 1, 0] * 3, list("aabccdeef")
    # Without each cluster: a, c, e have two hits in two tasks, b, d, f no hit in one task.
    without = [4 / 7, 6 / 8] * 3
    center = sum(without) / 6
    error = sqrt(5 / 6 * sum((one - center) ** 2 for one in without))
    degrees = degrees_of_freedom([2, 1, 2, 1, 2, 1])
    found, method = mean_interval(hits, clusters)
    assert found == pytest.approx(adjusted_wilson(2 / 3, error, degrees))
    assert method == "adjusted Wilson over 6 clusters"


@pytest.mark.parametrize("count", [2, 5, 1000])
def test_clusters_of_equal_size_have_one_degree_of_freedom_less_than_clusters(count: int) -> None:
    assert degrees_of_freedom([3] * count) == pytest.approx(count - 1)


@pytest.mark.parametrize("sizes", [[5, 2, 9, 1], [50, 2, 2, 2, 2, 2], [3, 3, 2]])
def test_degrees_of_freedom_equal_those_of_bell_and_mccaffrey(sizes: list[int]) -> None:
    """The same with matrices over all cases: equation 15 of Bell and McCaffrey, for the
    jackknife."""
    cases = sum(sizes)
    cluster_of = numpy.repeat(numpy.arange(len(sizes)), sizes)
    residuals = numpy.eye(cases) - 1 / cases
    vectors = []
    for cluster in range(len(sizes)):
        inside = cluster_of == cluster
        adjustment = numpy.linalg.inv(residuals[numpy.ix_(inside, inside)])
        vectors.append(residuals[:, inside] @ adjustment.sum(axis=1))
    products = numpy.array(vectors) @ numpy.array(vectors).T
    expected = numpy.trace(products) ** 2 / (products**2).sum()
    assert degrees_of_freedom(sizes) == pytest.approx(expected)
    assert expected < len(sizes) - 1


@pytest.mark.parametrize("rate", [0.2, 0.5])
@pytest.mark.parametrize("sizes", [[40, 20, *[5] * 6], [50, *[2] * 5]])
def test_clusters_of_different_sizes_have_at_least_nominal_coverage(
    sizes: list[int], rate: float
) -> None:
    """Without a jackknife, and with one degree of freedom less than clusters, the intervals would
    cover 84 to 88 %, and 43 to 59 %."""
    rng = numpy.random.default_rng(6)
    clusters = [str(number) for number, size in enumerate(sizes) for _ in range(size)]
    held = given = 0
    for _ in range(300):
        chances = numpy.repeat(rng.beta(1.5 * rate, 1.5 * (1 - rate), len(sizes)), sizes)
        found, _ = mean_interval(
            (rng.random(sum(sizes)) < chances).astype(float).tolist(), clusters
        )
        if found:
            given += 1
            held += found[0] <= rate <= found[1]
    assert held / given >= 0.92


def test_fewer_than_five_clusters_give_no_interval() -> None:
    assert mean_interval([1, 1, 0], list("aab")) == (None, "too few clusters: 2")
    assert mean_interval([0.5, 1], list("ab")) == (None, "too few tasks: 2")
    assert difference_interval([0.0, 1.0] * 4, list("aabbcddd")) is None
    assert difference_interval([0.5], ["a"]) is None
    assert difference_interval([], []) is None


@pytest.mark.parametrize("value", [0, 1])
def test_equal_results_in_all_clusters_give_a_wilson_interval_over_clusters(value: int) -> None:
    found = mean_interval([value] * 4, ["a", "a", "b", "b"])
    assert found == (wilson(2 * value, 2), "Wilson over 2 clusters")


def test_equal_values_give_no_interval() -> None:
    """An interval of zero width would claim that the mean is certain."""
    assert mean_interval([0.1] * 7, list("abcdefg")) == (None, "all tasks are equal")
    assert mean_interval([1, 0] * 5, list("aabbccddee")) == (None, "all clusters are equal")
    assert difference_interval([0.0] * 7, list("abcdefg")) is None
    assert difference_interval([0.1, 0.3] * 5, list("aabbccddee")) is None


@pytest.mark.parametrize("rate", [0.05, 0.95])
def test_intervals_near_zero_and_one_have_their_nominal_coverage(rate: float) -> None:
    """Three epochs of 30 tasks: value ± t errors would cover 89 to 91 %, the bootstrap 92 %."""
    chance = random.Random(5)
    clusters = [str(task) for task in range(30)]
    held = 0
    for _ in range(500):
        chances = [chance.betavariate(5 * rate, 5 * (1 - rate)) for _ in clusters]
        means = [sum(chance.random() < one for _ in range(3)) / 3 for one in chances]
        found, _ = mean_interval(means, clusters)
        held += found is None or found[0] <= rate <= found[1]
    assert 0.92 <= held / 500 <= 0.99


def test_tasks_that_fail_together_widen_the_interval() -> None:
    values = [float(number < 50) for number in range(100)]
    alone = difference_interval(values, [str(number) for number in range(100)])
    together = difference_interval(values, [str(number // 10) for number in range(100)])
    assert alone
    assert together
    assert together[1] - together[0] > 2 * (alone[1] - alone[0])


def test_the_interval_of_a_difference_equals_that_of_scipy() -> None:
    """Reference values: `ttest_1samp(values, 0).confidence_interval()` of SciPy 1.17."""
    found = difference_interval([0.5, -0.25, 0.1, 0.0, 0.3, 1.0], list("abcdef"))
    assert found == pytest.approx((-0.18454018580308812, 0.734540185803088), abs=1e-12)


def test_the_interval_of_a_difference_is_within_the_range_of_differences() -> None:
    low, high = difference_interval([1.0, 1.0, 1.0, 1.0, -0.5], list("abcde")) or (0, 0)
    assert high == 1
    assert difference_interval([-1.0, -1.0, -1.0, -1.0, 0.5], list("abcde")) == (-1, -low)


def test_the_interval_of_a_difference_over_five_clusters_has_its_nominal_coverage() -> None:
    """A bootstrap with expanded percentiles would cover less than 90 %."""
    rng = numpy.random.default_rng(7)
    clusters = [str(number // 4) for number in range(20)]
    held = 0
    for _ in range(600):
        gained, lost = rng.beta(0.2, 0.467, 5), rng.beta(0.133, 0.533, 5)
        values = numpy.repeat(gained - lost, 4) + rng.normal(0, 0.05, 20)
        found = difference_interval(values.tolist(), clusters)
        assert found
        held += found[0] <= 0.2 / 0.667 - 0.133 / 0.666 <= found[1]
    assert 0.92 <= held / 600 <= 0.99


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(1, 9, 0.021484375), (12, 3, 0.03515625), (5, 5, 1.0), (20, 41, 0.009853448195259268)],
)
def test_mcnemars_exact_test_equals_that_of_statsmodels(
    only_first: int, only_second: int, p: float
) -> None:
    """Reference values: `mcnemar(table, exact=True)` of statsmodels 0.15.0."""
    assert mcnemar([-1] * only_first + [1] * only_second) == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(0, 0, 1.0), (0, 1, 1.0), (0, 6, 2 * 0.5**6), (3, 3, 1.0), (1, 9, 2 * 11 / 1024)],
)
def test_mcnemars_exact_test_is_a_sign_test_of_discordant_pairs(
    only_first: int, only_second: int, p: float
) -> None:
    assert mcnemar([-1] * only_first + [1] * only_second) == pytest.approx(p)
    assert mcnemar([-1] * only_second + [1] * only_first) == pytest.approx(p)


def test_mcnemars_test_exchanges_whole_clusters() -> None:
    # Of 8 equally likely sums, 9 and -9 are as far from 0 as 9; 7, 3, -1 and so on are not.
    assert mcnemar([5, 1, 3]) == pytest.approx(2 / 8)
    assert mcnemar([5, 0, -1, 3]) == pytest.approx(4 / 8)


def test_mcnemars_test_seldom_separates_equal_systems_on_clusters_of_tasks() -> None:
    chance = random.Random(4)
    significant = 0
    for _ in range(400):
        gains = []
        for _ in range(10):
            first, second = (chance.betavariate(0.5, 0.5) for _ in range(2))
            gains.append(
                sum((chance.random() < second) - (chance.random() < first) for _ in range(20))
            )
        significant += mcnemar(gains) < 0.05
    assert significant / 400 <= 0.07  # If the tasks were independent, it would be 0.54.


@pytest.mark.parametrize(
    ("p_values", "corrected"),
    [
        ([], []),
        ([0.03], [0.03]),
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        ([0.01, 0.01, 0.04, 0.5], [0.04, 0.04, 0.08, 0.5]),
        ([0.6, 0.9], [1.0, 1.0]),
    ],
)
def test_corrected_p_values_equal_those_of_statsmodels(
    p_values: list[float], corrected: list[float]
) -> None:
    """Reference values: `multipletests(p_values, method="holm")` of statsmodels 0.14."""
    assert holm(p_values) == pytest.approx(corrected, abs=1e-12)
