"""Bullseye: every message counts the next recorded press on the target."""

import pytest

from webproctor.benchmarks.webgames.games.bullseye.game import (
    HEIGHT,
    Bullseye,
    Level,
    Puzzle,
    target_x,
)
from webproctor.benchmarks.webgames.play import Refused, ScriptedEvidence


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Bullseye:
    play = Bullseye(Puzzle(Level(2, 0, 1, 48), 0.5), evidence)
    play.view("")
    return play


def test_hits_on_the_target_win(play: Bullseye, evidence: ScriptedEvidence) -> None:
    evidence.record("down", target="target")
    assert "won" not in play.hit(x=target_x(0.5), y=HEIGHT / 2)
    evidence.record("down", target="target")
    assert play.hit(x=target_x(0.5), y=HEIGHT / 2)["won"]


def test_a_hit_counts_even_if_a_press_beside_the_target_follows(
    play: Bullseye, evidence: ScriptedEvidence
) -> None:
    evidence.record("down", target="target")
    evidence.record("down", target="")
    assert play.hit(x=target_x(0.5), y=HEIGHT / 2)["done"] == 1


def test_one_press_is_one_hit(play: Bullseye, evidence: ScriptedEvidence) -> None:
    evidence.record("down", target="target")
    play.hit(x=target_x(0.5), y=HEIGHT / 2)
    with pytest.raises(Refused, match="no press"):
        play.hit(x=target_x(0.5), y=HEIGHT / 2)


def test_a_press_beside_the_target_is_a_miss(play: Bullseye, evidence: ScriptedEvidence) -> None:
    evidence.record("down", target="target")
    assert play.hit(x=target_x(0.5) + 40, y=HEIGHT / 2)["missed"]
