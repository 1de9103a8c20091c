"""Confidence intervals of rates and means.

Bootstrap intervals use expanded percentiles (Hesterberg, "What Teachers Should Know About the
Bootstrap", The American Statistician 69(4), 2015). Plain percentiles are too narrow for small
samples: with five cases they cover the true value in 82 % instead of 95 % (`bench/intervals.py`).
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


def bootstrap(values: Sequence[float], level: float = 0.95) -> Interval | None:
    """Return the bootstrap interval of a mean; None for fewer than five values, or equal ones.

    For the difference of two systems on the same tasks, pass each task's difference: the interval
    is then the paired one.
    """
    return bootstrap_ratio(values, [1.0] * len(values), level)


def clustered(
    values: Sequence[float], clusters: Sequence[str], level: float = 0.95
) -> Interval | None:
    """Return the cluster bootstrap interval of a mean; None for fewer than five clusters, or equal
    ones.

    Results of tasks of one family, website or participant are correlated, so whole clusters are
    resampled. If each task is its own cluster, this is the plain bootstrap.
    """
    sums, counts = _sums_by_cluster(values, clusters), Counter(clusters)
    return bootstrap_ratio(list(sums.values()), list(counts.values()), level)


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
            return wilson(round(count * values[0]), count), f"Wilson over {count} clusters"
    if count < MIN_CASES:
        return None, f"too few {unit}: {count}"
    sums, counts = _sums_by_cluster(values, clusters), Counter(clusters)
    mean = sum(values) / len(values)
    squares = sum((total - mean * counts[cluster]) ** 2 for cluster, total in sums.items())
    error = (count / (count - 1) * squares) ** 0.5 / len(values)
    if error < _SMALLEST:  # For example if half of the epochs of each task solved it.
        return None, f"all {unit} are equal"
    return adjusted_wilson(mean, error, count), f"adjusted Wilson over {count} {unit}"


def _sums_by_cluster(values: Sequence[float], clusters: Sequence[str]) -> dict[str, float]:
    """Return the sum of each cluster's values; clusters are in the order of `Counter(clusters)`."""
    sums: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
    return sums


def adjusted_wilson(value: float, error: float, clusters: int, level: float = 0.95) -> Interval:
    """Return the interval of a value from 0 to 1, given its standard error over clusters.

    It is Wilson's interval for the number of cases that has this error, with Student's t in place
    of the normal quantile (Franco, Little, Louis and Slud, "Comparative Study of Confidence
    Intervals for Proportions in Complex Sample Surveys", Journal of Survey Statistics and
    Methodology 7(3), 2019). Near 0 and 1, intervals of the form value ± t errors are too narrow
    (`bench/intervals.py`).
    """
    cases, square = value * (1 - value) / error**2, _students_t(clusters - 1, level) ** 2
    middle = cases * value + square / 2
    half = (square * (cases * value * (1 - value) + square / 4)) ** 0.5
    return (middle - half) / (cases + square), (middle + half) / (cases + square)


def bootstrap_label(count: int, unit: str) -> str:
    """Return the name of the bootstrap over a number of tasks or clusters, or a note that there are
    too few."""
    return f"bootstrap over {count} {unit}" if count >= MIN_CASES else f"too few {unit}: {count}"


def jackknife(estimate: float, leave_one_out: Sequence[float], level: float = 0.95) -> Interval:
    """Return the jackknife interval of a smooth metric, from its leave-one-group-out values.

    Args:
        estimate: The metric of all cases, from 0 to 1.
        leave_one_out: The metric without each group; two or more groups of about the same size,
            which do not all give the same value.
    """
    groups = len(leave_one_out)
    mean = sum(leave_one_out) / groups
    error = ((groups - 1) / groups * sum((value - mean) ** 2 for value in leave_one_out)) ** 0.5
    return adjusted_wilson(estimate, error, groups, level)


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


def bootstrap_ratio(
    parts: Sequence[float], wholes: Sequence[float], level: float = 0.95
) -> Interval | None:
    """Return the bootstrap interval of a ratio of two sums, such as a word error rate.

    Cases are resampled as pairs. None for fewer than five cases, or equal ones: the ratio is not
    certain just because a few cases are equal.
    """
    count = len(parts)
    if count < MIN_CASES:
        return None
    import numpy

    if not sum(wholes):
        return None
    part, whole = _sums(parts), _cached_sums(tuple(wholes))
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


# All pairs of a comparison have the same numbers of tasks, and are resampled in the same way.
@lru_cache(maxsize=1)
def _cached_sums(values: tuple[float, ...]) -> "NDArray[float64]":
    return _sums(values)


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


def _students_t(degrees: int, level: float) -> float:
    """Return the quantile t such that Student's t is within ±t with this probability."""
    # `scipy.stats` has the same function, but importing it takes longer than a small run.
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + level) / 2))
