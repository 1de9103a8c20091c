"""Right Click: on the card, or on the spot that is only in the image."""

import io
from random import Random

import numpy as np
import pytest
from per_change import every
from PIL import Image

from webproctor.benchmarks.webgames.games.right_click.game import (
    IMAGE_SIZE,
    RADIUS,
    RightClick,
    puzzle,
)
from webproctor.benchmarks.webgames.play import MISSES, Reply, ScriptedEvidence

LEFT, TOP = 160, 120


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


def ask(
    play: RightClick, evidence: ScriptedEvidence, x: float, y: float, target: str = "target"
) -> Reply:
    evidence.record("menu", LEFT + x, TOP + y, target=target)
    return play.menu(left=LEFT, top=TOP)


def test_a_right_click_anywhere_on_the_card_wins(evidence: ScriptedEvidence) -> None:
    assert ask(RightClick(puzzle(Random(1), "base"), evidence), evidence, 1, 1)["won"]


def test_a_right_click_within_the_radius_of_the_spot_wins(evidence: ScriptedEvidence) -> None:
    play = RightClick(puzzle(Random(1), "hard"), evidence)
    assert play.puzzle.spot is not None
    x, y = play.puzzle.spot
    assert ask(play, evidence, x + RADIUS + 1, y) == {"missed": True}
    assert evidence.episode[MISSES] == 1
    assert ask(play, evidence, x, y, target="note") == {"missed": True}
    assert ask(play, evidence, x + RADIUS - 1, y)["won"]


def test_a_right_click_is_judged_even_if_another_one_follows_at_once(
    evidence: ScriptedEvidence,
) -> None:
    play = RightClick(puzzle(Random(1), "hard"), evidence)
    assert play.puzzle.spot is not None
    x, y = play.puzzle.spot
    evidence.record("menu", 5, 5, target="")
    evidence.record("menu", LEFT + x, TOP + y, target="target")
    evidence.record("menu", LEFT + 1, TOP + 1, target="target")
    assert play.menu(left=LEFT, top=TOP)["won"]


@pytest.mark.parametrize("seed", every(4, range(20)))
def test_the_image_shows_the_spot_at_its_position(evidence: ScriptedEvidence, seed: int) -> None:
    play = RightClick(puzzle(Random(seed), "hard"), evidence)
    file = play.file("tiles.png")
    assert file is not None
    image = np.asarray(Image.open(io.BytesIO(file.body)))
    assert image.shape[:2] == IMAGE_SIZE[::-1]
    y, x = np.nonzero((image == (141, 162, 231)).all(axis=2))
    assert (x.mean(), y.mean()) == pytest.approx(play.puzzle.spot, abs=1)


def test_the_page_receives_only_the_size_of_the_image(evidence: ScriptedEvidence) -> None:
    assert RightClick(puzzle(Random(1), "hard"), evidence).view("") == {
        "image_size": IMAGE_SIZE,
        "big": False,
    }
