"""Scores of clicks and their aggregation."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import Any, Literal

from pydantic import BaseModel

from webproctor.benchmarks.realwebassist.dataset import Step
from webproctor.core.intervals import UNKNOWN, bootstrap, bootstrap_ratio, drawn_over, wilson
from webproctor.methods.grounding.session import Point, point_of

Variant = Literal["code", "paper"]
"""`code`: as the published script computes. Progress counts steps, and tasks with the same name are
one task, even of different participants. `paper`: as the paper describes. Progress counts
instructions (correct if all their steps are), and tasks of different participants are separate."""


@dataclass(frozen=True, slots=True)
class StepScore:
    """The score of one step.

    Attributes:
        hit: Whether the point lies in a box.
        valid: Whether the answer was a point.
        distance: Manhattan distance from the point to the nearest box, in pixels; None without a
            point or a box.
    """

    hit: bool = False
    valid: bool = False
    distance: float | None = None


class Figures(BaseModel):
    """Aggregated scores; rates are 0 to 1.

    Attributes:
        steps: Scored steps.
        hits: Steps whose point lies in a box.
        invalid: Steps without a point.
        step_accuracy: Share of scored steps that are hits.
        progress: Mean over tasks of the share done before the first miss.
        task_success: Share of tasks without a miss.
        instruction_accuracy: Share of instructions all of whose steps are hits.
        distance: Mean over steps that have one, in pixels; None if there are none.
        tasks: Number of tasks.
        instructions: Number of instructions.
    """

    steps: int
    hits: int
    invalid: int
    step_accuracy: float
    progress: float
    task_success: float
    instruction_accuracy: float
    distance: float | None
    tasks: int
    instructions: int


def score_step(step: Step, point: Point | None) -> StepScore:
    """Score the answer to a scored step. A missing point counts as a miss."""
    if point is None:
        return StepScore()
    boxes = step.boxes or ()
    return StepScore(
        hit=any(box.holds(*point) for box in boxes),
        valid=True,
        distance=min((box.distance(*point) for box in boxes), default=None),
    )


def figures(
    scored: Iterable[tuple[Step, StepScore]], variant: Variant = "code", *, apart: bool = False
) -> Figures:
    """Aggregate the scores of steps.

    Args:
        scored: Scored steps, ordered by participant and then by session order.
        apart: Keep tasks of different participants separate in the variant `code` too.
    """
    every = list(scored)
    spoken: dict[object, list[bool]] = {}
    for step, step_score in every:
        spoken.setdefault((step.participant, step.utterance), []).append(step_score.hit)
    runs = [_units(of, variant) for of in by_task(every, variant, apart=apart)]
    far = [step_score.distance for _, step_score in every if step_score.distance is not None]
    hits = sum(step_score.hit for _, step_score in every)
    return Figures(
        steps=len(every),
        hits=hits,
        invalid=sum(not step_score.valid for _, step_score in every),
        step_accuracy=hits / len(every) if every else 0.0,
        progress=fmean(_leading(run) / len(run) for run in runs) if runs else 0.0,
        task_success=fmean(all(run) for run in runs) if runs else 0.0,
        instruction_accuracy=fmean(map(all, spoken.values())) if spoken else 0.0,
        distance=fmean(far) if far else None,
        tasks=len(runs),
        instructions=len(spoken),
    )


def by_task(
    scored: Iterable[tuple[Step, StepScore]], variant: Variant = "code", *, apart: bool = False
) -> list[list[tuple[Step, StepScore]]]:
    """Return the scores of each task. In the variant `code`, tasks with the same name are one."""
    alone = apart or variant == "paper"
    tasks: dict[object, list[tuple[Step, StepScore]]] = {}
    for step, step_score in scored:
        key = (step.participant, step.task) if alone else step.task
        tasks.setdefault(key, []).append((step, step_score))
    return list(tasks.values())


def intervals(
    scored: Sequence[tuple[Step, StepScore]], variant: Variant = "code"
) -> list[list[str | int | float | None]]:
    """Return the 95 % confidence intervals of the metrics, treating tasks as independent.

    Returns:
        For each metric its name, value, lower and upper bound (None if unknown), and the method:
        Wilson's interval for task success, else a bootstrap over tasks.
    """
    of = [figures(steps, variant) for steps in by_task(scored, variant)]
    whole = figures(scored, variant)
    solved = sum(one.task_success == 1 for one in of)
    drawn = drawn_over(len(of), "tasks")
    progress = bootstrap([one.progress for one in of]) or UNKNOWN
    accuracy = bootstrap_ratio([one.hits for one in of], [one.steps for one in of]) or UNKNOWN
    return [
        ["task success", whole.task_success, *wilson(solved, len(of)), "Wilson"],
        ["progress", whole.progress, *progress, drawn],
        ["step accuracy", whole.step_accuracy, *accuracy, drawn],
    ]


def _units(scored: Sequence[tuple[Step, StepScore]], variant: Variant) -> list[bool]:
    """Return whether each unit of a task's progress (step or instruction) is correct."""
    if variant == "code":
        return [step_score.hit for _, step_score in scored]
    units: dict[object, bool] = {}
    for step, step_score in scored:
        key = step.participant, step.utterance
        units[key] = units.get(key, True) and step_score.hit
    return list(units.values())


def _leading(run: Sequence[bool]) -> int:
    return sum(1 for _ in takewhile(bool, run))


def score_all(steps: Iterable[Step], answers: Mapping[str, Any]) -> list[tuple[Step, StepScore]]:
    """Score all scored steps. A step without an answer is a miss."""
    return [
        (step, score_step(step, point_of(answers.get(step.key)))) for step in steps if step.scored
    ]
