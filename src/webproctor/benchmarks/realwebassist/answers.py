"""Stored answers: a JSON object from "participant/image" to [x, y] or null."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import (
    Figures,
    StepScore,
    Variant,
    figures,
    score_all,
)
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json


def read_answers(path: Path) -> dict[str, Any]:
    """Read a file of answers. Invalid values are not errors; they are scored as misses.

    Raises:
        UserError: If the file is not a JSON object.
    """
    told = read_json(path)
    if not isinstance(told, dict):
        raise UserError(f'{path}: must be a JSON object from "participant/image" to [x, y].')
    return told


def known_answers(dataset: Dataset, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the answers.

    Raises:
        UserError: If an answer is for a step that is not in the data.
    """
    known = {step.key for step in dataset.steps}
    strange = [key for key in answers if key not in known]
    if strange:
        raise UserError(
            f"{dataset.path}: {len(strange)} answers are for steps that are not in the data, such "
            f"as {strange[0]!r}."
        )
    return answers


def evaluate(dataset: Dataset, answers: dict[str, Any], variant: Variant) -> dict[str, Any]:
    """Return all metrics: overall, and by participant, website and task.

    `overall` and `episodes` also contain the names and percentages of the public result file.

    Raises:
        UserError: If an answer is for a step that is not in the data.
    """
    scored = score_all(dataset.steps, known_answers(dataset, answers))
    websites: dict[str, list[tuple[Step, StepScore]]] = {}
    tasks: dict[tuple[int, str], list[tuple[Step, StepScore]]] = {}
    for step, step_score in scored:
        tasks.setdefault((step.participant, step.task), []).append((step, step_score))
        if step.website:
            websites.setdefault(step.website, []).append((step, step_score))
    episodes = {
        str(number): [one for one in scored if one[0].participant == number]
        for number in dataset.sessions
    }
    return {
        "metric_variant": variant,
        "overall": _told(scored, variant),
        "episodes": {number: _told(of, variant) for number, of in episodes.items()},
        "websites": {name: _told(of, variant) for name, of in websites.items()},
        "tasks": {
            f"{participant}/{task}": figures(of, variant).model_dump()
            for (participant, task), of in tasks.items()
        },
        "warnings": collisions(dataset.steps) if variant == "code" else [],
    }


def _told(scored: Iterable[tuple[Step, StepScore]], variant: Variant) -> dict[str, Any]:
    of = figures(scored, variant)
    return of.model_dump() | public(of)


def public(of: Figures) -> dict[str, Any]:
    """Return metrics by their names in the public result file, where rates are percentages."""
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
    """Return a warning for each task name that several participants share.

    The published script counts tasks with the same name as one task.
    """
    owners: dict[str, set[int]] = {}
    for step in steps:
        if step.scored:
            owners.setdefault(step.task, set()).add(step.participant)
    return [
        f"task {task!r} occurs for participants {', '.join(map(str, sorted(of)))} and is counted "
        "as one task"
        for task, of in owners.items()
        if len(of) > 1
    ]
