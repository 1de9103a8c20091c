"""The bench of RealWebAssist compares equals, and its ratios are of one run."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench/realwebassist.py"


def test_it_prints_what_it_measures_for_machines_too() -> None:
    command = [sys.executable, str(BENCH), "--answers", "2000", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert told["answers"] == 2000
    # A harness costs something; next to a picture that is sized and packed it is not to be seen.
    assert told["episodes, times as fast as the plain loop"] > 0.6
    assert told["episodes, steps/s, any size"] > 10 * told["episodes, steps/s, sized"]
