"""Marks of clicks, and what they amount to (catalogue, section 2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import Any, Literal

from pydantic import BaseModel

from webproctor.benchmarks.realwebassist.dataset import Step

Point = tuple[float, float]
Variant = Literal["code", "paper"]
"""`code` is what the published script computes: progress counts steps, and tasks of one name are
one task, whoever's they are. `paper` is what the paper says: progress counts instructions, an
instruction being right when all its steps are, and every participant's tasks are their own."""


@dataclass(frozen=True, slots=True)
class StepMark:
    """The mark of one scored step.

    Attributes:
        hit: Whether the point lies in a box.
        valid: Whether there was a point.
        distance: From the point to the nearest box, across plus down, in pixels; None without a
            point or a box.
    """

    hit: bool = False
    valid: bool = False
    distance: float | None = None


class Figures(BaseModel):
    """What some steps' marks amount to; rates are 0 to 1.

    Attributes:
        steps: Scored steps.
        hits: Steps whose point lies in a box.
        invalid: Steps without a point.
        step_accuracy: Hits of all scored steps.
        progress: Mean over tasks of the share done before the first miss.
        task_success: Share of tasks without a miss.
        instruction_accuracy: Share of instructions all of whose steps are hits.
        distance: Mean over steps with a point; None where there is none.
        tasks: How many tasks.
        instructions: How many instructions.
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


def point_of(answer: Any) -> Point | None:
    """An answer as a point; None for whatever is none, such as `[null, 3]`."""
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        return None
    if any(isinstance(one, bool) or not isinstance(one, int | float) for one in answer):
        return None
    x, y = float(answer[0]), float(answer[1])
    return (x, y) if x == x and y == y and abs(x) != float("inf") != abs(y) else None


def mark_step(step: Step, point: Point | None) -> StepMark:
    """Mark the answer to a scored step. No point is a miss, and stays in the denominator."""
    if point is None:
        return StepMark()
    boxes = step.boxes or ()
    return StepMark(
        hit=any(box.holds(*point) for box in boxes),
        valid=True,
        distance=min((box.distance(*point) for box in boxes), default=None),
    )


def figures(
    marked: Iterable[tuple[Step, StepMark]], variant: Variant = "code", *, apart: bool = False
) -> Figures:
    """Draw the marks of scored steps together.

    Args:
        marked: Steps in order: participant by participant, each session from its start.
        apart: Keep tasks of different participants apart by the rules of the code too.
    """
    every = list(marked)
    spoken: dict[object, list[bool]] = {}
    for step, mark in every:
        spoken.setdefault((step.participant, step.utterance), []).append(mark.hit)
    runs = [_units(of, variant) for of in by_task(every, variant, apart=apart)]
    far = [mark.distance for _, mark in every if mark.distance is not None]
    hits = sum(mark.hit for _, mark in every)
    return Figures(
        steps=len(every),
        hits=hits,
        invalid=sum(not mark.valid for _, mark in every),
        step_accuracy=hits / len(every) if every else 0.0,
        progress=fmean(_leading(run) / len(run) for run in runs) if runs else 0.0,
        task_success=fmean(all(run) for run in runs) if runs else 0.0,
        instruction_accuracy=fmean(map(all, spoken.values())) if spoken else 0.0,
        distance=fmean(far) if far else None,
        tasks=len(runs),
        instructions=len(spoken),
    )


def by_task(
    marked: Iterable[tuple[Step, StepMark]], variant: Variant = "code", *, apart: bool = False
) -> list[list[tuple[Step, StepMark]]]:
    """The marks of each task; by the rules of the code tasks of one name are one task."""
    alone = apart or variant == "paper"
    tasks: dict[object, list[tuple[Step, StepMark]]] = {}
    for step, mark in marked:
        key = (step.participant, step.task) if alone else step.task
        tasks.setdefault(key, []).append((step, mark))
    return list(tasks.values())


def _units(marked: Sequence[tuple[Step, StepMark]], variant: Variant) -> list[bool]:
    """What a task's progress counts: whether each step, or each instruction, is right."""
    if variant == "code":
        return [mark.hit for _, mark in marked]
    units: dict[object, bool] = {}
    for step, mark in marked:
        key = step.participant, step.utterance
        units[key] = units.get(key, True) and mark.hit
    return list(units.values())


def _leading(run: Sequence[bool]) -> int:
    return sum(1 for _ in takewhile(bool, run))


def mark_all(steps: Iterable[Step], answers: Mapping[str, Any]) -> list[tuple[Step, StepMark]]:
    """The marks of all scored steps; one without an answer is a miss."""
    return [
        (step, mark_step(step, point_of(answers.get(step.key)))) for step in steps if step.scored
    ]
