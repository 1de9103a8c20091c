"""Robo check: the correct images in several rounds; wrong selections are counted."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.robo_check.game import GAME, Captcha, image_round, puzzle
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import (
    MISSES,
    Refused,
    Reply,
    ScriptedEvidence,
    VariantName,
)


def played(name: VariantName) -> tuple[Captcha, ScriptedEvidence, Reply]:
    """A game after the box was checked, its evidence, and the reply."""
    evidence = ScriptedEvidence()
    play = Captcha(puzzle(Random(1), GAME.variants[name].level), evidence)
    play.view("")
    evidence.record("down", detail="left", target="human")
    return play, evidence, play.check_box()


def pick(play: Captcha, evidence: ScriptedEvidence, tiles: set[int]) -> Reply:
    for tile in tiles:
        evidence.record("down", detail="left", target=f"tile-{tile}")
    return verify(play, tiles)


def verify(play: Captcha, tiles: set[int]) -> Reply:
    return play.verify(number=play.evidence.episode["round"], selected=[*tiles])


@pytest.mark.parametrize(("name", "rounds"), [("base", 2), ("hard", 2)])
def test_the_correct_images_of_every_round_pass(name: VariantName, rounds: int) -> None:
    play, evidence, _ = played(name)
    replies = [pick(play, evidence, image_round(play.puzzle, n).correct) for n in range(rounds)]
    assert "wait" in replies[-1]
    assert not any("wait" in reply for reply in replies[:-1])


def test_a_wrong_selection_is_counted_and_restarts_the_rounds() -> None:
    play, evidence, _ = played("base")
    pick(play, evidence, image_round(play.puzzle, 0).correct)
    reply = pick(play, evidence, set())
    assert (reply["wrong"], reply["correct_in_row"]) == (True, 0)
    assert play.evidence.episode[MISSES] == 1


def test_reloading_the_page_shows_other_images() -> None:
    play, evidence, first = played("hard")
    play.view("")
    evidence.record("down", detail="left", target="human")
    assert play.check_box()["number"] == first["number"] + 1


def test_the_box_can_be_checked_only_once() -> None:
    play, _, _ = played("base")
    with pytest.raises(Refused):
        play.check_box()


def test_selecting_an_image_requires_recorded_input_on_it() -> None:
    play, _, _ = played("base")
    with pytest.raises(Refused, match="no input on this image"):
        verify(play, image_round(play.puzzle, 0).correct)


def test_the_selection_that_is_shown_counts() -> None:
    play, evidence, _ = played("base")
    correct = image_round(play.puzzle, 0).correct
    wrong = next(iter(set(range(9)) - correct))
    # Pressed, but released elsewhere, and a key that is held down.
    for target in (wrong, wrong, wrong, *correct, *correct):
        evidence.record("down", detail="left", target=f"tile-{target}")
    assert verify(play, correct)["correct_in_row"] == 1


def test_a_selection_that_is_sent_twice_counts_once() -> None:
    play, _, first = played("base")
    assert verify(play, set())["wrong"]
    assert play.verify(number=first["number"], selected=[]) == {}
    assert play.evidence.episode[MISSES] == 1


@pytest.mark.parametrize("name", ["base", "hard"])
def test_the_page_does_not_receive_what_the_images_show(name: VariantName) -> None:
    play, _, reply = played(name)
    assert GAME.hidden is not None
    assert not find_facts(f"{play.view('')} {reply}", GAME.hidden(play.puzzle))


def test_minimum_actions_include_every_round() -> None:
    level = GAME.variants["base"].level
    for seed in range(200):
        drawn = puzzle(Random(seed), level)
        needed = 1 + sum(len(image_round(drawn, n).correct) + 1 for n in range(level.rounds))
        assert GAME.minimum_actions(drawn) <= needed
