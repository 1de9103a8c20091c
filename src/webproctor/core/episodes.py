"""An agent's steps, and the record of its run at a task, as plain data."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, AliasChoices, BaseModel, Field

from webproctor.core.actions import Action, ActionResult
from webproctor.core.outcomes import EpisodeError, Outcome, outcome_of
from webproctor.core.sessions import Rect

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
"""How much of something was used. It is never negative: it would reduce the total cost."""


class Step(BaseModel):
    """An agent's response to one observation.

    Attributes:
        actions: The actions to execute, in order.
        done: Whether the agent has finished and this is the last step.
        answer: The agent's final answer, if the task asks for one.
        thought: The agent's reasoning, shown in reports.
        plan: The agent's plan, shown in reports.
        usage: The cost of the step, by name (tokens, seconds, dollars), as finite numbers
            that are not negative.
        notes: Details of the decision as JSON data, such as the pool of candidates or a model's raw
            outputs.
    """

    actions: Sequence[Action] = ()
    done: bool = False
    answer: str | None = None
    thought: str = ""
    plan: str = ""
    usage: dict[str, Amount] = {}
    notes: dict[str, Any] = {}


class Snapshot(BaseModel):
    """A snapshot taken before a step.

    Attributes:
        screenshot: File name of the screenshot, if screenshots are recorded.
        text: File name of the page's text, if it is recorded.
        instruction: The instruction at that step, in tasks with several instructions.
        rects: The rect of each action's target element in the screenshot; None if the action has no
            target element. Empty without a screenshot.
    """

    screenshot: str = ""
    text: str = ""
    instruction: str = ""
    rects: list[Rect | None] = []


def _check_action(action: dict[str, Any]) -> dict[str, Any]:
    if isinstance(action.get("name"), str) and isinstance(action.get("arguments"), dict):
        return action
    raise ValueError("an action needs a name and arguments")


class StepRecord(Snapshot):
    """The record of one step, as plain data.

    Attributes:
        actions: The agent's actions, each with `name` and `arguments`.
        results: The result of each action, without images.
        thought: The agent's reasoning.
        plan: The agent's plan.
        usage: The cost of the step, by name.
        notes: Details of the decision.
        seconds: Time for thinking and acting, without observing.
        acting: Time for acting, in seconds.
        observing: Time for the observation before the step, in seconds.
        noted: Events of pages during the step that are not shown to the agent: kind (`refused`,
            `error`) and text; the first few of each kind.
        url: The address of the observed page; empty if the agent observed none.
    """

    actions: list[Annotated[dict[str, Any], AfterValidator(_check_action)]]
    results: list[ActionResult]
    thought: str = ""
    plan: str = ""
    usage: dict[str, float] = {}
    notes: dict[str, Any] = {}
    seconds: float
    acting: float = 0.0
    observing: float = 0.0
    noted: list[tuple[str, str]] = []
    url: str = ""


# Larger numbers are refused: sums of them could not be stored.
_MAX_COUNT, _MAX_DOLLARS = 10**12, 10.0**9
_Count = Annotated[int, Field(ge=0, le=_MAX_COUNT)]


class ReportedUsage(BaseModel):
    """Requests to a model that an agent has sent and reported itself.

    Attributes:
        model: The model in Inspect's notation, by which its price is found; "" if it is unknown.
        requests: Number of requests.
        input_tokens: Input tokens, including cached ones.
        cached_input_tokens: Input tokens that were read from the provider's cache.
        output_tokens: Output tokens.
        dollars: The cost; None to compute it from the included price table.
    """

    model: str = ""
    requests: _Count = 1
    input_tokens: _Count = 0
    cached_input_tokens: _Count = 0
    output_tokens: _Count = 0
    dollars: float | None = Field(default=None, ge=0, le=_MAX_DOLLARS, allow_inf_nan=False)


class Episode(BaseModel):
    """The record of an agent's run at a task.

    Attributes:
        task: The task's id.
        steps: The records of all steps, in order.
        answer: The agent's final answer, if it gave one.
        evidence: The data for the scorer, read from the session at the end.
        error: Why the episode ended before the agent had finished, or None.
        seconds: Wall-clock seconds.
        usage: What all model requests of the episode used, by name, including those whose answer
            led to no step; empty if only the steps' usage is known.
        reported: The requests that the agent has reported, if it does not use Inspect's models.
        output: What the agent's program printed, with secrets redacted, without the middle if long.
        ending: The final snapshot, taken when the agent gave its answer.
    """

    task: str
    # Earlier versions wrote `turns`.
    steps: list[StepRecord] = Field(default=[], validation_alias=AliasChoices("steps", "turns"))
    ending: Snapshot = Snapshot()
    answer: str | None = None
    evidence: dict[str, Any] = Field(default_factory=dict)
    error: EpisodeError | None = None
    seconds: float = 0.0
    usage: dict[str, float] = {}
    reported: list[ReportedUsage] = []
    output: str = ""

    @property
    def used(self) -> dict[str, float]:
        """What the episode's model requests used; if unknown, what its steps used."""
        return self.usage or added(*(step.usage for step in self.steps))

    @property
    def outcome(self) -> Outcome:
        """`scored`, `errored` or `void`."""
        return outcome_of(self.error)


def added(*usages: dict[str, float]) -> dict[str, float]:
    """Return the sum of usages, by name."""
    return {
        name: sum(usage.get(name, 0) for usage in usages)
        for name in dict.fromkeys(key for usage in usages for key in usage)
    }
