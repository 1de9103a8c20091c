"""`webproctor score webgames`: scores by category from a table of passes."""

import json
from pathlib import Path

import click

from webproctor.benchmarks.webgames.scoring import (
    COLUMNS,
    RULES,
    WEIGHTS,
    category_scores,
    read_pass_status,
)
from webproctor.scores import Table


def options() -> list[click.Option]:
    """What `score` can be told for this benchmark."""
    return [
        click.Option(
            ["--pass-status", "pass_status"],
            required=True,
            type=click.Path(path_type=Path),
            help="CSV: a column `game` of task ids, and one of 0 and 1 for each model.",
        ),
        click.Option(["--rule"], type=click.Choice(RULES), default=RULES[0], show_default=True),
        click.Option(
            ["--weights"], type=click.Choice(WEIGHTS), default=WEIGHTS[0], show_default=True
        ),
    ]


def score(pass_status: Path, rule: str, weights: str) -> tuple[Table, str]:
    """The scores of every model, as a table for people and as JSON.

    Raises:
        UserError: If the file is not a table of passes.
    """
    models = read_pass_status(pass_status)
    scores = {model: category_scores(passed, rule, weights) for model, passed in models.items()}
    table = Table(
        title=f"Scores by category ({rule})",
        columns=["model", *COLUMNS.values()],
        rows=[[model, *(of.get(name) for name in COLUMNS)] for model, of in scores.items()],
    )
    return table, json.dumps({"rule": rule, "weights": weights, "scores": scores})
