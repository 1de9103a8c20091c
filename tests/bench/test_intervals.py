"""The intervals bench: plain percentile intervals of few clusters are too narrow."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/intervals.py"


@pytest.mark.exhaustive
def test_with_five_clusters_coverage_is_better_than_with_plain_percentiles() -> None:
    command = [sys.executable, str(BENCH), "--times", "100", "--json"]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    five = [row for row in data["results"] if row["name"].endswith(", 5 clusters")]
    methods = ("adjusted Wilson", "bootstrap", "jackknife")
    means = ("mean 0.5", "mean 0.091")
    names = [f"{method}, {mean}, 5 clusters" for mean in means for method in methods]
    assert [row["name"] for row in five] == names
    assert all(row["ours"]["rounds"] > row["theirs"]["rounds"] for row in five)
