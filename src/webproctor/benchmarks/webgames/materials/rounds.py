"""Several rounds that must be answered correctly in a row, because one answer could be guessed.

The n-th round depends only on the puzzle and n. A wrong answer counts as a miss,
starts a new round, and resets the number of correct answers in a row. The counters are kept for the
whole episode, so reloading the page changes nothing.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webproctor.benchmarks.webgames.play import Play, Reply, Variant, VariantName

# Keys of `Evidence.episode`.
_ROUND = "round"
_CORRECT = "rounds in a row"


def with_one_round(
    variants: Mapping[VariantName, Variant[Any]],
) -> Mapping[VariantName, Variant[Any]]:
    """Return the variants with several rounds (`level.rounds`), with a single one instead.

    The published suite asks once.
    """
    return {
        name: replace(variant, level=replace(variant.level, rounds=1))
        for name, variant in variants.items()
        if variant.level.rounds > 1
    }


def current_round(play: Play[Any]) -> int:
    """Return the index of the round that is shown, from 0."""
    return play.evidence.episode.get(_ROUND, 0)


def round_of_image(name: str, stem: str, last: int) -> int | None:
    """Return the round, up to `last`, whose image has this name (`<stem>-<round>.png`), or None.

    The page may request images of earlier rounds late, but not those of later rounds.
    """
    return next((n for n in range(last + 1) if name == f"{stem}-{n}.png"), None)


def round_data(play: Play[Any], required: int) -> Reply:
    """Return the page's data about the round.

    Args:
        required: How many answers in a row must be correct.

    Returns:
        `number` (the index of the round, from 0, which its file is named after), `round` (one more
        than the number of correct answers in a row) and `rounds` (`required`).
    """
    correct = play.evidence.episode.get(_CORRECT, 0)
    return {"number": current_round(play), "round": correct + 1, "rounds": required}


def count_correct(play: Play[Any], required: int) -> bool:
    """Count a correct answer; return whether `required` answers in a row were correct."""
    play.evidence.episode[_CORRECT] = play.evidence.episode.get(_CORRECT, 0) + 1
    if play.evidence.episode[_CORRECT] >= required:
        return True
    play.evidence.episode[_ROUND] = current_round(play) + 1
    return False


def count_wrong(play: Play[Any]) -> None:
    """Count a wrong answer: a miss; start a new round and reset the answers in a row."""
    play.miss()
    play.evidence.episode[_CORRECT] = 0
    play.evidence.episode[_ROUND] = current_round(play) + 1
