"""How sure a figure is: intervals of rates and of means.

Bootstraps are of the expanded percentile kind (Hesterberg, "What Teachers Should Know About the
Bootstrap", The American Statistician 69(4), 2015): of few cases the plain percentiles are too
narrow, with five cases they hold the truth in 82 of 100 instead of 95 (`bench/intervals.py`).
"""

from collections.abc import Sequence
from functools import cache

Interval = tuple[float, float]
UNKNOWN = None, None
"""The bounds of a figure of which too little is there to have any."""
FEWEST = 5
"""Cases, or clusters of them, below which nothing is drawn: too few to show how they differ."""


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
) -> Interval | None:
    """The bootstrap's interval of a mean; None of fewer than five values.

    For a difference of two systems on the same tasks, give each task's difference: the interval
    is then the paired one.
    """
    return bootstrap_ratio(values, [1.0] * len(values), level, resamples=resamples, seed=seed)


def clustered(
    values: Sequence[float], clusters: Sequence[str], level: float = 0.95, *, seed: int = 0
) -> Interval | None:
    """The bootstrap's interval of a mean of tasks that belong together; None of fewer than five
    clusters.

    Tasks of one family, website or participant succeed and fail together: whole clusters are
    drawn. With each task a cluster of its own it is the plain bootstrap.
    """
    sums: dict[str, float] = {}
    counts: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
        counts[cluster] = counts.get(cluster, 0.0) + 1
    return bootstrap_ratio(list(sums.values()), list(counts.values()), level, seed=seed)


def share(hits: Sequence[bool], clusters: Sequence[str]) -> tuple[Interval | None, str]:
    """The interval of a rate, if it can be had, and the name of the method that fits its tasks.

    Tasks that stand alone are counted (Wilson). Those that belong together are drawn by clusters,
    unless all went alike: then no resampling shows a doubt, and the clusters are counted.
    """
    apart = len(set(clusters))
    if apart == len(clusters):
        return wilson(sum(hits), len(hits)), "Wilson"
    if len(set(hits)) == 1:
        return wilson(apart if hits[0] else 0, apart), f"Wilson over {apart} clusters"
    return clustered(hits, clusters), drawn_over(apart, "clusters")


def drawn_over(count: int, what: str) -> str:
    """The name of the method by which so many tasks or clusters are drawn, if enough are there."""
    return f"bootstrap over {count} {what}" if count >= FEWEST else f"too few {what}: {count}"


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
) -> Interval | None:
    """The same of a ratio of two sums, such as errors of words, where cases are drawn whole."""
    count = len(parts)
    if count < FEWEST:
        return None
    import numpy
    from scipy.stats import norm, t

    part, whole = numpy.asarray(parts, dtype=float), numpy.asarray(wholes, dtype=float)
    if not whole.sum():
        return 0.0, 0.0
    drawn = numpy.random.default_rng(seed).integers(0, count, (resamples, count))
    sums = whole[drawn].sum(axis=1)
    ratios = part[drawn].sum(axis=1)[sums > 0] / sums[sums > 0]
    tail = norm.cdf(-((count / (count - 1)) ** 0.5) * t.ppf((1 + level) / 2, count - 1))
    low, high = numpy.quantile(ratios, [tail, 1 - tail])
    return float(low), float(high)
