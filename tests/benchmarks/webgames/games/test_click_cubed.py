"""Click³: each button counts once, in time, and comes in another place in the next attempt."""

import pytest

from webproctor.benchmarks.webgames.games.click_cubed.game import Clicks, Puzzle, places
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence

PUZZLE = Puzzle(seed=7, seconds=5)


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Clicks:
    return load(evidence)


def load(evidence: ScriptedEvidence) -> Clicks:
    play = Clicks(PUZZLE, evidence)
    play.view("")
    return play


def press(play: Clicks, evidence: ScriptedEvidence, stage: int) -> Reply:
    evidence.see("down", target="button")
    return play.press(stage=stage)


def test_three_presses_in_time_win(play: Clicks, evidence: ScriptedEvidence) -> None:
    for stage in (0, 1):
        assert press(play, evidence, stage)["stage"] == stage + 1
    evidence.time = 4.9
    assert press(play, evidence, 2)["won"]


def test_a_press_after_the_win_is_nothing_wrong(play: Clicks, evidence: ScriptedEvidence) -> None:
    for stage in range(3):
        press(play, evidence, stage)
    assert press(play, evidence, 2)["won"]


def test_a_double_click_on_one_button_is_one_press(
    play: Clicks, evidence: ScriptedEvidence
) -> None:
    press(play, evidence, 0)
    assert press(play, evidence, 0)["stage"] == 1


def test_a_press_that_was_not_seen_is_refused(play: Clicks, evidence: ScriptedEvidence) -> None:
    press(play, evidence, 0)
    with pytest.raises(Refused, match="no press"):
        play.press(stage=1)


def test_after_a_late_press_it_begins_again_in_other_places(
    play: Clicks, evidence: ScriptedEvidence
) -> None:
    x, y = places(PUZZLE, 1)[0]
    press(play, evidence, 0)
    evidence.time = 5.2
    assert press(play, evidence, 1) == {"late": True, "stage": 0, "x": x, "y": y}
    assert play.timeouts == 1


def test_a_page_loaded_again_after_the_first_press_shows_other_places(
    play: Clicks, evidence: ScriptedEvidence
) -> None:
    first = play.view("")
    assert load(evidence).view("") == first
    press(play, evidence, 0)
    again = load(evidence).view("")
    assert again is not None
    assert (again["x"], again["y"]) == places(PUZZLE, 1)[0] != places(PUZZLE, 0)[0]
