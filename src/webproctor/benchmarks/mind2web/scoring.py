"""Marks of steps, and what they amount to (catalogue, section 5.2; paper, section 4.1)."""

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
    """What was done at a step.

    Attributes:
        element: Backend node id of the element; "" when none was chosen.
        op: CLICK, TYPE or SELECT; "" when none was chosen.
        value: What was typed or chosen.
        pool: The candidates that it was chosen among; None for all of the page's.
    """

    element: str = ""
    op: str = ""
    value: str = ""
    pool: list[str] | None = None


class StepMark(BaseModel):
    """The marks of one step.

    Attributes:
        element: 1 if an accepted element was chosen, else 0.
        operation: F1 of the operation, 0 to 1.
        success: 1 if the element is right and the F1 is 1, else 0.
        cause: Why it is no success; "" if it is.
        reachable: Whether an accepted element was in the pool.
    """

    element: float = 0.0
    operation: float = 0.0
    success: float = 0.0
    cause: Cause = ""
    reachable: bool = False


def operation_f1(predicted: str, gold: str) -> float:
    """F1 of two operations, each `OP value`, as sets of words: case and punctuation count."""
    mine, right = set(predicted.split()), set(gold.split())
    if not mine and not right:
        return 1.0
    common = len(mine & right)
    if not common:
        return 0.0
    precision, recall = common / len(mine), common / len(right)
    return 2 * precision * recall / (precision + recall)


def mark_step(
    prediction: Prediction | None, positives: Collection[str], op: str, value: str
) -> StepMark:
    """Mark one step.

    Where no accepted element is in the pool, or none was chosen, all marks are 0.

    Args:
        prediction: What was done; None when the step was never answered.
        positives: Ids of the accepted elements.
        op: The right operation.
        value: Its value.
    """
    pool = prediction.pool if prediction else None
    reachable = any(pool is None or one in pool for one in positives)
    if not positives:
        return StepMark(cause="no positive in the data")
    if not reachable:
        return StepMark(cause="not in the pool")
    if prediction is None or not prediction.element:
        return StepMark(cause="none chosen", reachable=True)
    f1 = operation_f1(f"{prediction.op} {prediction.value}", f"{op} {value}")
    hit = prediction.element in positives
    success = hit and f1 == 1.0
    cause: Cause = ""
    if not hit:
        cause = "wrong element"
    elif not success:
        cause = "wrong operation" if prediction.op != op else "wrong value"
    return StepMark(
        element=float(hit),
        operation=f1,
        success=float(success),
        cause=cause,
        reachable=True,
    )


def task_success(marks: Sequence[StepMark]) -> float:
    """1 if every step is a success."""
    return float(all(mark.success for mark in marks))


class Means(BaseModel):
    """What many marks amount to.

    Attributes:
        element_accuracy, operation_f1, step_success_rate: Averaged within each task, then over
            tasks (macro), or over all steps (micro).
        success_rate: Share of tasks whose every step is a success.
        recall_cap: Share of steps with an accepted element in the pool: what none can exceed.
    """

    element_accuracy: float
    operation_f1: float
    step_success_rate: float
    success_rate: float
    recall_cap: float
    tasks: int
    steps: int


def means(tasks: Iterable[Sequence[StepMark]], average: Literal["macro", "micro"]) -> Means:
    """Draw marks together.

    Args:
        tasks: The marks of each task's steps; tasks without steps are left out.
        average: `macro` gives every task the same weight, `micro` every step.
    """
    groups = [marks for marks in tasks if marks]
    every = [mark for marks in groups for mark in marks]

    def mean(name: str) -> float:
        if average == "micro":
            return _mean([getattr(mark, name) for mark in every])
        return _mean([_mean([getattr(mark, name) for mark in marks]) for marks in groups])

    return Means(
        element_accuracy=mean("element"),
        operation_f1=mean("operation"),
        step_success_rate=mean("success"),
        success_rate=_mean([task_success(marks) for marks in groups]),
        recall_cap=_mean([float(mark.reachable) for mark in every]),
        tasks=len(groups),
        steps=len(every),
    )


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def failures(marks: Iterable[StepMark]) -> dict[Cause, int]:
    """How many steps failed of each cause, in the order in which causes are looked for."""
    counts: dict[Cause, int] = dict.fromkeys(CAUSES, 0)
    for mark in marks:
        if mark.cause:
            counts[mark.cause] += 1
    return counts


def error_ratio(tasks: Iterable[Sequence[StepMark]]) -> Mapping[str, float]:
    """Share of tasks by their number of failed steps: `0`, `1`, `2`, `3`, `>3`."""
    counts: dict[str, int] = dict.fromkeys(("0", "1", "2", "3", ">3"), 0)
    for marks in tasks:
        failed = sum(not mark.success for mark in marks)
        counts[str(failed) if failed <= 3 else ">3"] += 1
    whole = sum(counts.values())
    return {name: count / whole if whole else 0.0 for name, count in counts.items()}


def marks_of(details: Mapping[str, Any]) -> list[StepMark]:
    """The marks of a task's steps, as a score's details keep them."""
    return [StepMark.model_validate(one) for one in details["steps"]]
