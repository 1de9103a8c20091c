"""Scores of clicks and their aggregation."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import Any, Literal

from pydantic import BaseModel

from webproctor.benchmarks.realwebassist.dataset import Step
from webproctor.core.intervals import UNKNOWN, mean_interval, wilson
from webproctor.core.scores import Cell
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
        hit=any(box.contains(*point) for box in boxes),
        valid=True,
        distance=min((box.distance(*point) for box in boxes), default=None),
    )


def figures(scored: Iterable[tuple[Step, StepScore]], variant: Variant = "code") -> Figures:
    """Aggregate the scores of steps.

    Args:
        scored: Scored steps, ordered by participant and then by session order.
    """
    scores = list(scored)
    hits_by_instruction: dict[object, list[bool]] = {}
    for step, step_score in scores:
        hits_by_instruction.setdefault((step.participant, step.utterance), []).append(
            step_score.hit
        )
    task_hits = [_unit_results(task_scores, variant) for task_scores in by_task(scores, variant)]
    distances = [step_score.distance for _, step_score in scores if step_score.distance is not None]
    hits = sum(step_score.hit for _, step_score in scores)
    return Figures(
        steps=len(scores),
        hits=hits,
        invalid=sum(not step_score.valid for _, step_score in scores),
        step_accuracy=hits / len(scores) if scores else 0.0,
        progress=fmean(_leading_hits(unit_hits) / len(unit_hits) for unit_hits in task_hits)
        if task_hits
        else 0.0,
        task_success=fmean(all(unit_hits) for unit_hits in task_hits) if task_hits else 0.0,
        instruction_accuracy=fmean(map(all, hits_by_instruction.values()))
        if hits_by_instruction
        else 0.0,
        distance=fmean(distances) if distances else None,
        tasks=len(task_hits),
        instructions=len(hits_by_instruction),
    )


def by_task(
    scored: Iterable[tuple[Step, StepScore]], variant: Variant = "code"
) -> list[list[tuple[Step, StepScore]]]:
    """Return the scores of each task. In the variant `code`, tasks with the same name are one."""
    tasks: dict[object, list[tuple[Step, StepScore]]] = {}
    for step, step_score in scored:
        key = (step.participant, step.task) if variant == "paper" else step.task
        tasks.setdefault(key, []).append((step, step_score))
    return list(tasks.values())


def intervals(
    scored: Sequence[tuple[Step, StepScore]], variant: Variant = "code"
) -> list[list[Cell]]:
    """Return the 95 % confidence intervals of the metrics, treating tasks as independent.

    Returns:
        For each metric its name, value, lower and upper bound (None if unknown), and the method:
        Wilson's interval for task success, else that of `mean_interval`. Tasks are the clusters of
        the steps.
    """
    tasks = by_task(scored, variant)
    task_figures = [figures(steps, variant) for steps in tasks]
    overall = figures(scored, variant)
    solved = sum(task.task_success == 1 for task in task_figures)
    progress, method = mean_interval(
        [task.progress for task in task_figures], [str(index) for index in range(len(task_figures))]
    )
    accuracy, accuracy_method = mean_interval(
        [float(step_score.hit) for steps in tasks for _, step_score in steps],
        [str(index) for index, steps in enumerate(tasks) for _ in steps],
    )
    return [
        ["task success", overall.task_success, *wilson(solved, len(task_figures)), "Wilson"],
        ["progress", overall.progress, *(progress or UNKNOWN), method],
        ["step accuracy", overall.step_accuracy, *(accuracy or UNKNOWN), accuracy_method],
    ]


def _unit_results(scored: Sequence[tuple[Step, StepScore]], variant: Variant) -> list[bool]:
    """Return whether each unit of a task's progress (step or instruction) is correct."""
    if variant == "code":
        return [step_score.hit for _, step_score in scored]
    units: dict[object, bool] = {}
    for step, step_score in scored:
        key = step.participant, step.utterance
        units[key] = units.get(key, True) and step_score.hit
    return list(units.values())


def _leading_hits(hits: Sequence[bool]) -> int:
    return sum(1 for _ in takewhile(bool, hits))


def score_all(steps: Iterable[Step], answers: Mapping[str, Any]) -> list[tuple[Step, StepScore]]:
    """Score all scored steps. A step without an answer is a miss."""
    return [
        (step, score_step(step, point_of(answers.get(step.key)))) for step in steps if step.scored
    ]
