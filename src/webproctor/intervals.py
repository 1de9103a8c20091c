"""How sure a figure is: intervals of rates and of means."""

from collections.abc import Sequence
from functools import cache

Interval = tuple[float, float]


@cache  # SciPy also works out a p-value, which takes far longer.
def wilson(hits: int, of: int, level: float = 0.95) -> Interval:
    """Wilson's interval of a rate, 0 to 1; all of it where nothing was counted."""
    if not of:
        return 0.0, 1.0
    from scipy.stats import binomtest

    found = binomtest(hits, of).proportion_ci(level, method="wilson")
    return float(found.low), float(found.high)


def bootstrap(
    values: Sequence[float], level: float = 0.95, *, resamples: int = 5000, seed: int = 0
) -> Interval:
    """The percentile bootstrap's interval of a mean.

    For a difference of two systems on the same tasks, give each task's difference: the interval
    is then the paired one.
    """
    return bootstrap_ratio(values, [1.0] * len(values), level, resamples=resamples, seed=seed)


def clustered(
    values: Sequence[float], clusters: Sequence[str], level: float = 0.95, *, seed: int = 0
) -> Interval:
    """The bootstrap's interval of a mean of tasks that belong together.

    Tasks of one family, website or participant succeed and fail together: whole clusters are
    drawn. With each task a cluster of its own it is the plain bootstrap.
    """
    sums: dict[str, float] = {}
    counts: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
        counts[cluster] = counts.get(cluster, 0.0) + 1
    return bootstrap_ratio(list(sums.values()), list(counts.values()), level, seed=seed)


def share(hits: Sequence[bool], clusters: Sequence[str]) -> tuple[Interval, str]:
    """The interval of a rate, and the name of the method that fits its tasks.

    Tasks that stand alone are counted (Wilson). Those that belong together are drawn by clusters,
    unless all went alike: then no resampling shows a doubt, and the clusters are counted.
    """
    apart = len(set(clusters))
    if apart == len(clusters):
        return wilson(sum(hits), len(hits)), "Wilson"
    if len(set(hits)) == 1:
        return wilson(apart if hits[0] else 0, apart), f"Wilson over {apart} clusters"
    return clustered(hits, clusters), f"bootstrap over {apart} clusters"


def jackknife(whole: float, without: Sequence[float], level: float = 0.95) -> Interval:
    """The interval of any smooth figure, from its values with one group of cases left out each.

    Args:
        whole: The figure of all cases.
        without: The figure without each of the groups, two or more, of about one size.
    """
    from scipy.stats import t

    groups = len(without)
    mean = sum(without) / groups
    error = ((groups - 1) / groups * sum((value - mean) ** 2 for value in without)) ** 0.5
    reach = float(t.ppf((1 + level) / 2, groups - 1)) * error
    return whole - reach, whole + reach


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p-value of McNemar's test of two systems on the same tasks.

    Args:
        only_first, only_second: Tasks that one solved and the other did not. Tasks that both
            solved, or neither, say nothing of the difference.
    """
    if not only_first + only_second:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(only_first, only_first + only_second).pvalue)


def bootstrap_ratio(
    parts: Sequence[float],
    wholes: Sequence[float],
    level: float = 0.95,
    *,
    resamples: int = 5000,
    seed: int = 0,
) -> Interval:
    """The same of a ratio of two sums, such as errors of words, where cases are drawn whole."""
    import numpy

    part, whole = numpy.asarray(parts, dtype=float), numpy.asarray(wholes, dtype=float)
    if not whole.sum():
        return 0.0, 0.0
    drawn = numpy.random.default_rng(seed).integers(0, len(part), (resamples, len(part)))
    sums = whole[drawn].sum(axis=1)
    ratios = part[drawn].sum(axis=1)[sums > 0] / sums[sums > 0]
    low, high = numpy.quantile(ratios, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
