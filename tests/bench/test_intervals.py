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
    assert [row["name"].removesuffix(", 5 clusters") for row in five] == [
        "adjusted Wilson, mean 0.5",
        "adjusted Wilson, mean 0.091",
        "adjusted Wilson, all or nothing",
        "paired t, equal runs",
        "paired t, 10 % gained",
    ]
    assert all(row["ours"]["rounds"] > row["theirs"]["rounds"] for row in five[:2])
