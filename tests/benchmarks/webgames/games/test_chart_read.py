"""Chart read: the chart is a picture, values are told where somebody points."""

import io
from random import Random

import numpy as np
import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.chart_read.game import (
    GAME,
    ROUNDS,
    ChartRead,
    prices,
    puzzle,
)
from webproctor.benchmarks.webgames.leaks import found
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence, VariantName


def played(name: VariantName, evidence: ScriptedEvidence | None = None) -> ChartRead:
    play = ChartRead(puzzle(Random(1), GAME.variants[name].level), evidence or ScriptedEvidence())
    play.view("")
    return play


def answer(play: ChartRead, number: int, off: float = 0) -> Reply:
    """Check the highest price of the n-th chart with its time, `off` by a share of it."""
    series = prices(play.puzzle, number)
    top = max(series)
    time = play.puzzle.times[series.index(top)]
    return play.check(number=number, price=top * (1 + off), time=time)


def test_charts_read_right_in_a_row_win() -> None:
    play = played("base")
    replies = [answer(play, number) for number in range(ROUNDS)]
    assert replies[-1]["won"]
    assert not any("won" in reply for reply in replies[:-1])


def test_an_answer_that_is_sent_twice_is_judged_once() -> None:
    play = played("base")
    answer(play, 0)
    assert answer(play, 0) == {}
    assert answer(play, 1)["won"]


def test_a_wrong_answer_leads_to_a_new_chart_and_begins_again() -> None:
    play = played("base")
    answer(play, 0)
    assert answer(play, 1, off=0.06)["wrong"]
    replies = [answer(play, number) for number in (2, 3)]
    assert replies[0]["round"] == 2
    assert replies[1]["won"]


def test_the_price_may_be_off_by_as_much_as_the_goal_says() -> None:
    assert "wrong" not in answer(played("hard"), 0, off=0.024)
    assert answer(played("hard"), 0, off=0.026)["wrong"]


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_the_page_is_told_no_price_and_no_height(name: VariantName) -> None:
    play = played(name)
    assert GAME.hidden is not None
    assert not found(repr(play.view("")), GAME.hidden(play.puzzle))


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_the_line_is_highest_in_the_picture_at_the_highest_price(name: VariantName) -> None:
    play = played(name)
    series, frame = prices(play.puzzle, 0), play.puzzle.level.frame
    file = play.file("chart-0.png")
    assert file is not None
    pixels = np.asarray(Image.open(io.BytesIO(file.body)).convert("RGB")).astype(int)
    blue = pixels[:, :, 2] - pixels[:, :, 0] > 100
    row, column = np.argwhere(blue)[0]
    top = series.index(max(series))
    assert abs(column - frame.slots(len(series))[top]) <= 4
    assert abs(row - frame.y(series[top])) <= 6


def test_the_next_chart_is_not_given_before_its_round() -> None:
    play = played("base")
    assert play.file("chart-1.png") is None
    answer(play, 0)
    assert play.file("chart-1.png") is not None


def test_a_price_is_told_only_where_somebody_points() -> None:
    evidence = ScriptedEvidence()
    play = played("base", evidence)
    with pytest.raises(Refused):
        play.point(slot=3, left=0)
    evidence.see("move", x=play.puzzle.level.frame.slots(24)[3], y=100)
    assert play.point(slot=3, left=0)["tip"][1] == f"${prices(play.puzzle, 0)[3]:.2f}"


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_a_guess_is_seldom_right(name: VariantName) -> None:
    level = GAME.variants[name].level
    charts = [prices(puzzle(Random(seed), level), 0) for seed in range(1500)]
    tops = [(max(series), series.index(max(series))) for series in charts]
    best = max(
        sum(abs(price - top) <= top * level.tolerance and at == slot for top, at in tops)
        for price in range(140, 310, 5)
        for slot in range(level.points)
    )
    assert isinstance(GAME.tries, int)
    # The best of many guesses is a little lucky among so few charts.
    assert GAME.tries * (best / len(charts)) ** ROUNDS < 0.015
