"""Pixel copy: the pattern is a picture; the copy must be equal, cell by cell."""

import io
from random import Random

import pytest
from PIL import Image

from webproctor.benchmarks.webgames.games.pixel_copy.game import GAME, SIDE, Copy, puzzle
from webproctor.benchmarks.webgames.play import Refused, Stand, VariantName


@pytest.fixture
def play() -> Copy:
    play = Copy(puzzle(Random(1), GAME.variants["base"].level), Stand())
    play.view("")
    return play


def test_the_copy_wins_with_its_last_cell_and_not_before(play: Copy) -> None:
    replies = [play.toggle(row=row, column=column) for row, column in play.puzzle.black]
    assert replies[-1] == {"won": True}
    assert not any(replies[:-1])


def test_a_cell_too_many_has_to_be_taken_away_again(play: Copy) -> None:
    wrong = next(
        (row, column)
        for row in range(play.puzzle.size)
        for column in range(play.puzzle.size)
        if (row, column) not in play.puzzle.black
    )
    play.toggle(row=wrong[0], column=wrong[1])
    assert not any(play.toggle(row=row, column=column) for row, column in play.puzzle.black)
    assert play.toggle(row=wrong[0], column=wrong[1])["won"]


def test_the_page_is_told_nothing_of_the_pattern(play: Copy) -> None:
    assert play.view("") == {"size": 10, "side": SIDE}


def test_the_picture_is_dark_where_the_pattern_is(play: Copy) -> None:
    file = play.file("pattern.png")
    assert file is not None
    picture = Image.open(io.BytesIO(file.body)).convert("L")
    size = play.puzzle.size
    dark = {
        (row, column)
        for row in range(size)
        for column in range(size)
        if picture.resize((size, size), Image.Resampling.NEAREST).getpixel((column, row)) == 0x11
    }
    assert dark == play.puzzle.black


@pytest.mark.parametrize(("row", "column"), [(10, 0), (0, 10), (-1, 0)])
def test_cells_outside_the_grid_are_refused(play: Copy, row: int, column: int) -> None:
    with pytest.raises(Refused):
        play.toggle(row=row, column=column)


@pytest.mark.parametrize(
    ("name", "size", "black"), [("easy", 5, 1), ("base", 10, 8), ("hard", 15, 60)]
)
def test_every_pattern_has_the_size_and_density_of_its_level(
    name: VariantName, size: int, black: int
) -> None:
    level = GAME.variants[name].level
    made = [puzzle(Random(seed), level) for seed in range(1000)]
    assert all(one.size == size and len(one.black) == black for one in made)
    assert all(0 <= place < size for one in made for cell in one.black for place in cell)
    assert len({one.black for one in made}) >= 25
