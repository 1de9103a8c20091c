"""Ladybird planner: the whole way is given at once, and judged by walking it."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.ladybird.game import (
    GAME,
    MOVES,
    Cell,
    Ladybird,
    Puzzle,
    distances,
    puzzle,
)
from webproctor.benchmarks.webgames.play import Refused, Stand, VariantName


def shortest(made: Puzzle) -> list[str]:
    """The moves of a shortest way."""
    far = distances(made.size, made.walls, made.flower)
    moves: list[str] = []
    here: Cell = made.start
    while here != made.flower:
        moves.append(next(move for move in MOVES if far.get(beside(here, move)) == far[here] - 1))
        here = beside(here, moves[-1])
    return moves


def beside(cell: Cell, move: str) -> Cell:
    return cell[0] + MOVES[move][0], cell[1] + MOVES[move][1]


@pytest.fixture
def play() -> Ladybird:
    return Ladybird(puzzle(Random(1), GAME.variants["base"].level), Stand())


def test_the_shortest_way_wins(play: Ladybird) -> None:
    assert play.fly(moves=shortest(play.puzzle))["won"]


def test_a_way_with_a_detour_wins_too(play: Ladybird) -> None:
    there = shortest(play.puzzle)[0]
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}[there]
    assert play.fly(moves=[there, back, *shortest(play.puzzle)])["won"]


def test_a_way_that_stops_short_of_the_flower_does_not_win(play: Ladybird) -> None:
    assert play.fly(moves=shortest(play.puzzle)[:-1]) == {"wrong": True}


def test_a_way_against_a_wall_ends_there(play: Ladybird) -> None:
    made = play.puzzle
    wall = next(move for move in MOVES if beside(made.start, move) in made.walls)
    assert play.fly(moves=[wall, *shortest(made)]) == {"wrong": True}


def test_one_may_try_again(play: Ladybird) -> None:
    play.fly(moves=["up"])
    assert play.fly(moves=shortest(play.puzzle))["won"]


@pytest.mark.parametrize("moves", [["upwards"], ["up"] * 1000])
def test_what_is_no_way_is_refused(play: Ladybird, moves: list[str]) -> None:
    with pytest.raises(Refused):
        play.fly(moves=moves)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_every_flower_can_be_reached_in_as_many_moves_as_the_level_says(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(200):
        made = puzzle(Random(seed), level)
        moves = distances(made.size, made.walls, made.start)[made.flower]
        assert level.least <= moves <= level.most
        assert GAME.effort(made) == moves + 1


@pytest.mark.parametrize("name", ["base", "hard"])
def test_mazes_have_one_way_only(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(200):
        made = puzzle(Random(seed), level)
        free = distances(made.size, made.walls, made.start)
        assert len(free) == made.size**2 - len(made.walls)
        joins = sum(beside(cell, move) in free for cell in free for move in MOVES) // 2
        assert joins == len(free) - 1  # A tree: connected, and no way round.
