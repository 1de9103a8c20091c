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
            type=click.IntRange(1),
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
    benchmark = mind2web(data=data, split=split)
    predicted = read_predictions(predictions)
    step_scores = score_predictions(
        benchmark.dataset,
        benchmark.demonstrations,
        predicted,
        scores=read_scores(scores, benchmark.step_keys) if scores else None,
        top_k=top_k,
    )
    tasks = list(step_scores.values())
    macro, micro = means(tasks, "macro"), means(tasks, "micro")
    missing = micro.steps - len(predicted)
    without = f", {missing} without a prediction" if missing else ""
    table = Table(
        title=f"{micro.steps} steps of {micro.tasks} tasks{without}",
        columns=["average", "ele. acc.", "op. F1", "step SR", "SR", "recall cap"],
        rows=[
            [
                average,
                averages.element_accuracy,
                averages.operation_f1,
                averages.step_success_rate,
                averages.success_rate,
                averages.recall_cap,
            ]
            for average, averages in (("macro", macro), ("micro", micro))
        ],
    )
    result = {
        "macro": macro.model_dump(),
        "micro": micro.model_dump(),
        "without a prediction": missing,
        "failures": failures(step_score for task_scores in tasks for step_score in task_scores),
        "public": public_results(benchmark.demonstrations, step_scores),
    }
    return table, json.dumps(result)
