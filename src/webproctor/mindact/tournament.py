"""The tournament: a model chooses among a few candidates at a time until one is left."""

import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from webproctor.mindact.answers import Choice
from webproctor.mindact.prompts import GROUP

Lone = Literal["ask", "published"]
"""A candidate that nobody asked about and that is left alone: `ask` about it, or, as published,
never: a pool of one then fails, and an earlier winner that lost since is taken."""

Ask = Callable[[Sequence[Sequence[int]]], Awaitable[Sequence[tuple[Choice, str]]]]
"""Asks about groups: for each what the model chose, and its words."""


@dataclass(frozen=True)
class Round:
    """One question of a tournament: who was asked about, who won, the model's words."""

    group: tuple[int, ...]
    chosen: int | None
    words: str


@dataclass
class Tournament:
    """What came of a tournament: the last winner with its operation, and every round."""

    choice: Choice = field(default_factory=Choice)
    rounds: list[Round] = field(default_factory=list)


async def tournament(
    pool: Sequence[int], ask: Ask, *, seed: str, group: int = GROUP, lone: Lone = "ask"
) -> Tournament:
    """Choose one of a pool (catalogue, section 4.3).

    The pool is shuffled. A group's winner goes back to the end of the line; where none of a group
    is right, all of it is out. The operation is that of the last group that the winner won.

    Args:
        pool: The candidates, each an index in the page.
        seed: Decides the shuffle.
        group: How many are asked about at a time, 2 or more.
    """
    line = deque(pool)
    random.Random(seed).shuffle(line)
    done = Tournament()
    while len(line) > 1:
        # Who stands in the line now meets no winner of this round: all can be asked about at once.
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
    """Ask about some groups; returns who won, in order."""
    winners = []
    for asked, (choice, words) in zip(groups, await ask(groups), strict=True):
        done.rounds.append(Round(tuple(asked), choice.element, words))
        if choice.element is not None:
            done.choice = choice
            winners.append(choice.element)
    return winners
