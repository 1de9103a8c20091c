"""WebGL Text: several shapes in a row, each drawn by the server."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.webgl_text.game import GAME, Shapes, puzzle, shape
from webproctor.benchmarks.webgames.games.webgl_text.shapes import NAMES
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, Reply, ScriptedEvidence


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Shapes:
    play = Shapes(puzzle(Random(3), GAME.variants["base"].level), evidence)
    play.view("")
    return play


def answer(play: Shapes, number: int, *, correct: bool) -> Reply:
    return play.check(text=shape(play.puzzle, number) if correct else "blob", number=number)


def test_correct_names_in_all_rounds_win(play: Shapes) -> None:
    for number in range(play.puzzle.level.rounds - 1):
        assert answer(play, number, correct=True)["correct"]
    assert answer(play, play.puzzle.level.rounds - 1, correct=True)["won"]


def test_a_wrong_name_restarts_the_rounds_with_another_shape(
    play: Shapes, evidence: ScriptedEvidence
) -> None:
    answer(play, 0, correct=True)
    reply = answer(play, 1, correct=False)
    assert not reply["correct"]
    assert (reply["round"], reply["number"]) == (1, 2)
    assert evidence.episode[MISSES] == 1


def test_a_name_sent_twice_counts_once(play: Shapes, evidence: ScriptedEvidence) -> None:
    answer(play, 0, correct=True)
    assert answer(play, 0, correct=True)["round"] == 2
    assert MISSES not in evidence.episode


def test_reloading_the_page_keeps_the_shape(play: Shapes, evidence: ScriptedEvidence) -> None:
    answer(play, 0, correct=True)
    view = Shapes(play.puzzle, evidence).view("")
    assert view is not None
    assert (view["round"], view["number"]) == (2, 1)


def test_only_the_image_of_the_current_shape_is_available(play: Shapes) -> None:
    assert play.file("shape-0.png") is not None
    assert play.file("shape-1.png") is None


def test_the_page_does_not_receive_names_of_shapes(play: Shapes) -> None:
    received = f"{play.view('')} {answer(play, 0, correct=False)}"
    assert not find_facts(received, [name for names in NAMES.values() for name in names])


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_guessing_wins_less_than_one_percent_of_episodes(name: str) -> None:
    level = GAME.variants[name].level  # type: ignore[index]
    assert isinstance(GAME.tries, int)
    assert GAME.tries * len(level.shapes) ** -level.rounds < 0.01
