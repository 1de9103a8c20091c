"""The bench of parallel episodes: widths are compared with the first, and drawn."""

from typing import Any

import pytest


def test_every_number_of_episodes_is_compared_with_the_first(bench: Any) -> None:
    taken = {"`--parallel 1`": [(1.0, 0.5), (2.0, 0.5)], "`--parallel 2`": [(0.5, 0.5), (0.5, 1.0)]}
    first, second = bench("parallel").compared(taken)
    assert (first.against, first.ours.rounds) == ("", [1, 2])
    assert second.ratio == (2, 3, 4)
    assert second.processor_ratio == (0.5, 0.75, 1)


def test_the_plot_has_the_numbers_of_one_process(bench: Any) -> None:
    taken = {"`--parallel 2`": [(0.5, 0.6)], "`--parallel 1` in 2 processes": [(0.4, 0.7)]}
    rows = bench("parallel").compared(taken)
    assert bench("parallel_plot").points(rows) == {2: (120, 0.6)}


@pytest.mark.exhaustive
def test_the_oracle_is_timed_with_each_number_of_episodes(bench: Any, executable: Any) -> None:
    del executable
    seconds, processor = bench("parallel").measure(None, 1, 1)
    assert seconds > 0
    assert processor > 0
