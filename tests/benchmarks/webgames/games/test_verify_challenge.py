"""Verify challenge: codes are images, and reloading the page does not bring one back."""

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


def test_the_code_wins_in_lower_case() -> None:
    play = played(ScriptedEvidence())
    assert play.check(text=code(play.puzzle, 0).lower())["won"]


def test_a_code_is_replaced_for_the_episode_after_too_many_attempts() -> None:
    evidence = ScriptedEvidence()
    play = played(evidence)
    replies = [play.check(text="?") for _ in range(TRIES)]
    assert [reply["renewed"] for reply in replies] == [False] * (TRIES - 1) + [True]
    assert evidence.episode[MISSES] == TRIES
    again = played(evidence)
    assert again.file("code-1.png") is not None
    assert again.file("code-2.png") is None
    assert again.check(text=code(again.puzzle, 1))["won"]


def test_the_page_does_not_receive_the_code() -> None:
    play = played(ScriptedEvidence())
    assert GAME.hidden is not None
    assert not found(f"{play.view('')} {play.another()}", GAME.hidden(play.puzzle))
