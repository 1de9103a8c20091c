"""Ladybird planner: the whole way is given at once, and judged by walking it."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.ladybird.game import (
    GAME,
    MOVES,
    Cell,
    Ladybird,
    Map,
    distances,
    puzzle,
)
from webproctor.benchmarks.webgames.play import MISSES, Refused, ScriptedEvidence, VariantName


def shortest(made: Map) -> list[str]:
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
    return Ladybird(puzzle(Random(1), GAME.variants["base"].level), ScriptedEvidence())


@pytest.fixture
def made(play: Ladybird) -> Map:
    play.view("")
    return play.puzzle[0]


def test_the_shortest_way_wins(play: Ladybird, made: Map) -> None:
    assert play.fly(moves=shortest(made), map=0)["won"]


def test_a_way_with_a_detour_wins_too(play: Ladybird, made: Map) -> None:
    there = shortest(made)[0]
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}[there]
    assert play.fly(moves=[there, back, *shortest(made)], map=0)["won"]


def test_a_way_that_stops_short_of_the_flower_is_a_miss(play: Ladybird, made: Map) -> None:
    assert play.fly(moves=shortest(made)[:-1], map=0) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1


def test_a_way_against_a_wall_ends_there(play: Ladybird, made: Map) -> None:
    wall = next(move for move in MOVES if beside(made.start, move) in made.walls)
    assert play.fly(moves=[wall, *shortest(made)], map=0) == {"wrong": True}


def test_one_may_try_again(play: Ladybird, made: Map) -> None:
    play.fly(moves=["up"], map=0)
    assert play.fly(moves=shortest(made), map=0)["won"]


def test_on_an_open_field_there_are_two_maps_of_which_the_second_comes_after_the_first() -> None:
    play = Ladybird(puzzle(Random(1), GAME.variants["easy"].level), ScriptedEvidence())
    play.view("")
    first, second = play.puzzle
    assert play.file("map-1.png") is None
    assert play.fly(moves=shortest(first), map=0) == {"map": 1, "maps": 2}
    # A second click on the same button is no way on the next map.
    assert play.fly(moves=shortest(first), map=0) == {"map": 1, "maps": 2}
    assert MISSES not in play.evidence.episode
    assert play.file("map-1.png") is not None
    assert play.fly(moves=shortest(second), map=1)["won"]


def test_the_page_is_told_nothing_of_the_map(play: Ladybird) -> None:
    assert play.view("") == {"map": 0, "maps": 1}


@pytest.mark.parametrize("moves", [["upwards"], ["up"] * 1000])
def test_what_is_no_way_is_refused(play: Ladybird, moves: list[str]) -> None:
    play.view("")
    with pytest.raises(Refused):
        play.fly(moves=moves, map=0)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_every_flower_can_be_reached_in_as_many_moves_as_the_level_says(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(200):
        maps = puzzle(Random(seed), level)
        moves = [distances(one.size, one.walls, one.start)[one.flower] for one in maps]
        assert all(level.least <= one <= level.most for one in moves)
        assert GAME.minimum_actions(maps) == sum(moves) + len(maps)


@pytest.mark.parametrize("name", ["base", "hard"])
def test_mazes_have_one_way_only(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(200):
        [made] = puzzle(Random(seed), level)
        free = distances(made.size, made.walls, made.start)
        assert len(free) == made.size**2 - len(made.walls)
        joins = sum(beside(cell, move) in free for cell in free for move in MOVES) // 2
        assert joins == len(free) - 1  # A tree: connected, and no way round.
