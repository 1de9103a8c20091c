"""Ladybird planner: the whole path is submitted at once and simulated."""

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


def shortest(maze: Map) -> list[str]:
    """Return the moves of a shortest path."""
    far = distances(maze.size, maze.walls, maze.flower)
    moves: list[str] = []
    here: Cell = maze.start
    while here != maze.flower:
        moves.append(
            next(move for move in MOVES if far.get(neighbour(here, move)) == far[here] - 1)
        )
        here = neighbour(here, moves[-1])
    return moves


def neighbour(cell: Cell, move: str) -> Cell:
    return cell[0] + MOVES[move][0], cell[1] + MOVES[move][1]


@pytest.fixture
def play() -> Ladybird:
    return Ladybird(puzzle(Random(1), GAME.variants["base"].level), ScriptedEvidence())


@pytest.fixture
def maze(play: Ladybird) -> Map:
    play.view("")
    return play.puzzle[0]


def test_the_shortest_path_wins(play: Ladybird, maze: Map) -> None:
    assert play.submit(moves=shortest(maze), map=0)["won"]


def test_a_longer_path_wins_too(play: Ladybird, maze: Map) -> None:
    there = shortest(maze)[0]
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}[there]
    assert play.submit(moves=[there, back, *shortest(maze)], map=0)["won"]


def test_a_path_that_ends_before_the_flower_is_a_miss(play: Ladybird, maze: Map) -> None:
    assert play.submit(moves=shortest(maze)[:-1], map=0) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1


def test_a_path_into_a_wall_stops_there(play: Ladybird, maze: Map) -> None:
    wall = next(move for move in MOVES if neighbour(maze.start, move) in maze.walls)
    assert play.submit(moves=[wall, *shortest(maze)], map=0) == {"wrong": True}


def test_another_attempt_is_possible(play: Ladybird, maze: Map) -> None:
    play.submit(moves=["up"], map=0)
    assert play.submit(moves=shortest(maze), map=0)["won"]


def test_the_easy_variant_has_two_consecutive_maps() -> None:
    play = Ladybird(puzzle(Random(1), GAME.variants["easy"].level), ScriptedEvidence())
    play.view("")
    first, second = play.puzzle
    assert play.file("map-1.png") is None
    assert play.submit(moves=shortest(first), map=0) == {"map": 1, "maps": 2}
    # A second click on the same button does not count as a path on the next map.
    assert play.submit(moves=shortest(first), map=0) == {"map": 1, "maps": 2}
    assert MISSES not in play.evidence.episode
    assert play.file("map-1.png") is not None
    assert play.submit(moves=shortest(second), map=1)["won"]


def test_a_second_click_after_the_last_map_has_no_effect(play: Ladybird, maze: Map) -> None:
    assert play.submit(moves=shortest(maze), map=0)["won"]
    assert play.submit(moves=shortest(maze), map=0) == {}
    assert play.file("map-1.png") is None
    assert play.file("map-0.png") is not None


def test_the_page_does_not_receive_the_map(play: Ladybird) -> None:
    assert play.view("") == {"map": 0, "maps": 1}


@pytest.mark.parametrize("moves", [["upwards"], ["up"] * 1000])
def test_an_invalid_path_is_refused(play: Ladybird, moves: list[str]) -> None:
    play.view("")
    with pytest.raises(Refused):
        play.submit(moves=moves, map=0)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_every_flower_is_at_the_distance_set_by_the_level(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(200):
        maps = puzzle(Random(seed), level)
        moves = [distances(one.size, one.walls, one.start)[one.flower] for one in maps]
        assert all(level.min_moves <= one <= level.max_moves for one in moves)
        assert GAME.minimum_actions(maps) == sum(moves) + len(maps)


@pytest.mark.parametrize("name", ["base", "hard"])
def test_mazes_have_exactly_one_path(name: VariantName) -> None:
    level = GAME.variants[name].level
    for seed in range(200):
        [maze] = puzzle(Random(seed), level)
        free = distances(maze.size, maze.walls, maze.start)
        assert len(free) == maze.size**2 - len(maze.walls)
        joins = sum(neighbour(cell, move) in free for cell in free for move in MOVES) // 2
        assert joins == len(free) - 1  # A tree: connected, without cycles.
