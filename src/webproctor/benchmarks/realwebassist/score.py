"""`webproctor score realwebassist`: score stored answers."""

import json
from pathlib import Path
from typing import Any, get_args

import click

from webproctor.benchmarks.realwebassist.answers import evaluate, read_answers
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.benchmarks.realwebassist.scoring import Variant
from webproctor.core.scores import Cell, Table


def options() -> list[click.Option]:
    """Return the options of `score` for this benchmark."""
    return [
        click.Option(
            ["--data"],
            type=click.Path(path_type=Path),
            help="Folder of the data set. Default: the built-in sample.",
        ),
        click.Option(
            ["--answers"],
            required=True,
            type=click.Path(path_type=Path),
            help='JSON: an object from "participant/image" to [x, y] in pixels, or null.',
        ),
        click.Option(
            ["--metric-variant"],
            type=click.Choice(get_args(Variant)),
            default="code",
            show_default=True,
            help="Score by the rules of the published script, or of the paper.",
        ),
    ]


def replayed(
    data: Path | None, answers: Path, metric_variant: Variant
) -> tuple[dict[str, Any], Path]:
    """Return the settings of a run with these answers, and their file."""
    return {"data": data, "metric_variant": metric_variant}, answers


def score(data: Path | None, answers: Path, metric_variant: Variant) -> tuple[Table, str]:
    """Score stored answers; return a table and JSON.

    Raises:
        UserError: If a file is invalid.
    """
    dataset = Dataset(data or SAMPLE)
    result = evaluate(dataset, read_answers(answers, dataset), metric_variant)
    rows = [_row("overall", result["overall"])]
    lower, upper = zip(*result["intervals"].values(), strict=True)
    rows += [["95% from", None, *lower, None, None], ["to", None, *upper, None, None]]
    rows += [_row(number, metrics) for number, metrics in result["episodes"].items()]
    table = Table(
        title=f"{result['overall']['tasks']} tasks, metric variant: {metric_variant}",
        columns=[
            "participant",
            "steps",
            "success",
            "progress",
            "step acc.",
            "distance",
            "no point",
        ],
        rows=rows,
    )
    return table, json.dumps(result)


def _row(name: str, metrics: dict[str, Any]) -> list[Cell]:
    distance = None if metrics["distance"] is None else f"{metrics['distance']:.1f} px"
    return [
        name,
        metrics["steps"],
        metrics["task_success"],
        metrics["progress"],
        metrics["step_accuracy"],
        distance,
        metrics["invalid"],
    ]
