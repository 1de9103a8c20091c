"""Click³: each button counts once and in time; its position differs in the next attempt."""

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.click_cubed.game import ClickCubed, Puzzle, positions
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence

PUZZLE = Puzzle(seed=7, seconds=5)


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> ClickCubed:
    return load(evidence)


def load(evidence: ScriptedEvidence) -> ClickCubed:
    play = ClickCubed(PUZZLE, evidence)
    play.view("")
    return play


def press(play: ClickCubed, evidence: ScriptedEvidence, stage: int) -> Reply:
    evidence.record("down", target="button")
    return play.press(stage=stage)


def test_three_clicks_in_time_win(play: ClickCubed, evidence: ScriptedEvidence) -> None:
    for stage in (0, 1):
        assert press(play, evidence, stage)["stage"] == stage + 1
    evidence.time = 4.9
    assert press(play, evidence, 2)["won"]


def test_a_click_after_the_win_is_not_a_fault(play: ClickCubed, evidence: ScriptedEvidence) -> None:
    for stage in range(3):
        press(play, evidence, stage)
    assert press(play, evidence, 2)["won"]


def test_a_double_click_on_one_button_counts_once(
    play: ClickCubed, evidence: ScriptedEvidence
) -> None:
    press(play, evidence, 0)
    assert press(play, evidence, 0)["stage"] == 1


def test_a_press_without_recorded_input_is_refused(
    play: ClickCubed, evidence: ScriptedEvidence
) -> None:
    press(play, evidence, 0)
    with pytest.raises(Refused, match="no press"):
        play.press(stage=1)


def test_a_late_click_restarts_the_game_with_other_positions(
    play: ClickCubed, evidence: ScriptedEvidence
) -> None:
    x, y = positions(PUZZLE, 1)[0]
    press(play, evidence, 0)
    evidence.time = 5.2
    assert press(play, evidence, 1) == {"late": True, "stage": 0, "x": x, "y": y}
    assert play.timeouts == 1


def test_reloading_after_the_first_click_changes_the_positions(
    play: ClickCubed, evidence: ScriptedEvidence
) -> None:
    first = play.view("")
    assert load(evidence).view("") == first
    press(play, evidence, 0)
    again = load(evidence).view("")
    assert again is not None
    assert (again["x"], again["y"]) == positions(PUZZLE, 1)[0] != positions(PUZZLE, 0)[0]


@pytest.mark.parametrize(("held", "won"), [(True, False), (False, True)])
async def test_a_key_must_be_pressed_again_for_each_button(
    executable: object, held: bool, won: bool
) -> None:
    benchmark = WebGames([suite.entry("click-cubed")], clock="virtual")
    enter = {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        await session.page.run("document.querySelector('.cube').focus()")
        for n in range(4):
            event = {"type": "keyDown", "autoRepeat": held and n > 0, **enter}
            await session.page.send("Input.dispatchKeyEvent", event)
            await session.wait_until_idle()
        assert (session.game_session.password is not None) == won
