"""The RealWebAssist bench."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/realwebassist.py"


@pytest.mark.exhaustive
def test_json_output_has_all_measurements() -> None:
    command = [sys.executable, str(BENCH), "--answers", "1000", "--rounds", "1", "--json"]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    scoring, sized, unchanged = data["results"]
    assert scoring["name"] == "scoring 1,000 answers"
    # The harness has a cost, which is small compared with resizing and encoding an image.
    assert 0.6 * sized["ours"]["rounds"][0] < sized["theirs"]["rounds"][0]
    assert 10 * unchanged["ours"]["rounds"][0] < sized["ours"]["rounds"][0]
