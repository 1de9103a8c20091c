"""Webs, Assemble!: the module contains the code encrypted; wrong codes are counted."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.webs_assemble.game import GAME, Assemble, puzzle
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


@pytest.fixture
def play() -> Assemble:
    return Assemble(puzzle(Random(3), False), ScriptedEvidence())


def test_the_correct_code_wins(play: Assemble) -> None:
    assert play.check(code=f" {play.puzzle.code} ")["won"]


def test_a_wrong_code_is_a_miss(play: Assemble) -> None:
    assert play.check(code="AMBER_CEDAR_100") == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1


def test_the_module_does_not_contain_the_code_in_plain_text() -> None:
    for seed in range(100):
        play = Assemble(puzzle(Random(seed), False), ScriptedEvidence())
        module = play.file("module.wasm")
        assert module is not None
        assert not any(part.encode() in module.body for part in play.puzzle.code.split("_"))
    assert isinstance(GAME.tries, int)
    assert GAME.tries / 81_000 < 0.01
