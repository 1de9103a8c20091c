"""`webproctor score webgames`: compute scores by category from a CSV of pass statuses."""

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
from webproctor.core.scores import Table


def options() -> list[click.Option]:
    """Return the options of `score` for this benchmark."""
    return [
        click.Option(
            ["--pass-status", "pass_status"],
            required=True,
            type=click.Path(path_type=Path),
            help="CSV with a column `game` of task ids and one column of 0 and 1 per model.",
        ),
        click.Option(
            ["--rule"],
            type=click.Choice(RULES),
            default=RULES[0],
            show_default=True,
            help="complete: all 150 tasks; published: the 132 that the paper's analysis counts.",
        ),
        click.Option(
            ["--category-weights"],
            type=click.Choice(WEIGHTS),
            default=WEIGHTS[0],
            show_default=True,
            help="Weights of families in categories: those of the data set, or of the paper.",
        ),
    ]


def score(pass_status: Path, rule: str, category_weights: str) -> tuple[Table, str]:
    """Return the scores of every model, as a table and as JSON.

    Raises:
        UserError: If the file is not a table of pass statuses.
    """
    models = read_pass_status(pass_status)
    scores = {
        model: category_scores(passed, rule, category_weights) for model, passed in models.items()
    }
    table = Table(
        title=f"Scores by category ({rule})",
        columns=["model", *COLUMNS.values()],
        rows=[
            [model, *(by_category.get(name) for name in COLUMNS)]
            for model, by_category in scores.items()
        ],
    )
    return table, json.dumps({"rule": rule, "category_weights": category_weights, "scores": scores})
