"""`webproctor score mind2web`: score stored predictions."""

import json
from pathlib import Path
from typing import Any

import click

from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.benchmarks.mind2web.predictions import (
    public_results,
    read_predictions,
    score_predictions,
)
from webproctor.benchmarks.mind2web.scoring import failures, means
from webproctor.core.errors import UserError
from webproctor.core.scores import Table
from webproctor.methods.mindact.ranking import read_scores


def options() -> list[click.Option]:
    """Return the options of `score` for this benchmark."""
    return [
        click.Option(
            ["--data"],
            required=True,
            type=click.Path(path_type=Path),
            help="Folder or file of the data set.",
        ),
        click.Option(["--split"], default="all", show_default=True, help="Only this split."),
        click.Option(
            ["--predictions"],
            required=True,
            type=click.Path(path_type=Path),
            help='JSON: a list of [step, element id, "OP value"].',
        ),
        click.Option(
            ["--scores"],
            type=click.Path(path_type=Path),
            help="The ranker's scores, which determine the candidate pool.",
        ),
        click.Option(
            ["--top-k"],
            default=50,
            show_default=True,
            help="With --scores: number of candidates in the pool.",
        ),
    ]


def replayed(
    data: Path, split: str, predictions: Path, scores: Path | None, top_k: int
) -> tuple[dict[str, Any], Path]:
    """Return the settings of a run with these predictions, and their file.

    Raises:
        UserError: If there are a ranker's scores, which a run does not use.
    """
    if scores is not None:
        raise UserError("--out cannot be combined with --scores: a run has no ranker's scores.")
    return {"data": data, "split": split}, predictions


def score(
    data: Path, split: str, predictions: Path, scores: Path | None, top_k: int
) -> tuple[Table, str]:
    """Score stored predictions; return a table and JSON.

    Raises:
        UserError: If a file is invalid.
    """
    chosen = mind2web(data=data, split=split)
    step_scores = score_predictions(
        chosen.dataset,
        chosen.demonstrations,
        read_predictions(predictions),
        scores=read_scores(scores) if scores else None,
        top_k=top_k,
    )
    tasks = list(step_scores.values())
    macro, micro = means(tasks, "macro"), means(tasks, "micro")
    table = Table(
        title=f"{micro.steps} steps of {micro.tasks} tasks",
        columns=["average", "ele. acc.", "op. F1", "step SR", "SR", "recall cap"],
        rows=[
            [
                average,
                of.element_accuracy,
                of.operation_f1,
                of.step_success_rate,
                of.success_rate,
                of.recall_cap,
            ]
            for average, of in (("macro", macro), ("micro", micro))
        ],
    )
    told = {
        "macro": macro.model_dump(),
        "micro": micro.model_dump(),
        "failures": failures(step_score for of in tasks for step_score in of),
        "public": public_results(chosen.demonstrations, step_scores),
    }
    return table, json.dumps(told)
