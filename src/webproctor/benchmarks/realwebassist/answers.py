"""Stored answers: a JSON object from "participant/image" to [x, y] or null."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import (
    Figures,
    StepScore,
    Variant,
    figures,
    intervals,
    score_all,
)
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json
from webproctor.methods.grounding.session import check_pixels


def read_answers(path: Path, dataset: Dataset) -> dict[str, Any]:
    """Read a file of answers. Invalid values are not errors; they are scored as misses.

    Raises:
        UserError: If the file is not a JSON object, or its points are fractions.
    """
    answers = read_json(path, unique_keys=True)
    if not isinstance(answers, dict):
        raise UserError(f'{path}: must be a JSON object from "participant/image" to [x, y].')
    check_pixels(answers, {step.key: step.target for step in dataset.steps}, path)
    return answers


def known_answers(dataset: Dataset, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the answers.

    Raises:
        UserError: If an answer is for a step that is not in the data.
    """
    known = {step.key for step in dataset.steps}
    unknown = [key for key in answers if key not in known]
    if unknown:
        raise UserError(
            f"{dataset.path}: {len(unknown)} answers are for steps that are not in the data, such "
            f"as {unknown[0]!r}."
        )
    return answers


def evaluate(dataset: Dataset, answers: dict[str, Any], variant: Variant) -> dict[str, Any]:
    """Return all metrics: overall, and by participant, website and task.

    `overall`, `episodes` and `websites` also contain the names and percentages of the public result
    file; `intervals` are the confidence intervals of the overall metrics.

    Raises:
        UserError: If an answer is for a step that is not in the data.
    """
    scored = score_all(dataset.steps, known_answers(dataset, answers))
    tasks: dict[tuple[int, str], list[tuple[Step, StepScore]]] = {}
    for step, step_score in scored:
        tasks.setdefault((step.participant, step.task), []).append((step, step_score))

    def metrics(is_selected: Callable[[Step], bool]) -> dict[str, Any]:
        totals = figures((entry for entry in scored if is_selected(entry[0])), variant)
        skipped = sum(not step.scored for step in dataset.steps if is_selected(step))
        return totals.model_dump() | public(totals, skipped)

    websites = dict.fromkeys(step.website for step, _ in scored if step.website)
    return {
        "metric_variant": variant,
        "overall": metrics(lambda step: True),
        "intervals": {row[0]: row[2:4] for row in intervals(scored, variant)},
        "episodes": {
            str(number): metrics(lambda step, number=number: step.participant == number)
            for number in dataset.sessions
        },
        "websites": {
            name: metrics(lambda step, name=name: step.website == name) for name in websites
        },
        "tasks": {
            f"{participant}/{task}": figures(scores, variant).model_dump()
            for (participant, task), scores in tasks.items()
        },
        "warnings": collisions(dataset.steps) if variant == "code" else [],
    }


def public(totals: Figures, skipped: int) -> dict[str, Any]:
    """Return metrics by their names in the public result file, where rates are percentages.

    Args:
        skipped: Number of unscored steps, which the public script counts under this name.
    """
    return {
        "total": totals.steps,
        "correct": totals.hits,
        "skipped": skipped,
        "accuracy": 100 * totals.step_accuracy,
        "average_distance": totals.distance if totals.distance is not None else 0.0,
        "average_progress": 100 * totals.progress,
        "task_success_rate": 100 * totals.task_success,
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
        f"task {task!r} occurs for participants {', '.join(map(str, sorted(participants)))} and is "
        "counted as one task"
        for task, participants in owners.items()
        if len(participants) > 1
    ]
