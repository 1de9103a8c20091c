"""Nested frames: each frame is a page that only the frame around it can load."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.iframe_nest.game import GAME, Nest, puzzle
from webproctor.benchmarks.webgames.play import Refused, ScriptedEvidence


@pytest.fixture
def play() -> Nest:
    return Nest(puzzle(Random(1), GAME.variants["easy"].level), ScriptedEvidence())


def test_only_the_innermost_frame_has_the_button(play: Nest) -> None:
    views = [play.view(path) for path in ("", "1", "2", "3")]
    assert [view and "button" in view for view in views] == [False, False, False, True]


def test_each_frame_is_loaded_by_the_one_around_it(play: Nest) -> None:
    assert [play.frame_parent(path) for path in ("", "1", "2", "3")] == [None, "", "1", "2"]


@pytest.mark.parametrize(
    "path", ["0", "4", "01", "-1", "1.0", "x", "\N{FULLWIDTH DIGIT ONE}", "1" * 5000]
)
def test_there_are_no_other_pages(play: Nest, path: str) -> None:
    assert play.view(path) is None


def test_the_button_requires_a_recorded_press(play: Nest) -> None:
    with pytest.raises(Refused, match="no press"):
        play.press()
