"""Chart transcribe: bars are an image; a value is returned only for the pointer position."""

import io
from random import Random

import numpy as np
from PIL import Image

from webproctor.benchmarks.webgames.games.chart_transcribe.game import (
    GAME,
    ChartTranscribe,
    Level,
    puzzle,
)
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def played() -> ChartTranscribe:
    play = ChartTranscribe(puzzle(Random(1), Level(4)), ScriptedEvidence())
    play.view("")
    return play


def lines(play: ChartTranscribe) -> str:
    return "\n".join(f"{n:02}:00,{one},{other}" for n, (one, other) in enumerate(play.puzzle.bars))


def test_correct_lines_win_and_wrong_ones_are_counted() -> None:
    play = played()
    assert play.check(text=lines(play) + "\n04:00,1,2")["wrong"]
    assert play.evidence.episode[MISSES] == 1
    assert play.check(text=lines(play))["won"]


def test_the_page_does_not_receive_values_or_heights() -> None:
    play = played()
    assert GAME.hidden is not None
    assert not find_facts(repr(play.view("")), GAME.hidden(play.puzzle))


def test_bars_in_the_image_have_the_height_of_their_values() -> None:
    play = played()
    file = play.file("chart.png")
    assert file is not None
    pixels = np.asarray(Image.open(io.BytesIO(file.body)).convert("RGB")).astype(int)
    purple = pixels[:, :, 2] - pixels[:, :, 1] > 100
    frame = play.puzzle.frame
    for x, (primary, _) in zip(frame.column_centres(4), play.puzzle.bars, strict=True):
        assert abs(np.flatnonzero(purple[:, round(x) - 18])[0] - frame.y(primary)) <= 1


def test_different_values_have_bars_of_different_heights() -> None:
    for variant in GAME.variants.values():
        frame = puzzle(Random(1), variant.level).frame
        assert len({frame.y(value) for value in range(20, 100)}) == 80
