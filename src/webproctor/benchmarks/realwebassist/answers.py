"""Stored answers: a JSON object from "participant/image number" to [x, y], or null."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import (
    Figures,
    StepMark,
    Variant,
    figures,
    mark_all,
)
from webproctor.errors import UserError


def read_answers(path: Path) -> dict[str, Any]:
    """Read a file of answers; what an answer holds is marked, not checked.

    Raises:
        UserError: If it is no JSON object.
    """
    try:
        told = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: no JSON file of answers: {error}.") from error
    if not isinstance(told, dict):
        raise UserError(f'{path}: answers are an object from "participant/image" to [x, y].')
    return told


def evaluate(dataset: Dataset, answers: dict[str, Any], variant: Variant) -> dict[str, Any]:
    """All figures: of the whole, of each participant and of each task.

    Under `overall` and `episodes` stand the names and percentages of the public result file too.

    Raises:
        UserError: If an answer is of a step that is not there.
    """
    known = {step.key for step in dataset.steps}
    strange = [key for key in answers if key not in known]
    if strange:
        raise UserError(
            f"{dataset.path}: {len(strange)} answers are of steps that are not there, such as "
            f"{strange[0]!r}."
        )
    marked = mark_all(dataset.steps, answers)
    websites: dict[str, list[tuple[Step, StepMark]]] = {}
    tasks: dict[tuple[int, str], list[tuple[Step, StepMark]]] = {}
    for step, mark in marked:
        tasks.setdefault((step.participant, step.task), []).append((step, mark))
        if step.website:
            websites.setdefault(step.website, []).append((step, mark))
    episodes = {
        str(number): [one for one in marked if one[0].participant == number]
        for number in dataset.sessions
    }
    return {
        "metric_variant": variant,
        "overall": _told(marked, variant),
        "episodes": {number: _told(of, variant) for number, of in episodes.items()},
        "websites": {name: _told(of, variant) for name, of in websites.items()},
        "tasks": {
            f"{participant}/{task}": figures(of, variant).model_dump()
            for (participant, task), of in tasks.items()
        },
        "warnings": collisions(dataset.steps) if variant == "code" else [],
    }


def _told(marked: Iterable[tuple[Step, StepMark]], variant: Variant) -> dict[str, Any]:
    of = figures(marked, variant)
    return of.model_dump() | public(of)


def public(of: Figures) -> dict[str, Any]:
    """Figures under the names of the public result file; rates are percentages there."""
    return {
        "total": of.steps,
        "correct": of.hits,
        "skipped": of.invalid,
        "accuracy": 100 * of.step_accuracy,
        "average_distance": of.distance if of.distance is not None else 0.0,
        "average_progress": 100 * of.progress,
        "task_success_rate": 100 * of.task_success,
    }


def collisions(steps: Iterable[Step]) -> list[str]:
    """Tasks of one name in several sessions, which the published script takes for one task."""
    owners: dict[str, set[int]] = {}
    for step in steps:
        if step.scored:
            owners.setdefault(step.task, set()).add(step.participant)
    return [
        f"task {task!r} is of participants {', '.join(map(str, sorted(of)))}: counted as one"
        for task, of in owners.items()
        if len(of) > 1
    ]
