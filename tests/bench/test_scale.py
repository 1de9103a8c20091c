"""Time and memory of long runs: time is linear in the number of episodes, memory is constant."""

import time
from pathlib import Path
from typing import Any

import pytest

from webproctor.harness.reading import read_run
from webproctor.report.page import write_report


def reading(folder: Path) -> float:
    """Return the processor seconds of reading a run and writing its report."""
    began = time.process_time()
    write_report(read_run(folder))
    return time.process_time() - began


@pytest.mark.exhaustive
def test_time_is_linear_in_the_number_of_episodes(bench: Any, tmp_path: Path) -> None:
    scale = bench("scale")
    few, many = (scale.run(size, tmp_path / str(size), 4) for size in (20, 100))
    # Work for every earlier episode would make an episode ten times as long.
    assert many.milliseconds < 4 * few.milliseconds
    assert many.used(-1) < 1.2 * many.used(5)
    assert reading(tmp_path / "100") < 15 * reading(tmp_path / "20")


@pytest.mark.exhaustive
def test_every_command_is_compared_with_the_smaller_run(bench: Any) -> None:
    rows = {row.name: row for row in bench("scale").measure([200, 2000], 4)}
    for command in ("run", "report", "compare", "board"):
        row = rows[f"`{command}`, 2,000 episodes"]
        assert row.against == "200 episodes"
        assert row.ratio.median > 0.7
    assert rows["logs, 2,000 episodes"].ratio.median > 0.9
    assert rows["`run`, 2,000 episodes: memory at the end"].ratio.median > 1 / 1.2
    assert rows["`report`: maximum memory, 2,000 episodes"].ratio.median > 0.5
