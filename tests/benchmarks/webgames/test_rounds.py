"""Consecutive correct rounds: counted for the episode, not for one load of the page."""

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import Play, ScriptedEvidence


def test_enough_consecutive_correct_answers_complete_the_rounds() -> None:
    play = Play(None, ScriptedEvidence())
    assert not rounds.count_correct(play, 2)
    assert rounds.count_correct(play, 2)


def test_a_wrong_answer_is_a_miss_and_restarts_the_rounds() -> None:
    evidence = ScriptedEvidence()
    play = Play(None, evidence)
    rounds.count_correct(play, 2)
    rounds.count_wrong(play)
    assert evidence.episode["misses"] == 1
    assert rounds.round_data(play, 2) == {"number": 2, "round": 1, "rounds": 2}
    assert not rounds.count_correct(play, 2)


def test_reloading_the_page_keeps_the_round() -> None:
    evidence = ScriptedEvidence()
    rounds.count_wrong(Play(None, evidence))
    rounds.count_correct(Play(None, evidence), 2)
    assert rounds.round_data(Play(None, evidence), 2) == {"number": 2, "round": 2, "rounds": 2}
