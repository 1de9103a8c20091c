"""Print the rows of a script as a table, or with details as one JSON object."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from results import Measured, Row, Spread
from rich.console import Console
from rich.table import Table

WIDTH = 160  # columns, also without a terminal
# The first two columns are names.
COLUMNS = (
    "",
    "compared with",
    "unit",
    "webproctor",
    "processor time",
    "compared",
    "its processor time",
    "ratio",
    "ratio of processor time",
)


def show(title: str, rows: Sequence[Row], *, as_json: bool, **details: Any) -> None:
    """Print rows.

    Args:
        title: Title of the table.
        rows: The measurements.
        as_json: Print an object with `results`, the rows, and the details, instead of a table.
        details: Other values of the object.
    """
    if as_json:
        plain = [row.model_dump(mode="json", exclude_defaults=True) for row in rows]
        print(json.dumps({"results": plain} | details))
        return
    head, *lines = table(rows)
    shown = Table(title=title, title_justify="left", box=None)
    for name in head:
        shown.add_column(name, justify="left" if name in COLUMNS[:2] else "right")
    for line in lines:
        shown.add_row(*line)
    Console(width=max(Console().width, WIDTH)).print(shown)


def table(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the header and the lines of a table, without columns that would be empty."""
    lines = [COLUMNS, *map(_line, rows)]
    used = [at for at, column in enumerate(zip(*lines[1:], strict=True)) if any(column)]
    return [tuple(line[at] for at in used) for line in lines]


def _line(row: Row) -> tuple[str, ...]:
    mine = _values(row.ours)
    theirs = _values(row.theirs) if row.theirs else ("", "")
    return (
        row.name, row.against, row.unit, *mine, *theirs,
        _spread(row.ratio), _spread(row.processor_ratio),
    )  # fmt: skip


def _values(measured: Measured) -> Iterator[str]:
    yield _spread(Spread.of(measured.rounds))
    yield _spread(Spread.of(measured.processor)) if measured.processor else ""


def _spread(of: Spread | None) -> str:
    """Write the median, with minimum and maximum where they differ."""
    if of is None:
        return ""
    least, median, most = map(number, of)
    return median if least == most else f"{median} ({least} to {most})"


def number(value: float) -> str:
    """Write a number with three significant digits, or all digits before the decimal point."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:#.3g}"
    return text.rstrip("0").rstrip(".") if value == round(value) else text
