"""Recipe calculator: the list has pages; the amounts are only in the recipe."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.recipe_calculator.game import (
    GAME,
    PER_PAGE,
    RecipeCalculator,
    puzzle,
)
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence, VariantName


@pytest.fixture
def play() -> RecipeCalculator:
    play = RecipeCalculator(puzzle(Random(3), GAME.variants["base"].level), ScriptedEvidence())
    play.view("")
    return play


def test_the_correct_amount_wins_after_the_recipe_was_opened(play: RecipeCalculator) -> None:
    play.browse(query=play.puzzle.recipe.name)
    assert play.view(f"recipes/{play.puzzle.recipe.id}") is not None
    assert play.check(grams=play.puzzle.grams)["won"]


def test_a_recipe_cannot_be_opened_before_the_list_has_shown_it(play: RecipeCalculator) -> None:
    last = play.puzzle.recipes[-1]
    play.view("recipes")
    assert play.view(f"recipes/{last.id}") is None
    play.browse(page=2)
    assert play.view(f"recipes/{last.id}") is not None


def test_the_correct_amount_is_wrong_if_the_recipe_was_not_opened(play: RecipeCalculator) -> None:
    other = next(one for one in play.puzzle.recipes if one != play.puzzle.recipe)
    play.browse(query=other.name)
    assert play.view(f"recipes/{other.id}") is not None
    assert play.check(grams=play.puzzle.grams) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1


def test_the_list_has_one_page_of_recipes_without_amounts(play: RecipeCalculator) -> None:
    view = play.view("recipes")
    assert view is not None
    assert len(view["items"]) == PER_PAGE
    assert view["pages"] == 3
    assert set(view["items"][0]) == {"id", "name", "emoji", "cuisine", "category"}


def test_the_list_can_be_searched_by_name_category_and_cuisine(play: RecipeCalculator) -> None:
    assert [one["name"] for one in play.browse(query=" BEEF stew ")["items"]] == ["Beef stew"]
    soups = play.browse(category="Soup")["items"]
    assert {one["category"] for one in soups} == {"Soup"}
    found = play.browse(category="Soup", cuisine="Japanese")["items"]
    assert [one["name"] for one in found] == ["Miso soup"]


def test_a_page_out_of_range_becomes_the_nearest_one(play: RecipeCalculator) -> None:
    assert play.browse(page=99)["page"] == 2
    assert play.browse(page=-1)["page"] == 0
    assert play.browse(query="nothing like that") == {"items": [], "page": 0, "pages": 1}


@pytest.mark.parametrize("name", ["easy", "base", "hard"])
def test_typing_the_amount_and_enter_is_enough(name: VariantName) -> None:
    for seed in range(100):
        drawn = puzzle(Random(seed), GAME.variants[name].level)
        assert GAME.minimum_actions(drawn) <= len(f"{drawn.grams:g}") + 1
