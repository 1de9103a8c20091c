"""Canvas catch: recorded drags are replayed; positions are only in images."""

import io

import numpy as np
import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.canvas_catch.game import GAME, CanvasCatch, Level, Puzzle
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, Reply, ScriptedEvidence

# Position of the field in the viewport.
LEFT, TOP = 100, 50
PUZZLE = Puzzle(Level(20, 100), disc=(60, 60), box=(400, 200))


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> CanvasCatch:
    play = CanvasCatch(PUZZLE, evidence)
    assert not find_facts(str(play.view("")), GAME.hidden(PUZZLE) if GAME.hidden else [])
    return play


def press(evidence: ScriptedEvidence, x: float, y: float) -> None:
    evidence.record("down", LEFT + x, TOP + y, "left", "board")


def drag(
    play: CanvasCatch, evidence: ScriptedEvidence, start: tuple[int, int], end: tuple[int, int]
) -> Reply:
    press(evidence, *start)
    play.grab(left=LEFT, top=TOP)
    evidence.record("up", LEFT + end[0], TOP + end[1], "left", "board")
    return play.drop(left=LEFT, top=TOP)


def test_dragging_the_disc_into_the_box_wins(play: CanvasCatch, evidence: ScriptedEvidence) -> None:
    assert drag(play, evidence, (65, 65), (455, 255))["won"]


def test_a_drag_that_ended_before_its_message_counts(
    play: CanvasCatch, evidence: ScriptedEvidence
) -> None:
    press(evidence, 60, 60)
    evidence.record("up", LEFT + 450, TOP + 250)
    assert play.grab(left=LEFT, top=TOP)["won"]


def test_a_disc_only_half_in_the_box_is_a_miss(
    play: CanvasCatch, evidence: ScriptedEvidence
) -> None:
    reply = drag(play, evidence, (60, 60), (405, 250))
    assert reply == {"offset": [345, 190], "grabbed": True}
    assert evidence.episode[MISSES] == 1
    assert drag(play, evidence, (405, 250), (450, 250))["won"]


def test_a_press_beside_the_disc_is_a_miss_and_moves_nothing(
    play: CanvasCatch, evidence: ScriptedEvidence
) -> None:
    assert drag(play, evidence, (90, 60), (450, 250)) == {"offset": [0, 0], "grabbed": False}
    assert evidence.episode[MISSES] == 1


def test_the_disc_stays_within_the_field(play: CanvasCatch, evidence: ScriptedEvidence) -> None:
    assert drag(play, evidence, (60, 60), (-500, 60))["offset"] == [-40, 0]


def test_disc_and_box_are_at_the_positions_in_the_images(play: CanvasCatch) -> None:
    positions = []
    for name, colour in (("disc.png", (47, 85, 212, 255)), ("box.png", (255, 227, 189, 255))):
        file = play.file(name)
        assert file is not None
        picture = np.asarray(Image.open(io.BytesIO(file.body)))
        y, x = np.nonzero((picture == colour).all(axis=2))
        positions.append((round(x.mean()), round(y.mean())))
    assert positions == [pytest.approx((60, 60), abs=1), pytest.approx((450, 250), abs=1)]


def test_other_files_do_not_exist(play: CanvasCatch) -> None:
    assert play.file("board.png") is None
