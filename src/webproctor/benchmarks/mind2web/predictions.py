"""Stored predictions in the public layout (catalogue, section 5.2).

A JSON list with an entry for each step: the step's key, the id of the element, `OP value`:

    [["<annotation_id>_<action_uid>", "1234", "TYPE new york"], ...]
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Demonstration
from webproctor.benchmarks.mind2web.scoring import (
    Prediction,
    StepMark,
    error_ratio,
    mark_step,
    means,
)
from webproctor.errors import UserError
from webproctor.mindact.ranking import Scores


def read_predictions(path: Path) -> dict[str, Prediction]:
    """Read a file of predictions.

    Raises:
        UserError: If it is not such a file; the message names the entry.
    """
    try:
        listed = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: no JSON file of predictions: {error}") from error
    if not isinstance(listed, list):
        raise UserError(f"{path}: predictions are a list of [step, element, operation].")
    found: dict[str, Prediction] = {}
    for number, entry in enumerate(listed):
        if not (isinstance(entry, list) and len(entry) == 3 and isinstance(entry[0], str)):
            raise UserError(
                f"{path}, entry {number}: {json.dumps(entry)[:80]} is not [step, element, "
                "operation]."
            )
        key, element, operation = entry
        if key in found:
            raise UserError(f"{path}, entry {number}: step {key} is there twice.")
        op, _, value = str(operation or "").partition(" ")
        found[key] = Prediction(element=str(element or ""), op=op, value=value)
    return found


def marked(
    dataset: Dataset,
    demonstrations: Sequence[Demonstration],
    predictions: Mapping[str, Prediction],
    *,
    scores: Scores | None = None,
    top_k: int = 50,
) -> dict[str, list[StepMark]]:
    """The marks of each task's steps; a step that was not predicted counts as failed.

    Args:
        scores: A ranker's; the pool is then its first `top_k`, else all of a page's candidates.

    Raises:
        UserError: If a prediction is of a step that is not there.
    """
    keys = {f"{demo.annotation_id}_{uid}" for demo in demonstrations for uid in demo.uids}
    strange = [key for key in predictions if key not in keys]
    if strange:
        raise UserError(
            f"{dataset.path}: {len(strange)} predictions are of steps that are not there, such as "
            f"{strange[0]}: is it the right split?"
        )
    found: dict[str, list[StepMark]] = {}
    for demo in demonstrations:
        marks = []
        for step in dataset.steps(demo):
            said = predictions.get(step.key, Prediction())
            if scores is not None:
                of = scores.get(step.key, {})
                said = said.model_copy(
                    update={"pool": sorted(of, key=lambda one: -of[one])[:top_k]}
                )
            right = [one.id for one in step.positives]
            marks.append(mark_step(said, right, step.operation.op, step.operation.value))
        found[demo.annotation_id] = marks
    return found


def public_results(
    demonstrations: Sequence[Demonstration], marks: Mapping[str, Sequence[StepMark]]
) -> dict[str, Any]:
    """The figures under the names of the public result files, `marco` spelt as there."""
    tasks = list(marks.values())
    micro, macro = means(tasks, "micro"), means(tasks, "macro")
    sites: dict[str, list[Sequence[StepMark]]] = {}
    for demo in demonstrations:
        sites.setdefault(demo.website, []).append(marks[demo.annotation_id])
    return {
        "element_acc": micro.element_accuracy,
        "action_f1": micro.operation_f1,
        "step_acc": micro.step_success_rate,
        "marco_element_acc": macro.element_accuracy,
        "marco_action_f1": macro.operation_f1,
        "marco_step_acc": macro.step_success_rate,
        "error_ratio": error_ratio(tasks),
        "acc_per_website": {
            site: [means(of, "macro").step_success_rate, len(of)] for site, of in sites.items()
        },
    }
