"""Slider symphony: the outlines are an image; positions of the boxes are compared on the server."""

import io
from random import Random

import numpy as np
import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.slider_symphony.game import (
    BOX,
    GAME,
    GAP,
    INSET,
    LANE,
    START,
    Sliders,
    puzzle,
    targets,
    top,
)
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence, VariantName


def new_play(name: VariantName) -> tuple[Sliders, ScriptedEvidence]:
    evidence = ScriptedEvidence()
    play = Sliders(puzzle(Random(1), GAME.variants[name].level), evidence)
    play.view("")
    return play, evidence


def check(play: Sliders, evidence: ScriptedEvidence, values: list[int], number: int = 0) -> Reply:
    """Move every slider and check."""
    for n in range(len(values)):
        evidence.record("down", target=f"slider{n}")
    return play.check(number=number, values=values)


def test_boxes_on_their_outlines_win() -> None:
    play, evidence = new_play("base")
    assert check(play, evidence, targets(play.puzzle, 0))["won"]


def test_the_position_tolerance_is_that_of_the_level() -> None:
    play, evidence = new_play("hard")
    first, *others = targets(play.puzzle, 0)
    assert check(play, evidence, [first + 3, *others])["wrong"]
    first, *others = targets(play.puzzle, 1)
    assert check(play, evidence, [first + 2, *others], 1)["won"]


def test_the_easy_variant_has_two_rounds() -> None:
    play, evidence = new_play("easy")
    assert check(play, evidence, targets(play.puzzle, 0))["round"] == 2
    assert check(play, evidence, targets(play.puzzle, 1), 1)["won"]


def test_sliders_without_recorded_input_in_this_round_are_refused() -> None:
    play, evidence = new_play("easy")
    check(play, evidence, targets(play.puzzle, 0))
    with pytest.raises(Refused, match="no input"):
        play.check(number=1, values=targets(play.puzzle, 1))


@pytest.mark.parametrize("values", [[], [50], [50, 50, 50], [101, 50], [50, -1]])
def test_invalid_slider_values_are_refused(values: list[int]) -> None:
    play, _ = new_play("easy")
    with pytest.raises(Refused):
        play.check(number=0, values=values)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_the_page_does_not_receive_the_positions_of_the_outlines(name: VariantName) -> None:
    play, _ = new_play(name)
    assert GAME.hidden is not None
    assert not find_facts(repr(play.view("")), GAME.hidden(play.puzzle))


def test_the_image_has_an_outline_in_each_lane() -> None:
    play, _ = new_play("hard")
    file = play.file("board-0.png")
    assert file is not None
    pixels = np.asarray(Image.open(io.BytesIO(file.body)).convert("L"))
    for n, target in enumerate(targets(play.puzzle, 0)):
        lane = pixels[:, n * (LANE + GAP) + INSET :][:, :BOX]
        dark = np.flatnonzero((lane < 100).sum(axis=1) > BOX / 4)
        assert abs(dark[0] - top(target)) <= 1
        assert abs(dark[-1] + 1 - BOX - top(target)) <= 1


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_a_guess_is_rarely_correct(name: VariantName) -> None:
    level = GAME.variants[name].level
    values = [target for seed in range(300) for target in targets(puzzle(Random(seed), level), 0)]
    best_guess = max(
        sum(abs(target - value) <= level.tolerance for target in values) / len(values)
        for value in range(101)
    )
    assert isinstance(GAME.tries, int)
    assert GAME.tries * best_guess ** (level.sliders * level.rounds) < 0.01
    assert all(abs(target - START) > level.tolerance for target in values)
