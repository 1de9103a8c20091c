"""Tasks: what the agent is asked to do, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Tag = str | int | float | bool
CANARY = (
    "webproctor test data: keep it out of training sets. "
    "canary 5f6d0d2e-93d4-4b0f-8d4c-0c1e1a7b52a9"
)
"""Canary string in exported data of test tasks, by which it can be found in training sets."""


def is_test_split(split: str) -> bool:
    """Return whether tasks of a split must not be used for training.

    Names of test splits begin with `test`, `challenge` (TurkingBench) or `cross-` (Mind2Web), or
    are `original` (the published WebGames), in upper or lower case. Tasks without a split may be
    test tasks, and count as such.
    """
    name = split.lower()
    return name in ("", "original") or name.startswith(("test", "challenge", "cross-"))


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one episode; when one is reached, the episode ends and is scored as it is.

    Attributes:
        steps: Steps of the agent, each with one observation and one reply.
        actions_per_step: Actions in one step; further ones are refused.
        seconds: Wall-clock seconds for the whole episode.
    """

    steps: int = 20
    actions_per_step: int = 15
    seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a benchmark. It is independent of browsers and models and has no answers.

    Attributes:
        id: Unique and stable within the benchmark; the key for results, resuming and pairing.
        benchmark: The benchmark's registered name.
        instruction: The text that the agent gets.
        split: The part of the data set that the task belongs to; `is_test_split` says whether it
            can be used for training.
        tags: Values to group results by (difficulty, website, participant, ...).
        actions: The name of the agent's action set.
        limits: The limits of the episode.
    """

    id: str
    benchmark: str
    instruction: str
    split: str = ""
    tags: Mapping[str, Tag] = field(default_factory=dict)
    actions: str = "web"
    limits: Limits = Limits()
