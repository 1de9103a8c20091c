"""Print measurements as a table or as one JSON object."""

import json
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table


def show(title: str, told: Mapping[str, float], *, as_json: bool) -> None:
    """Print measurements by name."""
    if as_json:
        print(json.dumps(told))
        return
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("measure")
    table.add_column("value", justify="right")
    for name, value in told.items():
        table.add_row(name, f"{value:,.2f}" if value < 1000 else f"{value:,.0f}")
    Console().print(table)
