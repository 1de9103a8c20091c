"""Confidence intervals of rates and means, and tests of differences.

Results of tasks of one family, website or participant are correlated. Standard errors are
therefore those of a jackknife that leaves out one cluster of tasks at a time. Clusters of different
sizes give fewer degrees of freedom than clusters of equal size, because the error depends mostly on
the largest ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64, intp
    from numpy.typing import NDArray

Interval = tuple[float, float]
UNKNOWN = None, None
"""The interval of a metric with too few cases for an interval."""
MIN_CASES = 5
"""Minimum number of cases or clusters for an estimate of their variance."""
# All draws of many cases would need gigabytes.
_MAX_DRAWS_AT_A_TIME, _MAX_CACHED_DRAWS = 2_000_000, 8_000_000
_RESAMPLES, _SEED = 5000, 0
_SMALLEST = 1e-12  # Smaller differences are rounding errors.


def wilson(hits: int, cases: int, level: float = 0.95) -> Interval:
    """Return Wilson's interval of a rate, in 0 to 1; (0, 1) if `cases` is 0."""
    if not cases:
        return 0.0, 1.0
    rate, square = hits / cases, NormalDist().inv_cdf((1 + level) / 2) ** 2
    middle = hits + square / 2
    half = (square * (cases * rate * (1 - rate) + square / 4)) ** 0.5
    low = (middle - half) / (cases + square) if hits else 0.0
    high = (middle + half) / (cases + square) if hits < cases else 1.0
    return low, high


def mean_interval(values: Sequence[float], clusters: Sequence[str]) -> tuple[Interval | None, str]:
    """Return the interval of a mean of values from 0 to 1, or None, and the name of the method.

    Values that are all 0 or 1, of independent tasks: Wilson's interval. Otherwise Wilson's interval
    with the error over clusters; if all values are equal, over the number of clusters.
    """
    count = len(set(clusters))
    unit = "tasks" if count == len(clusters) else "clusters"
    if all(value in (0, 1) for value in values):
        if unit == "tasks":
            return wilson(round(sum(values)), count), "Wilson"
        if len(set(values)) == 1:
            plural = "" if count == 1 else "s"
            return wilson(round(count * values[0]), count), f"Wilson over {count} cluster{plural}"
    if count < MIN_CASES:
        return None, f"too few {unit}: {count}"
    leave_one_out, sizes = _leave_one_out(values, clusters)
    # For example if half of the epochs of each task solved it.
    if _error(leave_one_out) < _SMALLEST:
        return None, f"all {unit} are equal"
    interval = jackknife(sum(values) / len(values), leave_one_out, sizes)
    return interval, f"adjusted Wilson over {count} {unit}"


def difference_interval(
    differences: Sequence[float], clusters: Sequence[str], level: float = 0.95
) -> Interval | None:
    """Return the paired t interval of a mean of differences of scores, in -1 to 1.

    The standard error is that of the jackknife over clusters. None for fewer than five clusters, or
    equal ones.
    """
    leave_one_out, sizes = _leave_one_out(differences, clusters)
    if len(sizes) < MIN_CASES or (error := _error(leave_one_out)) < _SMALLEST:
        return None
    mean = sum(differences) / len(differences)
    half = _students_t(degrees_of_freedom(sizes), level) * error
    return max(-1.0, mean - half), min(1.0, mean + half)


def _leave_one_out(
    values: Sequence[float], clusters: Sequence[str]
) -> tuple[list[float], list[int]]:
    """Return the mean of the values without each cluster, and the size of each cluster."""
    sums, sizes = dict[str, float](), Counter(clusters)
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
    total, count = sum(values), len(values)
    if len(sizes) < 2:
        return [], [*sizes.values()]
    means = [(total - sums[name]) / (count - size) for name, size in sizes.items()]
    return means, [*sizes.values()]


def _error(leave_one_out: Sequence[float]) -> float:
    """Return the jackknife standard error of a metric, from its leave-one-group-out values."""
    groups, mean = len(leave_one_out), sum(leave_one_out) / len(leave_one_out)
    return ((groups - 1) / groups * sum((value - mean) ** 2 for value in leave_one_out)) ** 0.5


def degrees_of_freedom(sizes: Sequence[int]) -> float:
    """Return the degrees of freedom of the jackknife error of a mean over clusters of these sizes.

    For equal sizes it is the number of clusters minus 1. Otherwise it is Satterthwaite's
    approximation for independent cases of equal variance (Bell and McCaffrey, "Bias Reduction in
    Standard Errors for Linear Regression with Multi-Stage Samples", Survey Methodology 28(2), 2002;
    for the jackknife: Hansen, "Jackknife Standard Errors for Clustered Regression", Review of
    Economic Studies, 2025).

    Args:
        sizes: The number of cases of each cluster; two or more clusters.
    """
    total = sum(sizes)
    # The error's square is a quadratic form in the cases. With s = size / (1 - size / total), its
    # matrix over clusters is s_i^2 / size_i on the diagonal, minus s_i s_j / total everywhere.
    squares = [(size / (1 - size / total)) ** 2 for size in sizes]
    diagonal = [square / size for square, size in zip(squares, sizes, strict=True)]
    mixed = sum(one * square for one, square in zip(diagonal, squares, strict=True))
    shared = sum(squares) / total
    norm = sum(one**2 for one in diagonal) - 2 * mixed / total + shared**2
    return (sum(diagonal) - shared) ** 2 / norm


