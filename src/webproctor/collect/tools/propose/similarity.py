"""How similar two tasks are."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rapidfuzz import fuzz

T = TypeVar("T")
_PUNCTUATION = re.compile(r"[^\w\s]|_")


@dataclass(frozen=True)
class Nearest(Generic[T]):
    """The task that is most similar to another.

    Attributes:
        item: What was given with the task's text.
        percent: The similarity, 0 to 100, rounded down.
    """

    item: T
    percent: int


def normalized(task: str) -> str:
    """Return a task in one form of its characters (NFKC), without case and punctuation."""
    text = unicodedata.normalize("NFKC", task).casefold()
    return " ".join(_PUNCTUATION.sub(" ", text).split())


def similarity(one: str, other: str) -> float:
    """Return the similarity of two normalized tasks in percent, 0 to 100.

    It is the share of characters that one text keeps when it is changed into the other by inserting
    and deleting (`fuzz.ratio` of RapidFuzz), or the same with the words in alphabetical order,
    whichever is higher: the same task in another order of words is a copy.
    """
    return max(fuzz.ratio(one, other), fuzz.token_sort_ratio(one, other))


def nearest(task: str, others: Iterable[tuple[str, T]]) -> Nearest[T] | None:
    """Return the most similar of other tasks, which are pairs of a text and anything; None if there
    are none.
    """
    normalized_task = normalized(task)
    best: Nearest[T] | None = None
    for text, item in others:
        percent = int(similarity(normalized_task, normalized(text)))
        if best is None or percent > best.percent:
            best = Nearest(item, percent)
    return best
