"""Pixel copy: the pattern is an image; the copy must have the same cells."""

import io
from random import Random

import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.pixel_copy.game import (
    GAME,
    SIDE,
    PixelCopy,
    pattern,
    puzzle,
)
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import (
    MISSES,
    Refused,
    Reply,
    ScriptedEvidence,
    VariantName,
)


def played(name: VariantName) -> PixelCopy:
    play = PixelCopy(puzzle(Random(1), GAME.variants[name].level), ScriptedEvidence())
    play.view("")
    return play


def toggle(play: PixelCopy, row: int, column: int) -> Reply:
    """Toggle a cell in the round that is shown."""
    return play.toggle(number=rounds.current_round(play), row=row, column=column)


def white(play: PixelCopy, number: int) -> tuple[int, int]:
    """Return a cell that is white in the n-th image."""
    side = range(play.puzzle.level.size)
    black = pattern(play.puzzle, number)
    return next((row, column) for row in side for column in side if (row, column) not in black)


def test_the_copy_wins_with_its_last_cell() -> None:
    play = played("base")
    replies = [toggle(play, row=row, column=column) for row, column in pattern(play.puzzle, 0)]
    assert replies[-1] == {"won": True}
    assert not any(replies[:-1])


def test_a_wrong_cell_is_counted_and_must_be_cleared() -> None:
    play = played("base")
    row, column = white(play, 0)
    *most, last = pattern(play.puzzle, 0)
    toggle(play, row=row, column=column)
    replies = [toggle(play, row=row, column=column) for row, column in most]
    assert replies[-1] == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1
    toggle(play, row=row, column=column)
    assert toggle(play, row=last[0], column=last[1])["won"]


def test_the_easy_variant_has_three_rounds() -> None:
    play = played("easy")
    [(row, column)] = pattern(play.puzzle, 0)
    assert toggle(play, row=row, column=column)["round"] == 2
    row, column = white(play, 1)
    reply = toggle(play, row=row, column=column)
    assert (reply["wrong"], reply["round"]) == (True, 1)
    for number in (2, 3, 4):
        [(row, column)] = pattern(play.puzzle, number)
        reply = toggle(play, row=row, column=column)
    assert reply["won"]


def test_a_cell_toggled_after_its_round_does_not_count() -> None:
    play = played("easy")
    [(row, column)] = pattern(play.puzzle, 0)
    play.toggle(number=0, row=row, column=column)
    assert play.toggle(number=0, row=0, column=0) == {}
    assert play.evidence.episode.get(MISSES, 0) == 0


def test_trying_every_cell_of_the_easy_variant_rarely_wins() -> None:
    level = GAME.variants["easy"].level
    assert isinstance(GAME.tries, int)
    assert GAME.tries * (1 / level.size**2) ** level.rounds < 0.01


def test_the_page_does_not_receive_the_pattern() -> None:
    view = {"size": 10, "side": SIDE, "number": 0, "round": 1, "rounds": 1}
    assert played("base").view("") == view


def test_the_image_is_dark_where_the_pattern_is() -> None:
    play = played("base")
    file = play.file("pattern-0.png")
    assert file is not None
    image = Image.open(io.BytesIO(file.body)).convert("L")
    size = play.puzzle.level.size
    dark = {
        (row, column)
        for row in range(size)
        for column in range(size)
        if image.resize((size, size), Image.Resampling.NEAREST).getpixel((column, row)) == 0x11
    }
    assert dark == pattern(play.puzzle, 0)


@pytest.mark.parametrize(("row", "column"), [(10, 0), (0, 10), (-1, 0)])
def test_cells_outside_the_grid_are_refused(row: int, column: int) -> None:
    with pytest.raises(Refused):
        toggle(played("base"), row=row, column=column)


@pytest.mark.parametrize(
    ("name", "size", "black"), [("easy", 5, 1), ("base", 10, 8), ("hard", 15, 60)]
)
def test_every_pattern_has_the_size_and_density_of_its_level(
    name: VariantName, size: int, black: int
) -> None:
    level = GAME.variants[name].level
    patterns = [pattern(puzzle(Random(seed), level), 0) for seed in range(1000)]
    assert all(len(one) == black for one in patterns)
    assert all(0 <= coordinate < size for one in patterns for cell in one for coordinate in cell)
    assert len(set(patterns)) >= 25


def test_the_published_patterns_are_the_same_for_every_seed() -> None:
    counts: dict[VariantName, int] = {"easy": 1, "base": 8, "hard": 60}
    for name, count in counts.items():
        level = GAME.published[name].level
        patterns = {pattern(puzzle(Random(seed), level), 0) for seed in range(20)}
        assert [len(one) for one in patterns] == [count]
