"""docs/policy.md: its tables and its curve are up to date with the results."""

import html
import json
from typing import Any

from repository import script

SCRIPT = script("write_policy")


def episodes(*solved: bool | None) -> list[dict[str, Any]]:
    """Return episodes, each of a family of its own; None is a void one."""
    return [
        {"task": f"g{at}@9", "family": f"g{at}", "solved": bool(one), "void": one is None}
        for at, one in enumerate(solved)
    ]


def test_the_page_and_its_curve_are_up_to_date_with_the_script() -> None:
    found = json.loads(SCRIPT.RESULTS.read_text(encoding="utf-8"))
    page = SCRIPT.PAGE.read_text(encoding="utf-8")
    assert page == SCRIPT.written(page, found)
    curve = html.unescape(SCRIPT.PLOT.read_text(encoding="utf-8"))
    assert json.dumps(SCRIPT.points(found)) in curve


def test_void_episodes_do_not_count_in_a_rate() -> None:
    assert SCRIPT.rate(episodes(True, None, False)) == "50 [9, 91]"
    assert SCRIPT.rate(episodes(None)) == "none"


def test_a_gain_is_computed_on_tasks_that_both_agents_finished() -> None:
    before = episodes(False, True, None, False, False, False)
    after = episodes(True, True, True, None, False, False)
    text, sure = SCRIPT.gain(before, after)
    assert text.startswith("+25")
    assert not sure


def test_curves_start_before_the_first_round_and_include_the_runs_during_training() -> None:
    rounds = [{"groups": {f"g{at}": [won, 2 - won, 1] for at in range(6)}} for won in (1, 2)]
    runs = {
        "few-imitation": episodes(False, True),
        "few-1": episodes(False, False),
        "few": episodes(True, True, None),
    }
    found = {
        "trainings": {"few": {"rounds": rounds}, "many": {"rounds": []}},
        "sets": {"seen": runs, "hard": {"few": runs["few"], "many-imitation": runs["few-1"]}},
    }
    curves = [[one[:2] for one in curve] for curve in SCRIPT.points(found).values()]
    assert curves == [[(0, 50.0), (12, 0.0), (24, 100.0)], [(24, 100.0)], [], [(0, 0.0)]]


def test_long_commands_are_wrapped() -> None:
    lines = list(SCRIPT._folded("webproctor run webgames --agent policy", width=18))
    assert lines == ["webproctor run \\", "    webgames \\", "    --agent policy"]
