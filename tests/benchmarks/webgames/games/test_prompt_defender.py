"""Prompt Defender: every false ending must be shown before the next screen."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.prompt_defender.game import GAME, PromptDefender, puzzle
from webproctor.benchmarks.webgames.play import ScriptedEvidence


@pytest.fixture
def play() -> PromptDefender:
    play = PromptDefender(puzzle(Random(1), GAME.variants["hard"].level), ScriptedEvidence())
    play.view("")
    return play


def test_the_last_screen_wins(play: PromptDefender) -> None:
    for shown, decoy in enumerate(play.puzzle.decoys):
        assert play.next_screen(shown=shown)["false_password"] == decoy.password
    assert play.next_screen(shown=2)["won"]


def test_a_second_click_on_a_button_skips_no_screen(play: PromptDefender) -> None:
    play.next_screen(shown=0)
    assert play.next_screen(shown=0) == play.next_screen(shown=0) == {}
    assert not play.won
