"""Robo check: the right images in several rounds; wrong choices are counted."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.robo_check.game import GAME, Captcha, pictures, puzzle
from webproctor.benchmarks.webgames.leaks import found
from webproctor.benchmarks.webgames.play import (
    MISSES,
    Refused,
    Reply,
    ScriptedEvidence,
    VariantName,
)


def played(name: VariantName) -> tuple[Captcha, ScriptedEvidence, Reply]:
    """A play after the tick, its table, and the reply to the tick."""
    evidence = ScriptedEvidence()
    play = Captcha(puzzle(Random(1), GAME.variants[name].level), evidence)
    play.view("")
    evidence.see("down", detail="left", target="human")
    return play, evidence, play.tick()


def pick(play: Captcha, evidence: ScriptedEvidence, tiles: set[int]) -> Reply:
    for tile in tiles:
        evidence.see("down", detail="left", target=f"tile-{tile}")
    return play.verify()


@pytest.mark.parametrize(("name", "rounds"), [("base", 2), ("hard", 2)])
def test_the_right_pictures_of_every_round_pass(name: VariantName, rounds: int) -> None:
    play, evidence, _ = played(name)
    replies = [pick(play, evidence, pictures(play.puzzle, n).right) for n in range(rounds)]
    assert "wait" in replies[-1]
    assert not any("wait" in reply for reply in replies[:-1])


def test_a_mistake_is_counted_and_the_rounds_begin_again() -> None:
    play, evidence, _ = played("base")
    pick(play, evidence, pictures(play.puzzle, 0).right)
    reply = pick(play, evidence, set())
    assert (reply["wrong"], reply["done"]) == (True, 0)
    assert play.evidence.episode[MISSES] == 1


def test_a_page_that_is_loaded_again_shows_other_pictures() -> None:
    play, evidence, first = played("hard")
    play.view("")
    evidence.see("down", detail="left", target="human")
    assert play.tick()["round"] == first["round"] + 1


def test_the_box_is_ticked_once() -> None:
    play, _, _ = played("base")
    with pytest.raises(Refused):
        play.tick()


@pytest.mark.parametrize("name", ["base", "hard"])
def test_what_the_pictures_show_is_not_told(name: VariantName) -> None:
    play, _, reply = played(name)
    assert GAME.hidden is not None
    assert not found(f"{play.view('')} {reply}", GAME.hidden(play.puzzle))


def test_the_fewest_deeds_count_every_round() -> None:
    level = GAME.variants["base"].level
    for seed in range(200):
        made = puzzle(Random(seed), level)
        needed = 1 + sum(len(pictures(made, n).right) + 1 for n in range(level.rounds))
        assert GAME.minimum_actions(made) <= needed
