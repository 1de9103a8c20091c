"""Frog Crossing: recorded hops count in the beats of their key presses."""

from dataclasses import replace
from pathlib import Path

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.frog_crossing.game import FrogCrossing, Level, Puzzle
from webproctor.benchmarks.webgames.play import ScriptedEvidence
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.actions import web

# Three rows; the middle one has a car that drives to the left; the frog starts at (2, 1). A beat is
# a second; the first starts half a second after the page was loaded.
PUZZLE = Puzzle(Level(3, (1,), 1, 1.0), ((2,),))
BEGAN = 500.0


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> FrogCrossing:
    play = FrogCrossing(PUZZLE, evidence)
    play.view("")
    return play


def key(evidence: ScriptedEvidence, beat: float, name: str = "ArrowUp") -> None:
    evidence.time = BEGAN / 1000 + beat
    evidence.record("key", detail=name)


def test_a_frog_that_avoids_the_cars_wins(play: FrogCrossing, evidence: ScriptedEvidence) -> None:
    # The car is in column 2, 1, 0, 2: free for two beats from beat 2 on.
    key(evidence, 2.2)
    assert play.hop(began=BEGAN) == {"frog": (1, 1), "crashed": False}
    key(evidence, 3.2)
    assert play.hop(began=BEGAN)["won"]


def test_hops_count_at_the_time_of_their_key_press_even_if_sent_late(
    play: FrogCrossing, evidence: ScriptedEvidence
) -> None:
    key(evidence, 2.2)
    key(evidence, 3.2)
    evidence.time = 60
    assert play.hop(began=BEGAN)["won"]


def test_a_second_message_about_a_hop_is_not_a_fault(
    play: FrogCrossing, evidence: ScriptedEvidence
) -> None:
    key(evidence, 2.2)
    assert play.hop(began=BEGAN) == play.hop(began=BEGAN)


def test_a_frog_in_the_way_of_a_car_is_run_over(
    play: FrogCrossing, evidence: ScriptedEvidence
) -> None:
    key(evidence, 0.5)
    assert play.hop(began=BEGAN) == {"frog": (1, 1), "crashed": False}
    key(evidence, 1.5)
    assert play.hop(began=BEGAN) == {"frog": (1, 1), "crashed": True}
    key(evidence, 2.5)
    assert play.hop(began=BEGAN)["crashed"]


def test_the_published_frog_hops_on_every_key_press(evidence: ScriptedEvidence) -> None:
    play = FrogCrossing(replace(PUZZLE, level=replace(PUZZLE.level, unlimited_hops=True)), evidence)
    play.view("")
    key(evidence, 2.2)
    key(evidence, 2.4)
    assert play.hop(began=BEGAN)["won"]


def test_the_published_frog_is_run_over_by_a_car_in_its_way(evidence: ScriptedEvidence) -> None:
    play = FrogCrossing(replace(PUZZLE, level=replace(PUZZLE.level, unlimited_hops=True)), evidence)
    play.view("")
    key(evidence, 1.2)
    key(evidence, 1.4)
    assert play.hop(began=BEGAN) == {"frog": (1, 1), "crashed": True}


def test_a_second_hop_in_one_beat_does_not_count(
    play: FrogCrossing, evidence: ScriptedEvidence
) -> None:
    key(evidence, 2.2)
    key(evidence, 2.4)
    assert play.hop(began=BEGAN)["frog"] == (1, 1)


def test_a_hop_off_the_field_does_not_count(play: FrogCrossing, evidence: ScriptedEvidence) -> None:
    key(evidence, 0.5, "ArrowDown")
    assert play.hop(began=BEGAN) == {"frog": (2, 1), "crashed": False}


def test_a_hop_without_recorded_input_moves_nothing(
    play: FrogCrossing, evidence: ScriptedEvidence
) -> None:
    evidence.time = 10
    assert play.hop(began=BEGAN)["frog"] == (2, 1)


def test_a_key_press_from_the_clock_of_another_page_does_not_count(
    play: FrogCrossing, evidence: ScriptedEvidence
) -> None:
    evidence.time = 100
    evidence.record("key", detail="ArrowUp")
    evidence.time = 3
    assert play.hop(began=BEGAN)["frog"] == (2, 1)


# Blocks the page for more than two beats.
_BUSY = (
    "setTimeout(() => { const end = performance.now() + 1500; while (performance.now() < end); })"
)


@pytest.mark.exhaustive
async def test_hops_on_a_busy_page_are_accepted(executable: Path) -> None:
    games = WebGames([suite.entry("frog-crossing-easy")])
    async with games, games.session(games.tasks()[0]) as session:
        assert isinstance(session, GameWebSession)
        for key in ("ArrowLeft", "ArrowRight"):
            await session.page.run(_BUSY)
            await session.act(web.Press(keys=key))
        assert session.game_session.messages == 2
        assert session.game_session.faults == []
