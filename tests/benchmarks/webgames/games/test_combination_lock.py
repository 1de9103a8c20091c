"""Combination lock: it is opened by a button, and wrong settings are counted."""

import re
from datetime import date, datetime, timedelta
from random import Random

from webproctor.benchmarks.webgames.games.combination_lock.game import GAME, Lock, puzzle
from webproctor.benchmarks.webgames.materials.riddles import COUNTS, EVENTS, age_at_event
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


def test_no_birthday_is_on_the_day_of_the_event_or_the_next_one() -> None:
    riddles = [age_at_event(Random(seed)) for seed in range(3000)]
    found = [re.search(r"born on (.+) on the day when (.+)\.", riddle.text) for riddle in riddles]
    pairs = {(datetime.strptime(one[1], "%B %d, %Y"), EVENTS[one[2]]) for one in found if one}
    assert pairs
    for birth, day in pairs:
        birthday = date(day.year, birth.month, birth.day)
        assert birthday - day not in (timedelta(0), timedelta(days=1))
