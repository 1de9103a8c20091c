"""Color harmony: the target is a picture, every change of a slider is judged."""

import io
from random import Random

import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.color_harmony.game import (
    GAME,
    Colours,
    Level,
    Puzzle,
    distance,
    puzzle,
)
from webproctor.benchmarks.webgames.play import Refused, Stand, VariantName

TARGET = (200, 40, 60)


@pytest.fixture
def stand() -> Stand:
    stand = Stand()
    for channel in range(3):
        stand.see("down", target=f"channel{channel}")
    return stand


@pytest.fixture
def play(stand: Stand) -> Colours:
    play = Colours(Puzzle(TARGET, Level(15)), stand)
    play.view("")
    return play


def test_the_target_colour_wins(play: Colours) -> None:
    play.mix(channel=0, value=200)
    play.mix(channel=1, value=40)
    assert play.mix(channel=2, value=60)["won"]


def test_a_colour_wins_when_it_is_nearer_than_the_level_says(play: Colours) -> None:
    play.mix(channel=0, value=200)
    play.mix(channel=1, value=40)
    assert play.mix(channel=2, value=75) == {}
    assert play.mix(channel=2, value=74)["won"]


def test_the_page_is_told_no_number_of_the_target(play: Colours) -> None:
    assert play.view("") == {"start": [128, 128, 128], "blue": True}


def test_the_target_is_shown_as_a_picture(play: Colours) -> None:
    file = play.file("target.png")
    assert file is not None
    assert Image.open(io.BytesIO(file.body)).getpixel((60, 60)) == TARGET


def test_blue_is_given_in_the_easy_form_and_cannot_be_changed(stand: Stand) -> None:
    play = Colours(Puzzle(TARGET, Level(50, blue=False)), stand)
    assert play.view("") == {"start": [128, 128, 60], "blue": False}
    with pytest.raises(Refused):
        play.mix(channel=2, value=61)


def test_a_slider_that_no_hand_has_touched_does_not_move() -> None:
    play = Colours(Puzzle(TARGET, Level(15)), Stand())
    play.view("")
    with pytest.raises(Refused, match="no hand"):
        play.mix(channel=0, value=200)


@pytest.mark.parametrize(("channel", "value"), [(3, 0), (-1, 0), (0, 256), (0, -1)])
def test_values_that_no_slider_has_are_refused(play: Colours, channel: int, value: int) -> None:
    with pytest.raises(Refused):
        play.mix(channel=channel, value=value)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_no_puzzle_is_solved_at_its_start(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(1000):
        made = puzzle(Random(seed), level)
        assert distance(made.target, made.start) > level.distance
