"""The calendar games: wrong answers are counted, and too many to be guessed."""

from collections import Counter

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.materials.calendar import Calendar
from webproctor.benchmarks.webgames.play import MISSES, Entry, ScriptedEvidence

ENTRIES = [
    one
    for one in suite.entries().values()
    if one.game.family in ("calendar2", "calendar-comprehension")
]


def test_all_answers_win_and_one_wrong_answer_is_counted() -> None:
    play = Calendar(suite.entry("calendar2").puzzle(1), ScriptedEvidence())
    play.view("")
    keys = [question.key for question in play.puzzle.questions]
    assert play.check(answers=[*keys[:-1], "none"])["wrong"]
    assert play.evidence.episode[MISSES] == 1
    assert play.check(answers=keys)["won"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.variant.id)
def test_the_commonest_answers_are_seldom_all_right(entry: Entry) -> None:
    weeks = [entry.puzzle(seed).questions for seed in range(500)]
    chance = 1.0
    for answers in zip(*([one.key for one in week] for week in weeks), strict=True):
        [(_, count)] = Counter(answers).most_common(1)
        chance *= count / len(weeks)
    assert isinstance(entry.game.tries, int)
    assert entry.game.tries * chance < 0.01
