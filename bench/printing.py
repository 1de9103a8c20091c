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
    "cores",
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


def table(
    rows: Sequence[Row], cores: Sequence[int] = (), *, medians: bool = False
) -> list[tuple[str, ...]]:
    """Return the header and the lines of a table, without columns that would be empty.

    Args:
        rows: The measurements.
        cores: The cores of each row's machine, for rows of several machines.
        medians: Write only the medians of values; ratios are written with their spread.
    """
    places = cores or [None] * len(rows)
    lines = [COLUMNS, *(_line(*one, medians) for one in zip(rows, places, strict=True))]
    used = [at for at, column in enumerate(zip(*lines[1:], strict=True)) if any(column)]
    return [tuple(line[at] for at in used) for line in lines]


def _line(row: Row, cores: int | None, medians: bool) -> tuple[str, ...]:
    mine = _values(row.ours, medians)
    theirs = _values(row.theirs, medians) if row.theirs else ("", "")
    return (
        row.name, row.against, row.unit, str(cores or ""), *mine, *theirs,
        _spread(row.ratio), _spread(row.processor_ratio),
    )  # fmt: skip


def _values(measured: Measured, medians: bool) -> Iterator[str]:
    of, used = Spread.of(measured.rounds), measured.processor
    least, most = measured.interval or (of.least, of.most)
    if medians:
        yield number(of.median)
        yield number(Spread.of(used).median) if used else ""
    else:
        yield _spread(Spread(least, of.median, most))
        yield _spread(Spread.of(used)) if used else ""


def _spread(of: Spread | None) -> str:
    """Write the median, with minimum and maximum (or the interval) where they differ."""
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
