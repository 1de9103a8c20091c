"""The result of one episode of a run."""

from typing import get_args

from pydantic import BaseModel

from webproctor.core.episodes import Amount
from webproctor.core.outcomes import EpisodeError, Outcome, outcome_of
from webproctor.core.scores import Score

CANCELLED = "cancelled"
"""Cause of an episode that did not start because the run was cancelled."""
ACCESS = "model access"
"""Cause of an episode that no request of the run could have answered: wrong key or model, no
quota."""
WORKERS = "workers"
"""Cause of an episode that could not be run because no workers were left."""
USER = "user error"
"""Cause of an episode that could not be run because of a user error."""
STOPPED = frozenset({"budget", "client left", ACCESS, CANCELLED, WORKERS, USER})
"""Causes with which an episode was stopped: it has no result, and is run again on resume."""
MODEL = "model"
"""Cause of an episode whose model gave no answer."""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


Key = tuple[str, int]
"""A task's id and its epoch, counted from 1."""


class Result(BaseModel):
    """The result of one episode.

    Attributes:
        task: The task's id.
        epoch: The epoch, counted from 1.
        score: The score; 0 if the episode is void.
        cluster: Cluster of related tasks; the task's own id if it has none.
        instruction: The task's instruction.
        cause: Short cause of an errored or void episode; None if it is scored.
        message: Description of the cause.
        void: Whether the environment failed, not the agent.
        tries: How often the episode was run; void episodes are run again.
        replaced: Number of replaced earlier results that a run does not repeat. The folder then has
            logs of a copy of the run.
        steps: Number of steps.
        actions: Number of actions.
        refused: Number of requests that the network guard refused.
        seconds: Wall-clock seconds of the episode.
        invalid_actions: Number of invalid actions.
        usage: What the model used: calls, tokens, dollars; without earlier tries.
    """

    task: str
    epoch: int = 1
    score: Score
    cluster: str = ""
    instruction: str = ""
    cause: str | None = None
    message: str | None = None
    void: bool = False
    tries: int = 1
    replaced: int = 0
    steps: int = 0
    actions: int = 0
    refused: int = 0
    seconds: Amount = 0.0
    invalid_actions: int = 0
    usage: dict[str, Amount] = {}

    @property
    def solved(self) -> bool:
        """Whether the episode has the full score."""
        return self.score.value >= 1

    @property
    def outcome(self) -> Outcome:
        """`scored`, `errored` or `void`."""
        if self.cause is None:
            return outcome_of(None)
        return outcome_of(EpisodeError(cause=self.cause, message="", void=self.void))

    def after(self, earlier: "Result | None") -> "Result":
        """Return this result with the tries of an earlier result added, which it replaces."""
        if earlier is None:
            return self
        replaced = earlier.replaced + (not earlier.unfinished)
        return self.model_copy(update={"tries": earlier.tries + self.tries, "replaced": replaced})

    @property
    def unfinished(self) -> bool:
        """Whether `--resume` runs the episode again: it is void, or its model gave no answer."""
        return self.outcome == "void" or self.cause == MODEL
