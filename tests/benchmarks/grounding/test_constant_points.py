"""The script that answers every screenshot with one point."""

import runpy
from pathlib import Path

from webproctor.methods.grounding.targets import Rectangle, Target

SCRIPT = Path(__file__).parents[3] / "scripts/constant_points.py"


def target(key: str, group: str, x: float, y: float) -> Target:
    return Target(key, b"", "Click.", (Rectangle(x, y, 10, 10),), (("participant", group),))


def test_the_best_point_is_that_of_the_other_groups() -> None:
    hits_by_strategy = runpy.run_path(str(SCRIPT))["hits_by_strategy"]
    targets = [
        target("1", "a", 0, 0),
        target("2", "a", 0, 0),
        target("3", "b", 0, 0),
        target("4", "b", 45, 45),
        target("5", "b", 80, 80),
        target("6", "b", 80, 80),
    ]
    hits = hits_by_strategy(targets, [(100, 100)] * 6)
    assert hits["centre"] == [False, False, False, True, False, False]
    assert hits["last target"] == [True, True, False, False, True]
    assert hits["best point"] == [False, False, True, False, False, False]
