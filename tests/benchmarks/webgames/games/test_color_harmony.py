"""Color harmony: the target is an image; the mixed color is compared on the server."""

import io
from math import pi
from random import Random

import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.color_harmony.game import (
    GAME,
    ColorHarmony,
    distance,
    initial_colour,
    puzzle,
    target,
)
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence, VariantName


def played(name: VariantName) -> tuple[ColorHarmony, ScriptedEvidence]:
    evidence = ScriptedEvidence()
    play = ColorHarmony(puzzle(Random(1), GAME.variants[name].level), evidence)
    play.view("")
    return play, evidence


def check(play: ColorHarmony, evidence: ScriptedEvidence, *mixed: int, number: int = 0) -> Reply:
    """Move every slider and check."""
    for channel in range(3):
        evidence.record("down", target=f"channel{channel}")
    return play.check(number=number, mixed=list(mixed))


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_matching_the_target_of_every_round_wins(name: VariantName) -> None:
    play, evidence = played(name)
    rounds = play.puzzle.level.rounds
    replies = [
        check(play, evidence, *target(play.puzzle, number), number=number)
        for number in range(rounds)
    ]
    assert replies[-1]["won"]
    assert not any("won" in reply for reply in replies[:-1])


def test_a_color_within_the_distance_of_the_level_is_correct() -> None:
    play, evidence = played("hard")
    red, *others = target(play.puzzle, 0)
    by = 15 if red < 128 else -15
    assert check(play, evidence, red + by, *others)["wrong"]
    red, *others = target(play.puzzle, 1)
    by = 14 if red < 128 else -14
    assert check(play, evidence, red + by, *others, number=1)["won"]


def test_the_page_does_not_receive_the_target_values() -> None:
    play, _ = played("base")
    assert play.view("") == {
        "initial": [128, 128, 128],
        "blue_adjustable": True,
        "number": 0,
        "round": 1,
        "rounds": 2,
    }


def test_the_target_is_an_image() -> None:
    play, _ = played("base")
    file = play.file("target-0.png")
    assert file is not None
    assert Image.open(io.BytesIO(file.body)).getpixel((60, 60)) == target(play.puzzle, 0)


def test_in_the_easy_variant_blue_is_fixed_at_its_target() -> None:
    play, evidence = played("easy")
    red, green, blue = target(play.puzzle, 0)
    view = play.view("")
    assert view is not None
    assert view["initial"] == [128, 128, blue]
    with pytest.raises(Refused):
        check(play, evidence, red, green, blue + 1 if blue < 255 else 254)


def test_sliders_without_recorded_input_are_refused() -> None:
    play, _ = played("base")
    with pytest.raises(Refused, match="no input"):
        play.check(number=0, mixed=list(target(play.puzzle, 0)))


@pytest.mark.parametrize("mixed", [(1, 2), (1, 2, 3, 4), (256, 0, 0), (0, -1, 0)])
def test_invalid_slider_values_are_refused(mixed: tuple[int, ...]) -> None:
    play, evidence = played("base")
    with pytest.raises(Refused):
        check(play, evidence, *mixed)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_no_puzzle_is_solved_initially(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(1000):
        drawn = puzzle(Random(seed), level)
        wanted = target(drawn, 0)
        assert distance(wanted, initial_colour(drawn, wanted[2])) > level.tolerance


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_a_guess_is_rarely_correct(name: VariantName) -> None:
    level = GAME.variants[name].level
    near, far = level.tolerance, 70
    if level.blue_adjustable:
        chance = 4 / 3 * pi * near**3 / (256**3 - 4 / 3 * pi * far**3)
    else:
        chance = pi * near**2 / (256**2 - pi * far**2)
    assert isinstance(GAME.tries, int)
    assert GAME.tries * chance**level.rounds < 0.01
