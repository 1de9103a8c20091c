"""What a grounding agent notes of an answer, for marks and for the analysis of errors."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

from webproctor.episodes import Episode

NOTE = "grounding"
"""The key under which a turn's notes hold an `Answer`."""


class Answer(BaseModel):
    """One step's answer, as it came about.

    Attributes:
        instruction: What the user asked for.
        plan: The instruction that the planner made of it; empty without a planner.
        said: The grounding model's own words.
        point: Where it points, in pixels of the screenshot; None where it does not.
        unreadable: Whether no point could be read, though the model did not decline.
    """

    instruction: str
    plan: str = ""
    said: str = ""
    point: tuple[float, float] | None = None
    unreadable: bool = False

    def noted(self) -> dict[str, Any]:
        """The answer as a turn's notes."""
        return {NOTE: self.model_dump()}

    @classmethod
    def of(cls, episode: Episode, step: int) -> "Answer | None":
        """The answer to an episode's step of that number; None where the agent notes none."""
        noted = [turn.notes[NOTE] for turn in episode.turns if NOTE in turn.notes]
        return cls.model_validate(noted[step]) if step < len(noted) else None


def answers(episode: Episode, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The answers to an episode's steps by the steps' keys, for the details of its mark."""
    noted = {key: Answer.of(episode, step) for step, key in enumerate(keys)}
    return {key: answer.model_dump() for key, answer in noted.items() if answer is not None}
