"""The reports bench compares both viewers on the same log in the same browser."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/reports.py"


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_the_first_view_opens_faster_than_the_viewer_of_inspect() -> None:
    command = [sys.executable, str(BENCH), "--episodes", "80", "--rounds", "1", "--json"]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    _, opened, size = data["results"]
    assert opened["ours"]["rounds"][0] < opened["theirs"]["rounds"][0]
    assert size["ours"]["rounds"][0] < 1
