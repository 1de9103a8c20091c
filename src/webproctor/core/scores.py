"""Scores of episodes, and summaries of runs."""

from typing import Any

from pydantic import BaseModel


class Score(BaseModel):
    """The score of one episode.

    Attributes:
        value: The headline score, 0 to 1.
        details: The parts of the score, as JSON data in the benchmark's own format.
        fault: The fault in the data if the episode could not be scored.
    """

    value: float
    details: dict[str, Any] = {}
    fault: str | None = None


Cell = str | int | float | None
"""A cell of a table: text, a count, or a score from 0 to 1 as a `float`; None if it is empty."""


class Table(BaseModel):
    """A table of results, for terminals and reports."""

    title: str
    columns: list[str]
    rows: list[list[Cell]]


def answer_coverage(unit: str, all: int, answered: int) -> Table:
    """Return a table of how many of a run's units have a recorded answer.

    Args:
        unit: What an answer is for, in the plural: `steps`, `targets`.
        all: The number of units.
        answered: The number of units with an answer.
    """
    rows: list[list[Cell]] = [["all", all, answered]]
    return Table(title="Recorded answers", columns=["", unit, "with answers"], rows=rows)


class Chart(BaseModel):
    """A chart of results: for each label a score, 0 to 1, in each series.

    Attributes:
        title: The title.
        kind: `bars` (grouped), `lines`, `radar`, or `heat` (a heat map with a row for each series);
            an entry point of `webproctor.chart_kinds`; or `path/file.py:NAME`. The last two are a
            function that writes an SVG: `def draw(out: IO[str], chart: Chart) -> None`.
        labels: The names on the axis, one for each score of a series.
        series: The scores by the series' name; None if there is no score.
    """

    title: str
    kind: str
    labels: list[str]
    series: dict[str, list[float | None]]


class Summary(BaseModel):
    """The summary of a run.

    Attributes:
        headline: The name of the main metric in `figures`.
        figures: Every metric by name, a number from 0 to 1; it is shown in percent.
        tables: Detailed results.
        charts: Charts for reports.
    """

    headline: str
    figures: dict[str, float]
    tables: list[Table] = []
    charts: list[Chart] = []
