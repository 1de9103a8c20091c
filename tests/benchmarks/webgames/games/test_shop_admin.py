"""Shop admin: the list has pages; edits and tries are kept for the episode."""

from pathlib import Path
from random import Random

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.shop_admin.game import GAME, PER_PAGE, ShopAdmin, puzzle
from webproctor.benchmarks.webgames.play import MISSES, Refused, ScriptedEvidence


@pytest.fixture
def play() -> ShopAdmin:
    play = ShopAdmin(puzzle(Random(3), GAME.variants["base"].level), ScriptedEvidence())
    play.view("")
    return play


def test_the_correct_price_wins(play: ShopAdmin) -> None:
    assert play.save(id=play.puzzle.target, price=play.puzzle.price / 100)["won"]


def test_a_page_receives_the_products_that_it_shows(play: ShopAdmin) -> None:
    view = play.view("")
    assert view is not None
    products = list(play.puzzle.products)
    assert [one["id"] for one in view["listing"]["items"]] == products[:PER_PAGE]
    assert view["listing"]["pages"] == 7
    assert [one["id"] for one in play.browse(page=1)["items"]] == products[PER_PAGE : 2 * PER_PAGE]


@pytest.mark.parametrize("path", ["edit", "edit/", "edit/0", "edit/x", "edit/" + "1" * 5000])
def test_other_products_have_no_page(play: ShopAdmin, path: str) -> None:
    assert play.view(path) is None


def test_a_form_cannot_be_opened_before_the_list_has_shown_its_product(play: ShopAdmin) -> None:
    last = max(play.puzzle.products)
    assert play.view(f"edit/{last}") is None
    play.browse(page=6)
    assert play.view(f"edit/{last}") is not None


def test_search_is_case_insensitive_in_names_and_descriptions(play: ShopAdmin) -> None:
    assert [one["name"] for one in play.browse(query="WATERmelon")["items"]] == ["Watermelon"]
    assert [one["name"] for one in play.browse(query="whole and")["items"]] == ["Watermelon"]
    assert play.browse(query="no such product")["items"] == []


def test_a_category_has_only_its_products(play: ShopAdmin) -> None:
    found = play.browse(category="Fruit")["items"]
    assert found
    assert {one["category"] for one in found} == {"Fruit"}


def test_a_wrong_price_is_a_miss_and_can_be_corrected(play: ShopAdmin) -> None:
    assert play.save(id=play.puzzle.target, price=0.01) == {"saved": True}
    assert play.evidence.episode[MISSES] == 1
    assert play.save(id=play.puzzle.target, price=play.puzzle.price / 100)["won"]


def test_saving_without_a_change_is_not_a_miss(play: ShopAdmin) -> None:
    product = play.puzzle.products[play.puzzle.target]
    play.save(id=product.id, price=product.price / 100)
    assert MISSES not in play.evidence.episode


def test_a_deleted_product_must_be_restored(play: ShopAdmin) -> None:
    other = next(id for id in play.puzzle.products if id != play.puzzle.target)
    assert play.delete(id=other)["changed"]
    assert "won" not in play.save(id=play.puzzle.target, price=play.puzzle.price / 100)
    assert not play.restore()["changed"]
    assert play.save(id=play.puzzle.target, price=play.puzzle.price / 100)["won"]


def test_products_cannot_be_deleted_in_the_easy_variant() -> None:
    play = ShopAdmin(puzzle(Random(3), GAME.variants["easy"].level), ScriptedEvidence())
    play.view("")
    with pytest.raises(Refused):
        play.delete(id=play.puzzle.target)


async def test_undo_is_shown_after_a_change(executable: Path) -> None:
    async with WebGames([suite.entry("shop-admin-easy")], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            undo = "document.body.innerText.includes('Undo all changes')"
            assert not await session.page.run(undo)
            play = session.game_session.play
            play.save(id=play.puzzle.target, price=0.01)
            await session.page.go("reload")
            await session.wait_until_idle()
            assert await session.page.run(undo)


def test_the_published_challenge_states_the_price() -> None:
    default, published = (
        puzzle(Random(3), variants["hard"].level) for variants in (GAME.variants, GAME.published)
    )
    assert default.price == published.price
    assert f"{published.price / 100:.2f}." in published.request
    assert f"{default.price / 100:.2f}" not in default.request
