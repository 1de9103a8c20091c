"""How sure a figure is: intervals of rates and of means."""

from collections.abc import Sequence

Interval = tuple[float, float]


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
    import numpy

    if len(set(values)) < 2:
        only = float(values[0]) if values else 0.0
        return only, only
    drawn = numpy.random.default_rng(seed).integers(0, len(values), (resamples, len(values)))
    means = numpy.asarray(values, dtype=float)[drawn].mean(axis=1)
    low, high = numpy.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
