"""Stock market: the shares recommended by two consecutive reports, each of which names many."""

import re
from random import Random

import pytest

from webproctor.benchmarks.webgames.games.stock_market.game import (
    GAME,
    ROUNDS,
    SHARES,
    Report,
    puzzle,
    report,
)
from webproctor.benchmarks.webgames.play import ScriptedEvidence, VariantName


def new_play(name: VariantName) -> Report:
    play = Report(puzzle(Random(1), GAME.variants[name].level), ScriptedEvidence())
    play.view("")
    return play


def test_the_shares_recommended_by_two_reports_win() -> None:
    play = new_play("base")
    assert (
        play.check(number=0, ticker=f" {report(play.puzzle, 0).best.ticker.lower()}")["round"] == 2
    )
    assert play.check(number=1, ticker=report(play.puzzle, 1).best.ticker)["won"]


def test_a_wrong_share_restarts_the_rounds_with_another_report() -> None:
    play = new_play("base")
    play.check(number=0, ticker=report(play.puzzle, 0).best.ticker)
    reply = play.check(number=1, ticker=report(play.puzzle, 1).decoy.ticker)
    assert (reply["wrong"], reply["number"], reply["round"]) == ("decoy", 2, 1)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_every_report_names_many_shares(name: VariantName) -> None:
    for seed in range(200):
        first = report(puzzle(Random(seed), GAME.variants[name].level), 0)
        text = " ".join(text for _, text in first.blocks)
        assert len(set(re.findall(r"\b[A-Z]{4}\b", text))) == SHARES
    assert isinstance(GAME.tries, int)
    assert GAME.tries * (1 / SHARES) ** ROUNDS < 0.01
