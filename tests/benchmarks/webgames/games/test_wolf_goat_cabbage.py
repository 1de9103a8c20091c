"""River crossing: the state is on the server; conflicts end the game."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.wolf_goat_cabbage.game import (
    BOAT,
    GAME,
    LEFT,
    Ferry,
    puzzle,
)
from webproctor.benchmarks.webgames.games.wolf_goat_cabbage.oracle import plan
from webproctor.benchmarks.webgames.play import (
    MISSES,
    Refused,
    Reply,
    ScriptedEvidence,
    VariantName,
)


def new_play(name: VariantName, seed: int = 1) -> Ferry:
    play = Ferry(puzzle(Random(seed), GAME.variants[name].level), ScriptedEvidence())
    play.view("")
    return play


def follow(play: Ferry, steps: list[str]) -> Reply:
    """Execute a plan (`load0`, `cross`, ...); return the last reply."""
    reply: Reply = {}
    for step in steps:
        kind = step.rstrip("0123456789")
        reply = play.dispatch(kind, {} if kind == "cross" else {"item": int(step[len(kind) :])})
    return reply


def shortest_plan(play: Ferry) -> list[str]:
    puzzle = play.puzzle
    return plan(len(puzzle.items), list(puzzle.conflicts), puzzle.capacity)


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_the_shortest_solution_wins_and_has_at_least_the_minimum_actions(name: VariantName) -> None:
    for seed in range(40):
        play = new_play(name, seed)
        steps = shortest_plan(play)
        assert len(steps) >= GAME.minimum_actions(play.puzzle)
        assert follow(play, steps)["won"]


def test_a_pair_left_alone_loses_and_the_game_can_be_restarted() -> None:
    play = new_play("easy")
    assert play.cross()["lost"]
    assert play.cross()["bank"] == 1
    play.restart()
    assert follow(play, shortest_plan(play))["won"]


def test_a_lost_crossing_is_counted_once() -> None:
    play = new_play("easy")
    play.cross()
    assert play.evidence.episode[MISSES] == 1
    play.restart()
    follow(play, shortest_plan(play))
    assert play.evidence.episode[MISSES] == 1


def test_items_in_the_boat_have_not_arrived() -> None:
    play = new_play("easy")
    assert "won" not in follow(play, shortest_plan(play)[:-1])


def test_the_boat_has_a_capacity() -> None:
    play = new_play("base")
    play.load(item=0)
    assert play.load(item=1)["locations"] == [BOAT, LEFT, LEFT]


def test_only_items_on_the_bank_of_the_boat_can_be_loaded() -> None:
    play = new_play("base")
    [middle] = set(play.puzzle.conflicts[0]) & set(play.puzzle.conflicts[1])
    follow(play, [f"load{middle}", "cross", f"unload{middle}"])
    other = (middle + 1) % 3
    assert play.load(item=other)["locations"][other] == LEFT


def test_a_double_click_is_not_refused_and_has_the_effect_of_one_click() -> None:
    play = new_play("base")
    assert play.load(item=0) == play.load(item=0)
    assert play.unload(item=0) == play.unload(item=0)


@pytest.mark.parametrize("item", [-1, 3])
def test_an_unknown_item_cannot_be_loaded(item: int) -> None:
    with pytest.raises(Refused):
        new_play("base").load(item=item)


@pytest.mark.parametrize(
    ("name", "items", "conflicts"), [("easy", 2, 1), ("base", 3, 2), ("hard", 4, 4)]
)
def test_every_puzzle_has_the_items_and_conflicts_of_its_level(
    name: VariantName, items: int, conflicts: int
) -> None:
    level = GAME.variants[name].level
    puzzles = [puzzle(Random(seed), level) for seed in range(1000)]
    for generated in puzzles:
        assert (len(generated.items), len(generated.conflicts)) == (items, conflicts)
    assert len({generated.items for generated in puzzles}) > 4


def test_moves_after_the_win_are_not_refused() -> None:
    play = new_play("easy")
    assert follow(play, shortest_plan(play))["won"]
    assert play.cross()["bank"] == 0
