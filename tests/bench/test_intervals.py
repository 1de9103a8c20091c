"""The intervals bench: plain percentile intervals of few clusters are too narrow."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench/intervals.py"


def test_of_five_clusters_ours_hold_the_truth_more_often_than_plain_percentiles() -> None:
    command = [sys.executable, str(BENCH), "--times", "100", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    plain = told["plain percentiles, 5 clusters, of 100"]
    assert told["bootstrap, 5 clusters, of 100"] > plain
    assert told["jackknife, 5 clusters, of 100"] > plain
