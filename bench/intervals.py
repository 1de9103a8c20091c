"""Intervals: how often those of few clusters hold the truth, beside plain percentiles.

    python bench/intervals.py [--times N] [--json]

Each time, tasks of so many clusters of five are drawn, whose chances are spread as agents' are over
families, websites or participants (a beta distribution of 2 and 2, with a mean of a half). Counted
is how often the 95 % interval of the mean mark holds that half: webproctor's two, and as the rival
the plain percentiles of 5,000 drawings of the same clusters.
"""

import argparse

import numpy
from printing import show

from webproctor.intervals import clustered, jackknife

_CLUSTERS = (5, 8, 10, 20, 40)
_TASKS, _TRUTH = 5, 0.5


def plain(sums: numpy.ndarray, rng: numpy.random.Generator) -> tuple[float, float]:
    """The plain percentile bootstrap over clusters of one size."""
    drawn = rng.integers(0, len(sums), (5000, len(sums)))
    low, high = numpy.quantile(sums[drawn].mean(axis=1) / _TASKS, (0.025, 0.975))
    return float(low), float(high)


def held(count: int, times: int) -> dict[str, float]:
    """The share of intervals that hold the truth, by method."""
    rng = numpy.random.default_rng(count)
    hits: dict[str, int] = {}
    clusters = [str(number) for number in range(count) for _ in range(_TASKS)]
    for _ in range(times):
        chances = rng.beta(2, 2, (count, 1))
        marks = (rng.random((count, _TASKS)) < chances).astype(float)
        without = [numpy.delete(marks, one, 0).mean() for one in range(count)]
        found = {
            "bootstrap": clustered(marks.ravel().tolist(), clusters),
            "jackknife": jackknife(float(marks.mean()), without),
            "plain percentiles": plain(marks.sum(axis=1), rng),
        }
        for name, interval in found.items():
            holds = interval is not None and interval[0] <= _TRUTH <= interval[1]
            hits[name] = hits.get(name, 0) + holds
    return {name: hit / times for name, hit in hits.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    told = {
        f"{name}, {count} clusters, of 100": 100 * share
        for count in _CLUSTERS
        for name, share in held(count, given.times).items()
    }
    show("Intervals of 95 % that hold the truth", told, as_json=given.json)


if __name__ == "__main__":
    main()
