"""Measure the coverage of confidence intervals with few clusters, compared with plain percentiles.

    python bench/intervals.py [--times N] [--json]

Each simulation samples clusters of five tasks, whose success rates vary like those of agents over
families, websites or participants: by a beta distribution with a mean of 0.5 (parameters 2 and 2),
and by one with a mean of 0.091 (0.2 and 2), as agents solve few tasks of hard benchmarks. The
result is the share of 95 % intervals of the mean score that contain the mean: webproctor's three
methods, and as baseline the plain percentiles of 5,000 resamples of the same clusters.
"""

import argparse

import numpy
from printing import show
from results import Measured, Row

from webproctor.core.intervals import clustered, jackknife, mean_interval

_CLUSTERS = (5, 8, 10, 20, 40)
_TASKS = 5
_RATES = {"mean 0.5": (2.0, 2.0), "mean 0.091": (0.2, 2.0)}
PLAIN = "plain percentiles"


def plain(sums: numpy.ndarray, rng: numpy.random.Generator) -> tuple[float, float]:
    """Return the plain percentile bootstrap interval over clusters of equal size."""
    drawn = rng.integers(0, len(sums), (5000, len(sums)))
    low, high = numpy.quantile(sums[drawn].mean(axis=1) / _TASKS, (0.025, 0.975))
    return float(low), float(high)


def held(count: int, times: int, rates: tuple[float, float]) -> dict[str, float]:
    """Return the share of intervals that contain the true mean, by method."""
    rng = numpy.random.default_rng(count)
    truth = rates[0] / sum(rates)
    hits: dict[str, int] = {}
    clusters = [str(number) for number in range(count) for _ in range(_TASKS)]
    for _ in range(times):
        chances = rng.beta(*rates, (count, 1))
        marks = (rng.random((count, _TASKS)) < chances).astype(float)
        without = [numpy.delete(marks, one, 0).mean() for one in range(count)]
        values, whole = marks.ravel().tolist(), float(marks.mean())
        equal = max(without) - min(without) < 1e-12
        adjusted, _ = mean_interval(values, clusters)
        found = {
            "adjusted Wilson": adjusted,
            "bootstrap": clustered(values, clusters),
            "jackknife": adjusted if equal else jackknife(whole, without),
            PLAIN: plain(marks.sum(axis=1), rng),
        }
        for name, interval in found.items():
            # An interval that is not given does not claim that the mean is elsewhere.
            holds = interval is None or interval[0] <= truth <= interval[1]
            hits[name] = hits.get(name, 0) + holds
    return {name: hit / times for name, hit in hits.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [
        row
        for name, rates in _RATES.items()
        for count in _CLUSTERS
        for row in compared(f"{name}, {count} clusters", held(count, given.times, rates))
    ]
    show("Coverage of 95 % intervals", rows, as_json=given.json)


def compared(what: str, shares: dict[str, float]) -> list[Row]:
    """Return the coverage of the methods, compared with plain percentiles."""
    values = {name: Measured.single(100 * share) for name, share in shares.items()}
    return [
        Row(
            name=f"{name}, {what}",
            unit="% of intervals",
            ours=values[name],
            against=PLAIN,
            theirs=values[PLAIN],
        )
        for name in values
        if name != PLAIN
    ]


if __name__ == "__main__":
    main()
