"""Button Hold: the time for which the button was held comes from recorded input."""

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.button_hold.game import ButtonHold
from webproctor.benchmarks.webgames.play import ScriptedEvidence
from webproctor.core.actions import web


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> ButtonHold:
    return ButtonHold(3.0, evidence)


def hold(evidence: ScriptedEvidence, start: float, end: float, target: str = "hold") -> None:
    evidence.time = start
    evidence.record("down", target=target)
    evidence.time = end
    evidence.record("up", target=target)


def test_a_button_that_is_still_held_wins_after_the_required_time(
    play: ButtonHold, evidence: ScriptedEvidence
) -> None:
    evidence.record("down", target="hold")
    evidence.time = 3.0
    assert play.held()["won"]


def test_a_button_released_before_the_message_arrives_wins(
    play: ButtonHold, evidence: ScriptedEvidence
) -> None:
    hold(evidence, 1, 4.1)
    evidence.time = 6
    assert play.held()["won"]


def test_two_short_presses_do_not_add_up(play: ButtonHold, evidence: ScriptedEvidence) -> None:
    hold(evidence, 0, 2)
    hold(evidence, 2.1, 4)
    assert play.held() == {"held": 2}


def test_a_press_outside_the_button_does_not_count(
    play: ButtonHold, evidence: ScriptedEvidence
) -> None:
    hold(evidence, 0, 5, target="")
    assert play.held() == {"held": 0}


def test_holding_a_key_counts(play: ButtonHold, evidence: ScriptedEvidence) -> None:
    evidence.record("key", detail=" ", target="hold")
    evidence.time = 3.5
    evidence.record("keyup", detail=" ", target="hold")
    assert play.held()["won"]


def test_the_release_of_the_holding_key_ends_the_press(
    play: ButtonHold, evidence: ScriptedEvidence
) -> None:
    evidence.record("key", detail="Enter", target="hold")
    evidence.time = 1
    evidence.record("keyup", detail="Enter", target="hold")
    evidence.time = 5
    assert play.held() == {"held": 1}


async def test_the_release_of_another_key_does_not_end_the_press(executable: object) -> None:
    benchmark = WebGames([suite.entry("button-hold-easy")], clock="virtual")
    tab = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
    enter = {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        for kind, key in (("keyDown", tab), ("keyDown", enter), ("keyUp", tab)):
            await session.page.send("Input.dispatchKeyEvent", {"type": kind, **key})
        await session.act(web.Wait(seconds=1.5))
        assert session.game_session.password is not None
