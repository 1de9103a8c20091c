"""Combination lock: it is opened by a button, and wrong settings are counted."""

from random import Random

from webproctor.benchmarks.webgames.games.combination_lock.game import GAME, Lock, puzzle
from webproctor.benchmarks.webgames.materials.riddles import COUNTS
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def test_correct_answers_open_the_lock_and_a_wrong_one_is_counted() -> None:
    play = Lock(puzzle(Random(1), GAME.variants["base"].level), ScriptedEvidence())
    play.view("")
    answers = [riddle.answer for riddle in play.puzzle.riddles]
    assert play.open(wheels=[*answers[:-1], (answers[-1] + 1) % 100]) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1
    assert play.open(wheels=answers)["won"]


def test_guessing_the_two_counts_rarely_wins() -> None:
    assert len(set(COUNTS.values())) == len(COUNTS)
    assert all(0 <= count < 100 for count in COUNTS.values())
    assert isinstance(GAME.tries, int)
    assert GAME.tries / (len(COUNTS) * (len(COUNTS) - 1)) < 0.01
