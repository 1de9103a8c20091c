"""The tournament: a model chooses among a few candidates at a time until one remains."""

import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.prompts import GROUP

Lone = Literal["ask", "published"]
"""How to treat a candidate that remains at the end without a question: `ask` about it, or, as in
the published code, drop it. With `published`, a pool of one fails, and the last winner is taken
even if it lost since.
"""

Ask = Callable[[Sequence[Sequence[int]]], Awaitable[Sequence[tuple[Choice, str]]]]
"""Asks about groups; returns the model's choice and text for each."""


@dataclass(frozen=True)
class Round:
    """One question of a tournament: the group, the winner, and the model's text."""

    group: tuple[int, ...]
    chosen: int | None
    words: str


@dataclass
class Tournament:
    """The result of a tournament: the last winner with its operation, and every round."""

    choice: Choice = field(default_factory=Choice)
    rounds: list[Round] = field(default_factory=list)


async def tournament(
    pool: Sequence[int], ask: Ask, *, seed: str, group: int = GROUP, lone: Lone = "ask"
) -> Tournament:
    """Choose one candidate of a pool (Mind2Web paper, section 3).

    The pool is shuffled. A group's winner is appended to the queue; if the model chooses none of a
    group, the whole group is removed. The operation is that of the last group that the winner won.

    Args:
        pool: The candidates, as indices in the page.
        seed: Seed of the shuffle.
        group: Number of candidates in one question, 2 or more.
    """
    line = deque(pool)
    random.Random(seed).shuffle(line)
    done = Tournament()
    while len(line) > 1:
        # Candidates now in the queue meet no winner of this round, so all groups are asked at once.
        groups = [
            [line.popleft() for _ in range(min(group, len(line)))]
            for _ in range(max(1, len(line) // group))
        ]
        line.extend(await _round(done, groups, ask))
    left = line[0] if line else None
    if left is None:
        done.choice = Choice()
    elif lone == "ask" and left != done.choice.element:
        done.choice = Choice()
        await _round(done, [[left]], ask)
    return done


async def _round(done: Tournament, groups: Sequence[Sequence[int]], ask: Ask) -> list[int]:
    """Ask about some groups; return the winners, in order."""
    winners = []
    for asked, (choice, words) in zip(groups, await ask(groups), strict=True):
        done.rounds.append(Round(tuple(asked), choice.element, words))
        if choice.element is not None:
            done.choice = choice
            winners.append(choice.element)
    return winners
