"""Tests of the published results."""

import csv
from pathlib import Path

from webproctor.benchmarks.turkingbench import dataset

FILE = Path(dataset.__file__).with_name("published.csv")
ROWS = list(csv.DictReader(FILE.open(encoding="utf-8", newline="")))


def test_every_value_is_a_score_between_0_and_1():
    assert all(0 <= float(row["value"]) <= 1 for row in ROWS)


def test_results_are_unique():
    keys = ("source", "model", "parameters", "condition", "metric")
    assert len({tuple(row[key] for key in keys) for row in ROWS}) == len(ROWS)


def test_the_bounds_of_the_benchmark_are_included():
    overall = {row["model"]: float(row["value"]) for row in ROWS if row["metric"] == "overall"}
    assert (overall["do-nothing"], overall["oracle"]) == (0.078, 1.0)
