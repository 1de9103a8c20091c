"""Published results, each with its source."""

import csv
from pathlib import Path

from webproctor.core.scores import Table


def published_table() -> Table:
    """Return average success rates that papers state for selections of environments."""
    path = Path(__file__).with_name("published.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return Table(
        title="Published averages over selections of environments, with other action spaces",
        columns=["agent", "condition", "success rate", "source"],
        rows=[
            [row["agent"], row["condition"], float(row["success rate"]), row["source"]]
            for row in rows
        ],
    )
