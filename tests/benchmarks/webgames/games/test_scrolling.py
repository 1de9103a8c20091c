"""The scrolling games: inputs that can scroll so far must have been seen."""

import pytest

from webproctor.benchmarks.webgames.materials.scrolling import Puzzle, Scrolling
from webproctor.benchmarks.webgames.play import ScriptedEvidence

FAR = 3000


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Scrolling:
    return Scrolling(Puzzle(20, 0), evidence)


@pytest.mark.parametrize(
    ("kind", "detail", "times"),
    [("wheel", "0,300", 10), ("wheel", "300,0", 10), ("key", "ArrowDown", 75), ("key", " ", 4)],
)
def test_inputs_that_scroll_so_far_win(
    play: Scrolling, evidence: ScriptedEvidence, kind: str, detail: str, times: int
) -> None:
    for _ in range(times):
        evidence.see(kind, detail=detail, target="box")
    assert play.arrived(far=FAR)["won"]


def test_the_key_for_the_end_and_a_scroll_bar_win(evidence: ScriptedEvidence) -> None:
    for kind, detail in (("key", "End"), ("down", "left")):
        fresh = ScriptedEvidence()
        fresh.see(kind, detail=detail)
        assert Scrolling(Puzzle(20, 0), fresh).arrived(far=FAR)["won"]


@pytest.mark.parametrize(
    ("kind", "detail"), [("wheel", "0,120"), ("key", "x"), ("down", "left"), ("move", "")]
)
def test_inputs_that_cannot_have_scrolled_so_far_do_not_win(
    play: Scrolling, evidence: ScriptedEvidence, kind: str, detail: str
) -> None:
    evidence.see(kind, detail=detail, target="box")
    assert play.arrived(far=FAR) == {"unseen": True}


def test_an_end_that_is_in_view_at_once_is_not_scrolled_to(play: Scrolling) -> None:
    assert play.arrived(far=0) == {"unseen": True}
