"""OTP entry: wrong codes are counted for the episode."""

from random import Random

from webproctor.benchmarks.webgames.games.otp_entry.game import GAME, PERIOD, Otp, puzzle, totp
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def test_a_wrong_code_is_counted() -> None:
    play = Otp(puzzle(Random(1), GAME.variants["easy"].level), ScriptedEvidence())
    play.view("")
    assert play.enter(code="none") == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1
    assert play.enter(code=play.puzzle.code)["won"]


def test_the_current_code_wins_and_an_old_one_does_not() -> None:
    evidence = ScriptedEvidence(time=1000)
    play = Otp(puzzle(Random(1), GAME.variants["hard"].level), evidence)
    play.view("")
    drawn = play.puzzle
    assert play.enter(code=totp(drawn.secret, drawn.clock)) == {"wrong": True}
    assert play.enter(code=totp(drawn.secret, drawn.clock + 1000 - PERIOD))["won"]


def test_the_page_receives_the_secret_only_on_request() -> None:
    play = Otp(puzzle(Random(1), GAME.variants["hard"].level), ScriptedEvidence())
    assert GAME.hidden is not None
    facts = list(GAME.hidden(play.puzzle))
    assert facts == [play.puzzle.secret]
    assert not find_facts(repr(play.view("")), facts)
    assert find_facts(repr(play.cannot_scan()), facts)
