"""The tournament: a model chooses among a few candidates at a time until one remains."""

import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.prompts import GROUP_SIZE

LastCandidate = Literal["ask", "published"]
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
    pool: Sequence[int],
    ask: Ask,
    *,
    seed: str,
    group_size: int = GROUP_SIZE,
    last_candidate: LastCandidate = "ask",
) -> Tournament:
    """Choose one candidate of a pool (Mind2Web paper, section 3).

    The pool is shuffled. A group's winner is appended to the queue; if the model chooses none of a
    group, the whole group is removed. The operation is that of the last group that the winner won.

    Args:
        pool: The candidates, as indices in the page.
        seed: Seed of the shuffle.
        group_size: Number of candidates in one question, 2 or more.
        last_candidate: Whether to ask about a last candidate that was in no question.
    """
    queue = deque(pool)
    random.Random(seed).shuffle(queue)
    result = Tournament()
    while len(queue) > 1:
        # No winner of this round competes with a candidate that is in the queue now, so all groups
        # are asked at once.
        groups = [
            [queue.popleft() for _ in range(min(group_size, len(queue)))]
            for _ in range(max(1, len(queue) // group_size))
        ]
        queue.extend(await _round(result, groups, ask))
    last = queue[0] if queue else None
    if last is None:
        result.choice = Choice()
    elif last_candidate == "ask" and last != result.choice.element:
        result.choice = Choice()
        await _round(result, [[last]], ask)
    return result


async def _round(result: Tournament, groups: Sequence[Sequence[int]], ask: Ask) -> list[int]:
    """Ask about some groups; return the winners, in order."""
    winners = []
    for group, (choice, text) in zip(groups, await ask(groups), strict=True):
        result.rounds.append(Round(tuple(group), choice.element, text))
        if choice.element is not None:
            result.choice = choice
            winners.append(choice.element)
    return winners