def adjusted_wilson(value: float, error: float, degrees: float, level: float = 0.95) -> Interval:
    """Return the interval of a value from 0 to 1, given its standard error and degrees of freedom.

    It is Wilson's interval for the number of cases that has this error, with Student's t in place
    of the normal quantile (Franco, Little, Louis and Slud, "Comparative Study of Confidence
    Intervals for Proportions in Complex Sample Surveys", Journal of Survey Statistics and
    Methodology 7(3), 2019). Near 0 and 1, intervals of the form value ± t errors are too narrow
    (`bench/intervals.py`).
    """
    cases, square = value * (1 - value) / error**2, _students_t(degrees, level) ** 2
    middle = cases * value + square / 2
    half = (square * (cases * value * (1 - value) + square / 4)) ** 0.5
    return (middle - half) / (cases + square), (middle + half) / (cases + square)


def jackknife(
    estimate: float, leave_one_out: Sequence[float], sizes: Sequence[int], level: float = 0.95
) -> Interval:
    """Return the jackknife interval of a smooth metric, from its leave-one-group-out values.

    Args:
        estimate: The metric of all cases, from 0 to 1.
        leave_one_out: The metric without each group; two or more groups, which do not all give the
            same value.
        sizes: The number of cases of each group.
    """
    return adjusted_wilson(estimate, _error(leave_one_out), degrees_of_freedom(sizes), level)


def mcnemar(gains: Sequence[int]) -> float:
    """Return the exact two-sided p-value of McNemar's test of two systems on the same tasks.

    It is the probability of a sum of gains at least as far from 0, if the two systems were
    exchanged in each cluster with a chance of 1/2. Whole clusters are exchanged, because tasks of a
    cluster are correlated.

    Args:
        gains: For each cluster, the number of tasks that only the second system solved minus the
            number that only the first one solved. Zeros do not affect the test.
    """
    import numpy

    sizes, total = [abs(gain) for gain in gains if gain], abs(sum(gains))
    maximum = sum(sizes)
    chances = numpy.zeros(2 * maximum + 1)  # Of each sum, from -maximum to maximum.
    chances[maximum] = 1.0
    for size in sizes:
        exchanged = numpy.zeros_like(chances)
        exchanged[size:] = chances[:-size]
        exchanged[:-size] += chances[size:]
        chances = exchanged / 2
    # Both tails of the distribution.
    return min(1.0, 2 * float(chances[maximum + total :].sum()))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for the number of tests, in the same order.

    With Holm's correction, the chance that any test of equal systems is at most a level is at most
    this level (Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
    Journal of Statistics 6(2), 1979).
    """
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def bootstrap_ratio(
    parts: Sequence[float], wholes: Sequence[float], level: float = 0.95
) -> Interval | None:
    """Return the bootstrap interval of a ratio of two sums that can exceed 1: a word error rate.

    Cases are resampled as pairs, 5,000 times. Percentiles are expanded for small samples
    (Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69(4),
    2015). None for fewer than five cases, or equal ones: the ratio is not certain just because a
    few cases are equal.
    """
    count = len(parts)
    if count < MIN_CASES:
        return None
    import numpy

    if not sum(wholes):
        return None
    part, whole = _sums(parts), _sums(wholes)
    ratios = part[whole > 0] / whole[whole > 0]
    tail = NormalDist().cdf(-((count / (count - 1)) ** 0.5) * _students_t(count - 1, level))
    if ratios.max() - ratios.min() < _SMALLEST:
        return None
    low, high = numpy.quantile(ratios, [tail, 1 - tail])
    return float(low), float(high)


def _sums(values: Sequence[float]) -> "NDArray[float64]":
    """Return the sum of the values in each resample."""
    import numpy

    count, numbers = len(values), numpy.asarray(values, dtype=float)
    blocks: Iterable[NDArray[intp]] = (
        _cached_draws(count) if count * _RESAMPLES <= _MAX_CACHED_DRAWS else _draws(count)
    )
    # The fastest mode of `take`; all indices are valid.
    return numpy.concatenate([numbers.take(block, mode="clip").sum(axis=1) for block in blocks])


@lru_cache(maxsize=1)
def _cached_draws(count: int) -> "list[NDArray[intp]]":
    return list(_draws(count))


def _draws(count: int) -> "Iterator[NDArray[intp]]":
    """Yield the indices of the cases in each resample, a row for each, in blocks of rows."""
    import numpy

    generator = numpy.random.default_rng(_SEED)
    rows = max(1, _MAX_DRAWS_AT_A_TIME // count)
    for first in range(0, _RESAMPLES, rows):
        yield generator.integers(0, count, (min(rows, _RESAMPLES - first), count), dtype=numpy.intp)


def _students_t(degrees: float, level: float) -> float:
    """Return the quantile t such that Student's t is within ±t with this probability."""
    # `scipy.stats` has the same function, but importing it takes longer than a small run.
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + level) / 2))
