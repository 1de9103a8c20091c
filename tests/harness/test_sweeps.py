"""Tests of sweeps."""

from pathlib import Path

from webproctor.harness.sweeps import sweep

SPENDER = """
from webproctor.core.episodes import ReportedUsage

class Spender:
    reports_usage = True

    def __init__(self, benchmark, *, note: str = ""):
        pass

    async def run(self, task, session):
        session.episode.reported.append(ReportedUsage(dollars=3.0))
"""


def test_all_runs_of_a_sweep_share_a_budget(tmp_path: Path) -> None:
    (tmp_path / "spender.py").write_text(SPENDER)

    def episodes(budget: float) -> list[int]:
        """Return the number of finished episodes of each run."""
        points = sweep(
            "grounding",
            f"{tmp_path}/spender.py:Spender",
            "note",
            {"a": "a", "b": "b", "c": "c"},
            tmp_path / "sweep",
            settings={"targets": 2},
            agent_settings={},
            budget=budget,
        )
        return [len(point.run.results) for point in points]

    assert episodes(9.0) == [2, 1]
    assert episodes(15.0) == [2, 2, 1]
