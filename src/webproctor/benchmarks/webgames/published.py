"""Published results of this suite."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks.webgames.scoring import COLUMNS
from webproctor.core.scores import Cell, Table

PUBLISHED_CONDITION: Mapping[str, Any] = {
    "preset": "paper (version 1)",
    "challenges": "published",
    "clock": "real",
    "games": 150,
    "limit": None,
    "rule": "published",
    "category_weights": "dataset",
}
"""The condition of Table 1, which can be computed from the public results with these settings."""


def published_table() -> Table:
    """Return Table 1 of the paper: scores by category, by the paper's rule (`published`)."""
    path = Path(__file__).with_name("published.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows: list[list[Cell]] = [
            [row["model"], row["interface"], *(float(row[name]) / 100 for name in COLUMNS)]
            for row in csv.DictReader(file)
        ]
    return Table(
        title="Published results (WebGames paper, Table 1; rule published)",
        columns=["model", "interface", *COLUMNS.values()],
        rows=rows,
    )
