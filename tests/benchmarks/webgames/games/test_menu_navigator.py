"""Menu navigator: menus are returned when they are opened; one entry is secret."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.menu_navigator.game import (
    GAME,
    SECRETS,
    MenuNavigator,
    Puzzle,
    Trail,
    entries,
    menu_entries,
    puzzle,
)
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence, VariantName

MENUS: Puzzle = Puzzle(
    (("File", "Close"), ("Edit", "Find", "Next"), ("Edit", "Find", "Last"), ("Edit", "Undo")),
    secret=("Edit", "Find", "Last"),
    size=(600, 300),
)


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> MenuNavigator:
    play = MenuNavigator(MENUS, evidence)
    play.view("")
    return play


def select(play: MenuNavigator, evidence: ScriptedEvidence, *trail: str) -> Reply:
    evidence.record("down", target=trail[-1])
    return play.select(trail=list(trail))


def test_the_page_receives_the_menu_bar_but_not_the_secret_entry(play: MenuNavigator) -> None:
    assert play.view("") == {
        "bar": [{"name": "File", "menu": True}, {"name": "Edit", "menu": True}],
        "size": (600, 300),
    }


def test_opening_a_menu_returns_its_entries(play: MenuNavigator) -> None:
    shown = play.open(trail=["Edit"])["entries"]
    assert shown == [{"name": "Find", "menu": True}, {"name": "Undo", "menu": False}]


def test_the_secret_entry_wins(play: MenuNavigator, evidence: ScriptedEvidence) -> None:
    play.open(trail=["Edit"])
    play.open(trail=["Edit", "Find"])
    assert select(play, evidence, "Edit", "Find", "Last")["won"]


def test_another_entry_is_wrong_but_does_not_end_the_game(
    play: MenuNavigator, evidence: ScriptedEvidence
) -> None:
    play.open(trail=["Edit"])
    play.open(trail=["Edit", "Find"])
    assert select(play, evidence, "Edit", "Find", "Next") == {"wrong": True}
    assert select(play, evidence, "Edit", "Find", "Last")["won"]


def test_entries_that_have_not_been_shown_cannot_be_opened_or_selected(
    play: MenuNavigator, evidence: ScriptedEvidence
) -> None:
    with pytest.raises(Refused, match="shown"):
        play.open(trail=["Edit", "Find"])
    play.open(trail=["Edit"])
    with pytest.raises(Refused, match="shown"):
        select(play, evidence, "Edit", "Find", "Last")


def test_selecting_an_entry_requires_recorded_input_on_it(
    play: MenuNavigator, evidence: ScriptedEvidence
) -> None:
    play.open(trail=["Edit"])
    play.open(trail=["Edit", "Find"])
    evidence.record("down", target="Next")
    with pytest.raises(Refused, match="no input"):
        play.select(trail=["Edit", "Find", "Last"])


def test_a_menu_cannot_be_selected(play: MenuNavigator, evidence: ScriptedEvidence) -> None:
    with pytest.raises(Refused, match="menu"):
        select(play, evidence, "Edit")


def test_entry_names_are_unique() -> None:
    names = [trail[:depth] for trail in entries() for depth in range(1, len(trail) + 1)]
    assert len({name[-1] for name in names}) == len(set(names))


@pytest.mark.parametrize(
    ("name", "menus", "depth", "count"), [("easy", 3, 2, 7), ("base", 5, 3, 36), ("hard", 4, 4, 23)]
)
def test_every_puzzle_has_the_size_set_by_its_level(
    name: VariantName, menus: int, depth: int, count: int
) -> None:
    level = GAME.variants[name].level
    secrets: set[Trail] = set()
    for seed in range(1000):
        drawn = puzzle(Random(seed), level)
        assert len(list(menu_entries(drawn, ()))) == menus
        assert all(menu for _, menu in menu_entries(drawn, ()))
        assert len(set(drawn.entries)) == count
        assert drawn.secret in drawn.entries
        assert [one for one in drawn.entries if one[-1] in SECRETS] == [drawn.secret]
        assert len(drawn.secret) == depth == max(map(len, drawn.entries))
        secrets.add(drawn.secret)
    assert len(secrets) > 20


def test_something_else_may_be_pressed_before_the_message_arrives(
    play: MenuNavigator, evidence: ScriptedEvidence
) -> None:
    play.open(trail=["Edit"])
    play.open(trail=["Edit", "Find"])
    evidence.record("down", target="Last")
    evidence.record("down", target="")
    assert play.select(trail=["Edit", "Find", "Last"])["won"]
