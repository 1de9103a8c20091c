"""Measure the coverage of confidence intervals over clusters, compared with plain percentiles.

    python bench/intervals.py [--times N] [--json]

Each simulation samples clusters of tasks, whose success rates vary like those of agents over
families, websites or participants: by a beta distribution with a mean of 0.5 (parameters 2 and 2),
by one with a mean of 0.091 (0.2 and 2), as agents solve few tasks of hard benchmarks, or by one
with a mean of 0.1 (0.03 and 0.27), if almost always all or none of the tasks of a cluster are
solved. Clusters have five tasks each, or different sizes. Two runs are also compared: equal runs,
each of which solves 5 % of the tasks alone, and runs of which the second solves 10 % of the tasks
alone. The result is the share of 95 % intervals that contain the true value: webproctor's, and as
baseline the plain percentiles of 2,000 resamples of the same clusters. Simulations without an
interval, because all clusters are equal, are not counted.
"""

import argparse
from collections.abc import Callable, Iterator

import numpy
from printing import show
from results import Measured, Row

from webproctor.core.intervals import Interval, difference_interval, mean_interval

_COUNTS = (5, 8, 10, 20, 40)
_TASKS = 5
_SIZES = {
    **{f"{count} clusters": (_TASKS,) * count for count in _COUNTS},
    "10 clusters of 1 to 45 tasks": (1, 5, 5, 5, 6, 9, 10, 17, 24, 45),
    "a cluster of 50 tasks and 5 of 2": (50, 2, 2, 2, 2, 2),
}
_RATES = {"mean 0.5": (2.0, 2.0), "mean 0.091": (0.2, 2.0), "all or nothing": (0.03, 0.27)}
# Mean shares of tasks that only the second run solves, and that only the first run solves.
_GAINS = {"equal runs": (0.05, 0.05), "10 % gained": (0.1, 0.0)}
_CONCENTRATION = 3  # Of the beta distributions of gains and losses.
_RESAMPLES = 2000
PLAIN = "plain percentiles"
Draw = Callable[[numpy.random.Generator], numpy.ndarray]
Method = Callable[[list[float], list[str]], Interval | None]


def plain(values: numpy.ndarray, sizes: tuple[int, ...], rng: numpy.random.Generator) -> Interval:
    """Return the plain percentile bootstrap interval over clusters."""
    sums = numpy.add.reduceat(values, numpy.cumsum((0, *sizes[:-1])))
    drawn = rng.integers(0, len(sizes), (_RESAMPLES, len(sizes)))
    means = sums[drawn].sum(axis=1) / numpy.asarray(sizes)[drawn].sum(axis=1)
    low, high = numpy.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def held(
    method: Method, draw: Draw, truth: float, sizes: tuple[int, ...], times: int
) -> tuple[float, float]:
    """Return the shares of webproctor's and of plain intervals that contain the true value."""
    rng = numpy.random.default_rng(sum(sizes))
    clusters = [str(number) for number, size in enumerate(sizes) for _ in range(size)]
    given = ours = theirs = 0
    for _ in range(times):
        values = draw(rng)
        if (interval := method(values.tolist(), clusters)) is None:
            continue
        low, high = plain(values, sizes, rng)
        given += 1
        ours += interval[0] <= truth <= interval[1]
        theirs += low <= truth <= high
    return ours / given, theirs / given


def scores(rates: tuple[float, float], sizes: tuple[int, ...]) -> Draw:
    """Return a function that draws the scores of a run, 0 or 1."""

    def draw(rng: numpy.random.Generator) -> numpy.ndarray:
        chances = numpy.repeat(rng.beta(*rates, len(sizes)), sizes)
        return (rng.random(sum(sizes)) < chances).astype(float)

    return draw


def differences(gain: float, loss: float, sizes: tuple[int, ...]) -> Draw:
    """Return a function that draws the differences of the scores of two runs: -1, 0 or 1."""

    def draw(rng: numpy.random.Generator) -> numpy.ndarray:
        gained, lost = (
            rng.beta(_CONCENTRATION * mean, _CONCENTRATION * (1 - mean), len(sizes))
            if mean
            else numpy.zeros(len(sizes))
            for mean in (gain, loss)
        )
        chances = rng.random(sum(sizes))
        # Rates of both kinds that add up to more than 1 are rare; losses are then fewer.
        return (chances < numpy.repeat(gained, sizes)).astype(float) - (
            chances > 1 - numpy.repeat(numpy.minimum(lost, 1 - gained), sizes)
        )

    return draw


def cases(times: int) -> Iterator[Row]:
    """Yield the coverage of each kind of clusters."""
    for kind, sizes in _SIZES.items():
        for name, rates in _RATES.items():
            truth = rates[0] / sum(rates)
            shares = held(_mean_interval, scores(rates, sizes), truth, sizes, times)
            yield _row(f"adjusted Wilson, {name}, {kind}", *shares)
        for name, (gain, loss) in _GAINS.items():
            draw = differences(gain, loss, sizes)
            shares = held(difference_interval, draw, gain - loss, sizes, times)
            yield _row(f"paired t, {name}, {kind}", *shares)


def _mean_interval(values: list[float], clusters: list[str]) -> Interval | None:
    return mean_interval(values, clusters)[0]


def _row(name: str, ours: float, theirs: float) -> Row:
    own, baseline = Measured.single(100 * ours), Measured.single(100 * theirs)
    return Row(name=name, unit="% of intervals", ours=own, against=PLAIN, theirs=baseline)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    show("Coverage of 95 % intervals", list(cases(given.times)), as_json=given.json)


if __name__ == "__main__":
    main()
