"""Reader and scorer for stored predictions in the public format.

The format is a JSON list with an entry for each step: the step's key, the element's id, `OP value`:

    [["<annotation_id>_<action_uid>", "1234", "TYPE new york"], ...]
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Demonstration, Op, node_id
from webproctor.benchmarks.mind2web.scoring import (
    Prediction,
    StepScore,
    error_ratio,
    means,
    score_step,
)
from webproctor.core.errors import UserError
from webproctor.files.reading import finite, read_json
from webproctor.methods.mindact.ranking import Scores, scores_of


def read_predictions(path: Path) -> dict[str, Prediction]:
    """Read a file of predictions.

    Raises:
        UserError: If the file is invalid; the message names the entry.
    """
    entries = read_json(path)
    if not isinstance(entries, list):
        raise UserError(f"{path}: must be a list of [step, element, operation].")
    found: dict[str, Prediction] = {}
    for number, entry in enumerate(entries):
        if not _is_entry(entry):
            raise UserError(
                f"{path}, entry {number}: {json.dumps(entry)[:200]} is not [step, element, "
                "operation]: a step's key, the id of an element and a text, or null."
            )
        key, element, operation = entry
        if key in found:
            raise UserError(f"{path}, entry {number}: duplicate prediction for step {key}.")
        op, _, value = (operation or "").partition(" ")
        if op not in get_args(Op) and (known := op.upper().removesuffix(":")) in get_args(Op):
            raise UserError(
                f"{path}, entry {number}: {operation!r:.100} must begin with {known}, then a "
                "space and the value."
            )
        element_id = node_id(element, "") if element else ""
        found[key] = Prediction(element=element_id, op=op, value=value)
    return found


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, list) or len(entry) != 3:
        return False
    key, element, operation = entry
    number = finite(element)  # Tables can contain ids as decimal numbers.
    is_id = isinstance(element, str | None) if number is None else number.is_integer()
    return isinstance(key, str) and is_id and isinstance(operation, str | None)


def check_steps(
    dataset: Dataset, demonstrations: Sequence[Demonstration], predictions: Mapping[str, Prediction]
) -> None:
    """Check that every prediction is for a step of the demonstrations.

    Raises:
        UserError: If one is not.
    """
    keys = {key for demo in demonstrations for key in demo.keys}
    unknown = [key for key in predictions if key not in keys]
    if unknown:
        raise UserError(
            f"{dataset.path}: {len(unknown)} predictions are for steps that are not in the data, "
            f"such as {unknown[0]}. Check --split."
        )


def score_predictions(
    dataset: Dataset,
    demonstrations: Sequence[Demonstration],
    predictions: Mapping[str, Prediction],
    *,
    scores: Scores | None = None,
    top_k: int = 50,
) -> dict[str, list[StepScore]]:
    """Return the scores of each task's steps. A step without a prediction counts as failed.

    Args:
        scores: A ranker's scores; the pool is then the first `top_k` candidates by score, else
            all candidates of a page.

    Raises:
        UserError: If a prediction is for a step that is not in the data, or scores are of other
            candidates.
    """
    check_steps(dataset, demonstrations, predictions)
    found: dict[str, list[StepScore]] = {}
    for demo in demonstrations:
        step_scores = []
        for step in dataset.steps(demo):
            prediction = predictions.get(step.key, Prediction())
            if scores is not None:
                ids = {one.id for one in step.candidates}
                candidate_scores = scores_of(scores, step.key, ids)
                ranked = sorted(candidate_scores, key=lambda one: -candidate_scores[one])
                prediction = prediction.model_copy(update={"pool": ranked[:top_k]})
            accepted = [one.id for one in step.positives]
            step_scores.append(
                score_step(prediction, accepted, step.operation.op, step.operation.value)
            )
        found[demo.annotation_id] = step_scores
    return found


def public_results(
    demonstrations: Sequence[Demonstration], step_scores: Mapping[str, Sequence[StepScore]]
) -> dict[str, Any]:
    """Return the metrics by their names in the public result files (which spell `marco`)."""
    tasks = list(step_scores.values())
    micro, macro = means(tasks, "micro"), means(tasks, "macro")
    sites: dict[str, list[Sequence[StepScore]]] = {}
    for demo in demonstrations:
        sites.setdefault(demo.website, []).append(step_scores[demo.annotation_id])
    return {
        "element_acc": micro.element_accuracy,
        "action_f1": micro.operation_f1,
        "step_acc": micro.step_success_rate,
        "marco_element_acc": macro.element_accuracy,
        "marco_action_f1": macro.operation_f1,
        "marco_step_acc": macro.step_success_rate,
        "error_ratio": error_ratio(tasks),
        "acc_per_website": {
            site: [means(site_tasks, "macro").step_success_rate, len(site_tasks)]
            for site, site_tasks in sites.items()
        },
    }
