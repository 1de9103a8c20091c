"""The start bench: webproctor is compared with programs that do a part of its work."""

import subprocess
import sys
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parents[2] / "bench"


def test_a_run_is_compared_with_the_sum_of_its_parts(bench: Any) -> None:
    start = bench("start")
    names = (start.NOTHING, start.HELP, start.INSPECT, start.CHROMIUM, start.SCRIPTED, start.RUN)
    rows = start.compared({name: [(number, number / 2)] for number, name in enumerate(names, 1)})
    ratios = {row.against: (row.ratio.median, row.processor_ratio.median) for row in rows}
    assert ratios[start.NOTHING] == (1 / 2, 1 / 2)
    assert ratios[f"{start.INSPECT} and {start.CHROMIUM}"] == (7 / 6, 7 / 6)


ORPHANS = f"""
import sys
sys.path.insert(0, {str(BENCH)!r})
from start import whole
from stopwatch import count_orphans
count_orphans()
work = "sum(range(20_000_000))"
left = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', '{{work}}'])"
for program in (work, left):
    print(whole([sys.executable, "-c", program])[1])
"""


def test_time_of_a_program_includes_processes_that_it_leaves() -> None:
    # In a process of its own, because it adopts the orphans of all its descendants.
    done = subprocess.run([sys.executable, "-c", ORPHANS], check=True, capture_output=True)
    alone, left = map(float, done.stdout.split())
    assert left > alone / 2
