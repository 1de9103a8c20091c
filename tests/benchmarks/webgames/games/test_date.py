"""Date: the requested date must be computed; wrong dates are counted."""

from datetime import timedelta

from webproctor.benchmarks.webgames.games.date.game import GAME, Date, Puzzle, today
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def test_the_requested_date_wins_and_a_wrong_one_is_counted() -> None:
    play = Date(Puzzle(40, example=False, hint=False), ScriptedEvidence())
    play.view("")
    assert play.check(text=today().isoformat()) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1
    assert play.check(text=(today() - timedelta(days=40)).isoformat())["won"]


def test_the_page_does_not_receive_the_date() -> None:
    puzzle = Puzzle(40, example=True, hint=False)
    play = Date(puzzle, ScriptedEvidence())
    assert GAME.hidden is not None
    assert not find_facts(f"{play.view('')} {play.hint()}", GAME.hidden(puzzle))
