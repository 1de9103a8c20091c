"""The people bench: the times of requests of one annotator and of several at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/people.py"


@pytest.mark.exhaustive
def test_every_request_is_measured() -> None:
    command = [sys.executable, str(BENCH), "--people", "2", "--answers", "2", "--pause", "0"]
    data = json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True).stdout)
    assert [row["name"] for row in data["results"]] == [
        "1 annotator, median",
        "1 annotator, 95th percentile",
        "2 annotators at once, median",
        "2 annotators at once, 95th percentile",
    ]
    assert all(row["ours"]["rounds"][0] > 0 for row in data["results"])
