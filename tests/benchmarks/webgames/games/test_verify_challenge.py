"""Verify challenge: codes are images, and reloading the page does not bring one back."""

from random import Random

from webproctor.benchmarks.webgames.games.verify_challenge.game import (
    GAME,
    TRIES_PER_CODE,
    Verify,
    code,
    puzzle,
)
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def new_play(evidence: ScriptedEvidence) -> Verify:
    play = Verify(puzzle(Random(1), GAME.variants["base"].level), evidence)
    play.view("")
    return play


def test_the_code_wins_in_lower_case() -> None:
    play = new_play(ScriptedEvidence())
    assert play.check(text=code(play.puzzle, 0).lower())["won"]


def test_a_code_is_replaced_for_the_episode_after_too_many_wrong_tries() -> None:
    evidence = ScriptedEvidence()
    play = new_play(evidence)
    replies = [play.check(text="?") for _ in range(TRIES_PER_CODE)]
    assert [reply["replaced"] for reply in replies] == [False] * (TRIES_PER_CODE - 1) + [True]
    assert evidence.episode[MISSES] == TRIES_PER_CODE
    reloaded = new_play(evidence)
    assert reloaded.file("code-1.png") is not None
    assert reloaded.file("code-2.png") is None
    assert reloaded.check(text=code(reloaded.puzzle, 1))["won"]


def test_the_page_does_not_receive_the_code() -> None:
    play = new_play(ScriptedEvidence())
    assert GAME.hidden is not None
    assert not find_facts(f"{play.view('')} {play.new_code()}", GAME.hidden(play.puzzle))
