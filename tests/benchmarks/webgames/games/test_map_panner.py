"""Map panner: the drags that were seen are repeated; the treasure is told when it is found."""

import pytest

from webproctor.benchmarks.webgames.games.map_panner.game import Level, MapPanner, Puzzle
from webproctor.benchmarks.webgames.play import ScriptedEvidence

PUZZLE = Puzzle(Level(2000, 100, 400, 700, hinted=False), (1000, 1000), (1300, 1400), (1250, 1350))


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> MapPanner:
    play = MapPanner(PUZZLE, evidence)
    play.view("")
    return play


def drag(evidence: ScriptedEvidence, right: float, down: float) -> None:
    evidence.see("down", 640, 360, "left", "map")
    evidence.see("up", 640 + right, 360 + down, "left", "map")


def test_a_map_dragged_to_the_treasure_wins_and_shows_it(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -250, -350)
    reply = play.scan()
    assert reply["won"]
    assert reply["treasure"] == PUZZLE.treasure


def test_a_map_dragged_elsewhere_tells_how_near_it_is(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -100, -100)
    assert play.scan() == {"at": (1100, 1100), "hint": "Hot."}


def test_the_place_of_every_drag_is_scanned(play: MapPanner, evidence: ScriptedEvidence) -> None:
    drag(evidence, -300, -400)
    drag(evidence, 300, 400)
    assert play.scan()["won"]


def test_a_message_whose_drag_was_followed_before_is_nothing_wrong(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -100, -100)
    assert play.scan() == play.scan()


def test_without_a_drag_nothing_moves(play: MapPanner) -> None:
    assert play.scan()["at"] == (1000, 1000)
