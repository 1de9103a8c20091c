"""The intervals bench: plain percentile intervals of few clusters are too narrow."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/intervals.py"


@pytest.mark.exhaustive
def test_of_five_clusters_ours_hold_the_truth_more_often_than_plain_percentiles() -> None:
    command = [sys.executable, str(BENCH), "--times", "100", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    five = [row for row in told["results"] if row["name"].endswith(", 5 clusters")]
    assert [row["name"] for row in five] == ["bootstrap, 5 clusters", "jackknife, 5 clusters"]
    assert all(row["ours"]["rounds"] > row["theirs"]["rounds"] for row in five)
