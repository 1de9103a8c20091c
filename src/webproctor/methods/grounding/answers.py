"""The record of a grounding agent's answer, for scores and error analysis."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

from webproctor.core.episodes import Episode

NOTE = "grounding"
"""The key of an `Answer` in a step's notes."""


class Answer(BaseModel):
    """The answer to one step.

    Attributes:
        instruction: The user's instruction.
        plan: The planner's instruction; empty without a planner.
        said: The text of the grounding model.
        point: The predicted point in pixels of the screenshot; None if there is none.
        unreadable: Whether no point could be parsed although the model did not decline.
    """

    instruction: str
    plan: str = ""
    said: str = ""
    point: tuple[float, float] | None = None
    unreadable: bool = False

    def noted(self) -> dict[str, Any]:
        """Return the answer as a step's notes."""
        return {NOTE: self.model_dump()}

    @classmethod
    def of(cls, episode: Episode, step: int) -> "Answer | None":
        """Return the answer to an episode's step of that number; None if none was recorded."""
        recorded = [step.notes[NOTE] for step in episode.steps if NOTE in step.notes]
        return cls.model_validate(recorded[step]) if step < len(recorded) else None


def answers(episode: Episode, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the answers to an episode's steps by the steps' keys, for the score's details."""
    found = {key: Answer.of(episode, step) for step, key in enumerate(keys)}
    return {key: answer.model_dump() for key, answer in found.items() if answer is not None}
