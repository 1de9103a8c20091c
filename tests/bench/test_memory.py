"""The memory bench: windows of a run are compared by process."""

from typing import Any

import pytest


@pytest.fixture
def usage(bench: Any) -> Any:
    """200 instances with five samples each, in which Python grows by 0.1 MB per instance."""
    measured = bench("memory").Usage(finished=200)
    for sample in range(1000):
        finished = sample // 5
        measured.samples.append((finished, {"Python": 100 + finished / 10, "renderers": 50}))
    return measured


def test_the_end_is_compared_with_the_middle_for_each_process(usage: Any) -> None:
    middle = {row.name: row for row in usage.rows() if row.against == "in the middle"}
    assert list(middle) == [
        f"{name}, at the end" for name in ("all processes", "Python", "renderers")
    ]
    assert middle["Python, at the end"].ours.rounds == pytest.approx(
        [118.2, 118.6, 119, 119.3, 119.7], abs=0.3
    )
    assert middle["renderers, at the end"].ratio == (1, 1, 1)
    assert middle["all processes, at the end"].ratio.most < 1


def test_growth_is_reported_per_instance(usage: Any) -> None:
    [growth] = [row.ours.rounds for row in usage.rows() if row.unit == "kB per instance"]
    assert growth == pytest.approx([100] * 5, rel=0.05)


def test_a_run_that_is_too_short_is_an_error(bench: Any) -> None:
    memory = bench("memory")
    with pytest.raises(memory.BenchFault, match="no sample between instances 25 and 26"):
        memory.Usage(finished=10, samples=[(9, {"Python": 1})]).rows()
