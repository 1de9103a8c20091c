"""Verify challenge: codes are pictures, and loading the page again does not bring one back."""

from random import Random

from webproctor.benchmarks.webgames.games.verify_challenge.game import (
    GAME,
    TRIES,
    Verify,
    code,
    puzzle,
)
from webproctor.benchmarks.webgames.leaks import found
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def played(evidence: ScriptedEvidence) -> Verify:
    play = Verify(puzzle(Random(1), GAME.variants["base"].level), evidence)
    play.view("")
    return play


def test_the_code_wins_in_small_letters_too() -> None:
    play = played(ScriptedEvidence())
    assert play.check(text=code(play.puzzle, 0).lower())["won"]


def test_a_code_tried_too_often_is_replaced_for_the_whole_episode() -> None:
    evidence = ScriptedEvidence()
    play = played(evidence)
    replies = [play.check(text="?") for _ in range(TRIES)]
    assert [reply["renewed"] for reply in replies] == [False] * (TRIES - 1) + [True]
    assert evidence.episode[MISSES] == TRIES
    again = played(evidence)
    assert again.file("code-1.png") is not None
    assert again.file("code-2.png") is None
    assert again.check(text=code(again.puzzle, 1))["won"]


def test_the_page_is_told_no_code() -> None:
    play = played(ScriptedEvidence())
    assert GAME.hidden is not None
    assert not found(f"{play.view('')} {play.another()}", GAME.hidden(play.puzzle))
