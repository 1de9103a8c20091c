"""`webproctor score mind2web`: marks of stored predictions."""

import json
from pathlib import Path

import click

from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.benchmarks.mind2web.predictions import marked, public_results, read_predictions
from webproctor.benchmarks.mind2web.scoring import failures, means
from webproctor.mindact.ranking import read_scores
from webproctor.scores import Table


def options() -> list[click.Option]:
    """What `score` can be told for this benchmark."""
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
            help="The ranker's file of scores, so that the pool is known.",
        ),
        click.Option(
            ["--top-k"], default=50, show_default=True, help="Candidates of the pool, by them."
        ),
    ]


def score(
    data: Path, split: str, predictions: Path, scores: Path | None, top_k: int
) -> tuple[Table, str]:
    """The marks of stored predictions, as a table for people and as JSON.

    Raises:
        UserError: If a file is not what it should be.
    """
    chosen = mind2web(data=data, split=split)
    marks = marked(
        chosen.dataset,
        chosen.demonstrations,
        read_predictions(predictions),
        scores=read_scores(scores) if scores else None,
        top_k=top_k,
    )
    tasks = list(marks.values())
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
        "failures": failures(mark for of in tasks for mark in of),
        "public": public_results(chosen.demonstrations, marks),
    }
    return table, json.dumps(told)
