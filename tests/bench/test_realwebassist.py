"""The RealWebAssist bench."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/realwebassist.py"


@pytest.mark.exhaustive
def test_it_prints_what_it_measures_for_machines_too() -> None:
    command = [sys.executable, str(BENCH), "--answers", "1000", "--rounds", "1", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert told["answers"] == 1000
    # The harness has a cost, which is small compared with resizing and encoding an image.
    assert told["episodes, times as fast as the plain loop"] > 0.6
    assert told["episodes, steps/s, any size"] > 10 * told["episodes, steps/s, sized"]
