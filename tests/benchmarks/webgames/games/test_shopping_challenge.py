"""Shopping challenge: the cart is the server's, and its total is told when it is opened."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.shopping_challenge.game import (
    GAME,
    MOST,
    Shopping,
    puzzle,
)
from webproctor.benchmarks.webgames.play import MISSES, Refused, ScriptedEvidence, VariantName


@pytest.fixture
def play() -> Shopping:
    play = Shopping(puzzle(Random(3), GAME.variants["base"].level), ScriptedEvidence())
    play.view("")
    return play


def fill(play: Shopping) -> None:
    for id, count in play.puzzle.cart.items():
        play.put(id=id, by=count)


def test_the_right_cart_and_its_total_win(play: Shopping) -> None:
    fill(play)
    assert play.check(total=play.puzzle.total / 100)["won"]


def test_the_total_alone_does_not_win(play: Shopping) -> None:
    assert play.check(total=play.puzzle.total / 100) == {"wrong": True}
    assert play.evidence.episode[MISSES] == 1


def test_the_published_challenge_asks_for_the_total_only() -> None:
    offs: dict[VariantName, float] = {"base": 0.01, "hard": 0.05}
    for name, off in offs.items():
        made = puzzle(Random(3), GAME.published[name].level)
        play = Shopping(made, ScriptedEvidence())
        play.view("")
        assert play.check(total=made.total / 100 + off) == {"wrong": True}
        assert play.check(total=made.total / 100)["won"]


def test_the_opened_cart_tells_its_lines_and_total(play: Shopping) -> None:
    assert play.cart() == {"lines": [], "total": 0}
    fill(play)
    told = play.cart()
    assert {line["id"]: line["count"] for line in told["lines"]} == dict(play.puzzle.cart)
    assert told["total"] == play.puzzle.total / 100 == pytest.approx(sum(
        line["price"] for line in told["lines"]
    ))  # fmt: skip


def test_the_page_is_given_the_products_that_it_shows_and_no_sum(play: Shopping) -> None:
    view = play.view("")
    assert view is not None
    assert set(view) == {"shelf", "list", "hint", "only_total"}
    assert len(view["shelf"]["found"]) == play.puzzle.level.per_page
    assert play.put(id=1, by=2) == {"count": 2}


@pytest.mark.parametrize("by", [-1, MOST + 1])
def test_a_cart_holds_no_fewer_than_none_and_no_more_than_it_can(play: Shopping, by: int) -> None:
    with pytest.raises(Refused):
        play.put(id=1, by=by)
