"""Emoji remember: a hidden sequence, revealed step by step; a wrong choice restarts it."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.emoji_remember.game import GAME, Remember, puzzle
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence, VariantName


def played(name: VariantName) -> tuple[Remember, Reply]:
    """A game, and the data that its page gets first."""
    play = Remember(puzzle(Random(1), GAME.variants[name].level), ScriptedEvidence())
    view = play.view("")
    assert view is not None
    return play, view


def pick(play: Remember, emoji: str) -> Reply:
    return play.pick(picks=play.picks, emoji=emoji)


def test_the_whole_sequence_wins() -> None:
    play, _ = played("base")
    replies = [pick(play, emoji) for emoji in play.puzzle.sequence]
    assert replies[-1] == {"won": True}
    assert not any("won" in reply for reply in replies[:-1])


def test_a_wrong_emoji_restarts_the_sequence() -> None:
    play, _ = played("base")
    first, second, third = play.puzzle.sequence[:3]
    pick(play, first)
    pick(play, second)
    wrong = next(one for one in play.puzzle.choices[2] if one != third)
    reply = pick(play, wrong)
    assert (reply["wrong"], reply["step"]) == (True, 0)


def test_each_step_offers_the_same_emojis_in_random_order() -> None:
    play, view = played("hard")
    wrong = next(one for one in view["choices"] if one != play.puzzle.sequence[0])
    orders = {tuple(pick(play, wrong)["choices"]) for _ in range(20)}
    assert len(orders) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_correct_emojis_remain_visible_only_in_the_easy_variant() -> None:
    found = {}
    for name in ("easy", "base"):
        play, _ = played(name)
        for emoji in play.puzzle.sequence[:2]:
            pick(play, emoji)
        found[name] = pick(play, play.puzzle.sequence[2])["found"]
        assert found[name][-1] == play.puzzle.sequence[2]
    assert "✱" not in found["easy"]
    assert found["base"][:2] == ["✱", "✱"]


def test_an_emoji_that_is_not_offered_is_refused() -> None:
    play, view = played("easy")
    unseen = next(one for one in play.puzzle.sequence if one not in view["choices"])
    with pytest.raises(Refused):
        pick(play, unseen)


@pytest.mark.parametrize(
    ("name", "length", "offered"), [("easy", 5, 3), ("base", 10, 5), ("hard", 15, 6)]
)
def test_every_step_offers_the_correct_emoji_once(
    name: VariantName, length: int, offered: int
) -> None:
    level = GAME.variants[name].level
    for seed in range(1000):
        drawn = puzzle(Random(seed), level)
        assert (
            len(set(drawn.sequence)) == length == len(drawn.choices) == GAME.minimum_actions(drawn)
        )
        for right, choices in zip(drawn.sequence, drawn.choices, strict=True):
            assert right in choices
            assert len(set(choices)) == offered


def test_a_choice_that_is_sent_twice_counts_once() -> None:
    play, _ = played("base")
    reply = pick(play, play.puzzle.sequence[0])
    assert play.pick(picks=reply["picks"] - 1, emoji=play.puzzle.sequence[0]) == {}
    assert pick(play, play.puzzle.sequence[1])["step"] == 2
