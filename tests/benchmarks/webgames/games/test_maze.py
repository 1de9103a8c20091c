"""The maze: one path, addresses that cannot be guessed, doors that require recorded input."""

from collections import Counter
from random import Random

import pytest

from webproctor.benchmarks.webgames.games.maze.game import DOORS, GAME, Level, Maze, puzzle
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Maze:
    return Maze(puzzle(Random(1), Level(4)), evidence)


def go(play: Maze, evidence: ScriptedEvidence, room: str, door: int) -> str:
    """Press a door of a room; return the address of the room behind it."""
    evidence.record("down", target=f"door{door}")
    return play.open(room=room, door=door)["room"]


def wrong(play: Maze, step: int) -> int:
    return (play.puzzle.route[step] + 1) % DOORS


def shown(play: Maze, room: str) -> Reply:
    view = play.view(room)
    assert view is not None
    return view


def test_the_correct_doors_lead_to_the_exit_and_win(play: Maze, evidence: ScriptedEvidence) -> None:
    room = ""
    for door in play.puzzle.route:
        assert "won" not in play.arrive(room=room)
        room = go(play, evidence, room, door)
    assert shown(play, room)["kind"] == "exit"
    assert play.arrive(room=room)["won"]


def test_a_wrong_door_leads_to_a_dead_end_with_locked_doors(
    play: Maze, evidence: ScriptedEvidence
) -> None:
    room = go(play, evidence, "", wrong(play, 0))
    assert shown(play, room)["kind"] == "dead end"
    with pytest.raises(Refused, match="no such door"):
        go(play, evidence, room, play.puzzle.route[1])


def test_the_player_can_go_back_and_take_another_door(
    play: Maze, evidence: ScriptedEvidence
) -> None:
    go(play, evidence, "", wrong(play, 0))
    assert shown(play, "")["kind"] == "start"
    assert shown(play, go(play, evidence, "", play.puzzle.route[0]))["kind"] == "correct"


def test_a_door_leads_to_the_same_address_each_time(play: Maze, evidence: ScriptedEvidence) -> None:
    assert go(play, evidence, "", 0) == go(play, evidence, "", 0)


def test_a_second_click_on_a_door_is_not_refused(play: Maze, evidence: ScriptedEvidence) -> None:
    evidence.record("down", target="door0")
    evidence.record("down", target="door0")
    assert play.open(room="", door=0) == play.open(room="", door=0)


def test_an_address_differs_in_another_game(play: Maze, evidence: ScriptedEvidence) -> None:
    other = Maze(play.puzzle, evidence)
    assert go(play, evidence, "", 0) != go(other, evidence, "", 0)


def test_a_room_whose_door_was_not_opened_does_not_exist(play: Maze) -> None:
    assert play.view("1/1/2/1") is None
    with pytest.raises(Refused, match="no such room"):
        play.arrive(room="1/1/2/1")


def test_opening_a_door_requires_recorded_input_on_it(
    play: Maze, evidence: ScriptedEvidence
) -> None:
    with pytest.raises(Refused, match="no input"):
        play.open(room="", door=0)
    evidence.record("down", target="door1")
    with pytest.raises(Refused, match="no input"):
        play.open(room="", door=0)


def test_doors_can_be_opened_by_keyboard(play: Maze, evidence: ScriptedEvidence) -> None:
    evidence.record("key", detail="Enter", target="door2")
    assert play.open(room="", door=2)["room"]


def test_opening_a_door_after_the_exit_is_refused(play: Maze, evidence: ScriptedEvidence) -> None:
    room = ""
    for door in play.puzzle.route:
        room = go(play, evidence, room, door)
    with pytest.raises(Refused, match="no such door"):
        go(play, evidence, room, 0)


def test_the_game_state_survives_page_loads() -> None:
    assert Maze.persistent


def test_correct_doors_are_uniformly_distributed() -> None:
    level = GAME.variants["hard"].level
    puzzles = [puzzle(Random(seed), level) for seed in range(1000)]
    assert all(len(one.route) == level.depth == GAME.minimum_actions(one) for one in puzzles)
    assert all(set(one.route) <= set(range(DOORS)) for one in puzzles)
    counts = Counter(door for one in puzzles for door in one.route)
    assert min(counts.values()) > 0.9 * max(counts.values())
