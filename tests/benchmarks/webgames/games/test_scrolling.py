"""The scrolling games: inputs that can scroll that far must have been recorded."""

import pytest

from webproctor.benchmarks.webgames.materials.scrolling import Puzzle, Scrolling
from webproctor.benchmarks.webgames.play import ScriptedEvidence
from webproctor.environments.browser.witness import SCROLL_BAR

FAR = 3000


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Scrolling:
    return Scrolling(Puzzle(20, 0), evidence)


@pytest.mark.parametrize(
    ("kind", "detail", "times"), [("wheel", "0,300", 10), ("key", "ArrowDown", 75), ("key", " ", 4)]
)
def test_inputs_that_scroll_far_enough_win(
    play: Scrolling, evidence: ScriptedEvidence, kind: str, detail: str, times: int
) -> None:
    for _ in range(times):
        evidence.see(kind, detail=detail, target="box")
    assert play.arrived(right=0, down=FAR)["won"]


def test_a_wheel_that_scrolls_so_far_to_the_right_wins(
    play: Scrolling, evidence: ScriptedEvidence
) -> None:
    for _ in range(10):
        evidence.see("wheel", detail="300,0", target="box")
    assert play.arrived(right=FAR, down=0)["won"]


def test_the_end_key_and_the_scroll_bar_win(evidence: ScriptedEvidence) -> None:
    for kind, detail, target in (("key", "End", ""), ("down", "left", SCROLL_BAR)):
        fresh = ScriptedEvidence()
        fresh.see(kind, detail=detail, target=target)
        assert Scrolling(Puzzle(20, 0), fresh).arrived(right=0, down=FAR)["won"]


@pytest.mark.parametrize("target", ["box", ""])
@pytest.mark.parametrize(
    ("kind", "detail"), [("wheel", "0,120"), ("key", "x"), ("down", "left"), ("move", "")]
)
def test_inputs_that_cannot_scroll_far_enough_do_not_win(
    play: Scrolling, evidence: ScriptedEvidence, kind: str, detail: str, target: str
) -> None:
    evidence.see(kind, detail=detail, target=target)
    assert play.arrived(right=0, down=FAR) == {"unseen": True}


def test_scrolling_down_does_not_count_to_the_right(
    play: Scrolling, evidence: ScriptedEvidence
) -> None:
    evidence.see("key", detail="End")
    assert play.arrived(right=FAR, down=FAR) == {"unseen": True}


def test_an_end_that_is_visible_initially_does_not_win(play: Scrolling) -> None:
    assert play.arrived(right=0, down=0) == {"unseen": True}
