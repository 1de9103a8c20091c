"""Shopping challenge: the cart is on the server, and its total is returned when it is opened."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.shopping_challenge.game import (
    GAME,
    MAX_QUANTITY,
    ShoppingChallenge,
    puzzle,
)
from webproctor.benchmarks.webgames.play import MISSES, Refused, ScriptedEvidence, VariantName


@pytest.fixture
def play() -> ShoppingChallenge:
    play = ShoppingChallenge(puzzle(Random(3), GAME.variants["base"].level), ScriptedEvidence())
    play.view("")
    return play


def fill(play: ShoppingChallenge) -> None:
    for id, count in play.puzzle.cart.items():
        play.add(id=id, quantity=count)


def test_the_correct_cart_and_total_win(play: ShoppingChallenge) -> None:
    fill(play)
    assert play.check(total=play.puzzle.total / 100)["won"]


def test_the_total_without_the_cart_does_not_win(play: ShoppingChallenge) -> None:
    assert play.check(total=play.puzzle.total / 100) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1


def test_the_published_challenge_requires_only_the_total() -> None:
    offs: dict[VariantName, float] = {"base": 0.01, "hard": 0.05}
    for name, off in offs.items():
        drawn = puzzle(Random(3), GAME.published[name].level)
        play = ShoppingChallenge(drawn, ScriptedEvidence())
        play.view("")
        assert play.check(total=drawn.total / 100 + off) == {"wrong": True}
        assert play.check(total=drawn.total / 100)["won"]


def test_the_cart_has_its_lines_and_total_when_opened(play: ShoppingChallenge) -> None:
    assert play.cart() == {"lines": [], "total": 0}
    fill(play)
    cart = play.cart()
    assert {line["id"]: line["count"] for line in cart["lines"]} == dict(play.puzzle.cart)
    assert cart["total"] == play.puzzle.total / 100 == pytest.approx(sum(
        line["price"] for line in cart["lines"]
    ))  # fmt: skip


def test_the_page_receives_the_products_that_it_shows_but_not_the_total(
    play: ShoppingChallenge,
) -> None:
    view = play.view("")
    assert view is not None
    assert set(view) == {"listing", "list", "hint", "only_total"}
    assert len(view["listing"]["items"]) == play.puzzle.level.per_page
    assert play.add(id=1, quantity=2) == {"count": 2}


@pytest.mark.parametrize(("quantity", "count"), [(-1, 0), (MAX_QUANTITY + 1, MAX_QUANTITY)])
def test_the_count_in_the_cart_is_limited(
    play: ShoppingChallenge, quantity: int, count: int
) -> None:
    assert play.add(id=1, quantity=quantity) == {"count": count}


def test_an_unknown_product_cannot_be_added(play: ShoppingChallenge) -> None:
    with pytest.raises(Refused):
        play.add(id=10_000, quantity=1)
