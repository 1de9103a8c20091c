"""Map panner: recorded drags are replayed; the treasure is returned when it is found."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.map_panner.game import (
    GAME,
    Level,
    MapPanner,
    Puzzle,
    puzzle,
)
from webproctor.benchmarks.webgames.play import ScriptedEvidence

PUZZLE = Puzzle(
    Level(2000, 100, 400, 700, precise_hint=False), (1000, 1000), (1300, 1400), (1250, 1350)
)


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> MapPanner:
    play = MapPanner(PUZZLE, evidence)
    play.view("")
    return play


def drag(evidence: ScriptedEvidence, right: float, down: float) -> None:
    evidence.record("down", 640, 360, "left", "map")
    evidence.record("up", 640 + right, 360 + down, "left", "map")


def test_dragging_the_map_to_the_treasure_wins_and_shows_it(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -250, -350)
    reply = play.scan()
    assert reply["won"]
    assert reply["treasure"] == PUZZLE.treasure


def test_dragging_the_map_elsewhere_returns_only_its_position(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -100, -100)
    assert play.scan() == {"position": (1100, 1100)}


def test_a_treasure_that_a_drag_passes_over_is_found(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    evidence.record("down", 640, 360, "left", "map")
    evidence.record("move", 340, -40)
    evidence.record("move", 640, 360)
    assert play.scan()["won"]


def test_mouse_moves_without_a_button_do_not_find_the_treasure(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -100, -100)
    evidence.record("move", 440, 60)
    assert play.scan() == {"position": (1100, 1100)}


def test_the_hint_of_the_hard_variant_names_the_quadrant_of_the_treasure() -> None:
    for seed in range(50):
        drawn = puzzle(Random(seed), GAME.variants["hard"].level)
        view = MapPanner(drawn, ScriptedEvidence()).view("")
        assert view is not None
        x, y = drawn.treasure
        assert ("north" if y < 1500 else "south") in view["hint"]
        assert ("west" if x < 1500 else "east") in view["hint"]
        assert not any(letter.isdigit() for letter in view["hint"])


def test_every_drag_is_scanned(play: MapPanner, evidence: ScriptedEvidence) -> None:
    drag(evidence, -300, -400)
    drag(evidence, 300, 400)
    assert play.scan()["won"]


def test_a_second_message_about_a_drag_is_not_a_fault(
    play: MapPanner, evidence: ScriptedEvidence
) -> None:
    drag(evidence, -100, -100)
    assert play.scan() == play.scan()


def test_without_a_drag_the_map_does_not_move(play: MapPanner) -> None:
    assert play.scan()["position"] == (1000, 1000)
