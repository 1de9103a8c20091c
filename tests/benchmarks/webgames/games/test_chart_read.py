"""Chart read: the chart is an image; a value is returned only for the pointer position."""

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
from webproctor.benchmarks.webgames.leaks import find_facts
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


def test_consecutive_correct_readings_win() -> None:
    play = played("base")
    replies = [answer(play, number) for number in range(ROUNDS)]
    assert replies[-1]["won"]
    assert not any("won" in reply for reply in replies[:-1])


def test_an_answer_that_is_sent_twice_counts_once() -> None:
    play = played("base")
    answer(play, 0)
    assert answer(play, 0) == {}
    assert answer(play, 1)["won"]


def test_a_wrong_answer_restarts_the_rounds_with_a_new_chart() -> None:
    play = played("base")
    answer(play, 0)
    assert answer(play, 1, off=0.06)["wrong"]
    replies = [answer(play, number) for number in (2, 3)]
    assert replies[0]["round"] == 2
    assert replies[1]["won"]


def test_the_price_tolerance_is_that_of_the_level() -> None:
    assert "wrong" not in answer(played("hard"), 0, off=0.024)
    assert answer(played("hard"), 0, off=0.026)["wrong"]


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_the_page_does_not_receive_prices_or_heights(name: VariantName) -> None:
    play = played(name)
    assert GAME.hidden is not None
    assert not find_facts(repr(play.view("")), GAME.hidden(play.puzzle))


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_the_line_is_highest_at_the_highest_price(name: VariantName) -> None:
    play = played(name)
    series, frame = prices(play.puzzle, 0), play.puzzle.level.frame
    file = play.file("chart-0.png")
    assert file is not None
    pixels = np.asarray(Image.open(io.BytesIO(file.body)).convert("RGB")).astype(int)
    blue = pixels[:, :, 2] - pixels[:, :, 0] > 100
    row, column = np.argwhere(blue)[0]
    top = series.index(max(series))
    assert abs(column - frame.column_centres(len(series))[top]) <= 4
    assert abs(row - frame.y(series[top])) <= 6


def test_the_next_chart_is_not_available_before_its_round() -> None:
    play = played("base")
    assert play.file("chart-1.png") is None
    answer(play, 0)
    assert play.file("chart-1.png") is not None


def test_a_price_is_available_only_under_the_pointer() -> None:
    evidence = ScriptedEvidence()
    play = played("base", evidence)
    with pytest.raises(Refused):
        play.point(column=3, left=0)
    evidence.record("move", x=play.puzzle.level.frame.column_centres(24)[3], y=100)
    assert play.point(column=3, left=0)["tip"][1] == f"${prices(play.puzzle, 0)[3]:.2f}"


def test_each_price_is_available_if_all_moves_arrive_before_the_messages() -> None:
    evidence = ScriptedEvidence()
    play = played("base", evidence)
    for x in play.puzzle.level.frame.column_centres(24)[:3]:
        evidence.record("move", x=x)
    for column in range(3):
        assert play.point(column=column, left=0)["tip"][0] == play.puzzle.times[column]
    with pytest.raises(Refused):
        play.point(column=1, left=0)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_a_guess_is_rarely_correct(name: VariantName) -> None:
    level = GAME.variants[name].level
    charts = [prices(puzzle(Random(seed), level), 0) for seed in range(1500)]
    tops = [(max(series), series.index(max(series))) for series in charts]
    best = max(
        sum(abs(price - top) <= top * level.tolerance and at == slot for top, at in tops)
        for price in range(140, 310, 5)
        for slot in range(level.points)
    )
    assert isinstance(GAME.tries, int)
    # With so few charts, the best of many guesses is slightly above its true rate.
    assert GAME.tries * (best / len(charts)) ** ROUNDS < 0.015
