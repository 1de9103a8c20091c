"""A task: what the agent is asked to do, as pure data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Tag = str | int | float | bool
CANARY = (
    "webproctor test data: keep it out of training sets. "
    "canary 5f6d0d2e-93d4-4b0f-8d4c-0c1e1a7b52a9"
)
"""Stands in whatever is written of tasks that are there to test with, so that training sets can be
searched for it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one episode may use before it is stopped and marked as it stands.

    Attributes:
        turns: Turns of the agent, each one observation and one answer.
        actions_per_turn: Actions that one turn may hold; further ones are refused.
        seconds: Wall-clock seconds for the whole episode.
    """

    turns: int = 20
    actions_per_turn: int = 15
    seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a benchmark. It knows nothing of browsers, models or right answers.

    Attributes:
        id: Unique and stable within the benchmark; the key of results, resuming and pairing.
        benchmark: The benchmark's registered name.
        instruction: What the agent is told.
        split: The part of the data set that the task belongs to.
        tags: What results are grouped by (difficulty, website, participant, ...).
        actions: The name of the action set that the agent is given.
        limits: When the episode ends at the latest.
    """

    id: str
    benchmark: str
    instruction: str
    split: str = ""
    tags: Mapping[str, Tag] = field(default_factory=dict)
    actions: str = "web"
    limits: Limits = Limits()
