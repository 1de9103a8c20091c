"""Scores of steps and their aggregation (Mind2Web paper, section 4.1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal

from pydantic import BaseModel

Cause = Literal[
    "",
    "no positive in the data",
    "not in the pool",
    "none chosen",
    "wrong element",
    "wrong operation",
    "wrong value",
]
CAUSES: tuple[Cause, ...] = (
    "no positive in the data",
    "not in the pool",
    "none chosen",
    "wrong element",
    "wrong operation",
    "wrong value",
)


class Prediction(BaseModel):
    """A predicted action.

    Attributes:
        element: Backend node id of the element; "" if none was chosen.
        op: CLICK, TYPE or SELECT; "" if no element was chosen.
        value: The text typed or the option selected.
        pool: Ids of the candidates to choose from; None for all of the page's.
    """

    element: str = ""
    op: str = ""
    value: str = ""
    pool: list[str] | None = None


class StepScore(BaseModel):
    """The scores of one step.

    Attributes:
        element: 1 if an accepted element of the pool was chosen, else 0.
        operation: F1 of the operation, 0 to 1.
        success: 1 if the element is correct and the F1 is 1, else 0.
        cause: Why the step failed; "" if it succeeded.
        reachable: Whether an accepted element was in the pool.
    """

    element: float = 0.0
    operation: float = 0.0
    success: float = 0.0
    cause: Cause = ""
    reachable: bool = False


def operation_f1(predicted: str, gold: str) -> float:
    """Return the F1 of two operations, each `OP value`, as sets of case-sensitive words."""
    predicted_words, gold_words = set(predicted.split()), set(gold.split())
    if not predicted_words and not gold_words:
        return 1.0
    common = len(predicted_words & gold_words)
    if not common:
        return 0.0
    precision, recall = common / len(predicted_words), common / len(gold_words)
    return 2 * precision * recall / (precision + recall)


def score_step(
    prediction: Prediction | None, positives: Collection[str], op: str, value: str
) -> StepScore:
    """Score one step.

    All scores are 0 if no accepted element is in the pool, or no element was chosen.

    Args:
        prediction: The predicted action; None if the step was not answered.
        positives: Ids of the accepted elements.
        op: The correct operation.
        value: The correct value.
    """
    pool = prediction.pool if prediction else None
    reachable = any(pool is None or one in pool for one in positives)
    if not positives:
        return StepScore(cause="no positive in the data")
    if not reachable:
        return StepScore(cause="not in the pool")
    if prediction is None or not prediction.element:
        return StepScore(cause="none chosen", reachable=True)
    f1 = operation_f1(f"{prediction.op} {prediction.value}", f"{op} {value}")
    hit = prediction.element in positives and (pool is None or prediction.element in pool)
    success = hit and f1 == 1.0
    cause: Cause = ""
    if not hit:
        cause = "wrong element"
    elif not success:
        cause = "wrong operation" if prediction.op != op else "wrong value"
    return StepScore(
        element=float(hit),
        operation=f1,
        success=float(success),
        cause=cause,
        reachable=True,
    )


def task_success(step_scores: Sequence[StepScore]) -> float:
    """Return 1 if every step succeeded, else 0."""
    return float(all(step_score.success for step_score in step_scores))


class Means(BaseModel):
    """Aggregated scores, all from 0 to 1.

    Attributes:
        element_accuracy, operation_f1, step_success_rate: Averaged within each task, then over
            tasks (macro), or over all steps (micro).
        success_rate: Share of tasks in which every step succeeded.
        recall_cap: Share of steps with an accepted element in the pool, an upper bound.
    """

    element_accuracy: float
    operation_f1: float
    step_success_rate: float
    success_rate: float
    recall_cap: float
    tasks: int
    steps: int


def means(tasks: Iterable[Sequence[StepScore]], average: Literal["macro", "micro"]) -> Means:
    """Aggregate scores.

    Args:
        tasks: The scores of each task's steps; tasks without steps are left out.
        average: `macro` gives every task the same weight, `micro` every step.
    """
    groups = [step_scores for step_scores in tasks if step_scores]
    all_step_scores = [step_score for step_scores in groups for step_score in step_scores]

    def mean(name: str) -> float:
        if average == "micro":
            return _mean([getattr(step_score, name) for step_score in all_step_scores])
        return _mean(
            [
                _mean([getattr(step_score, name) for step_score in step_scores])
                for step_scores in groups
            ]
        )

    return Means(
        element_accuracy=mean("element"),
        operation_f1=mean("operation"),
        step_success_rate=mean("success"),
        success_rate=_mean([task_success(step_scores) for step_scores in groups]),
        recall_cap=_mean([float(step_score.reachable) for step_score in all_step_scores]),
        tasks=len(groups),
        steps=len(all_step_scores),
    )


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def failures(step_scores: Iterable[StepScore]) -> dict[Cause, int]:
    """Count the failed steps by cause, in the order in which causes are checked."""
    counts: dict[Cause, int] = dict.fromkeys(CAUSES, 0)
    for step_score in step_scores:
        if step_score.cause:
            counts[step_score.cause] += 1
    return counts


def error_ratio(tasks: Iterable[Sequence[StepScore]]) -> Mapping[str, float]:
    """Return the share of tasks by number of failed steps: `0`, `1`, `2`, `3`, `>3`."""
    counts: dict[str, int] = dict.fromkeys(("0", "1", "2", "3", ">3"), 0)
    for step_scores in tasks:
        failed = sum(not step_score.success for step_score in step_scores)
        counts[str(failed) if failed <= 3 else ">3"] += 1
    total = sum(counts.values())
    return {name: count / total if total else 0.0 for name, count in counts.items()}


def step_scores_of(details: Mapping[str, Any]) -> list[StepScore]:
    """Return the scores of a task's steps from the details of its score."""
    return [StepScore.model_validate(step) for step in details["steps"]]
