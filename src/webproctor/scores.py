"""Marks: the score of one episode, and the summary of many."""

from typing import Any, Literal

from pydantic import BaseModel


class Score(BaseModel):
    """The mark of one episode.

    Attributes:
        value: The headline mark, 0 to 1.
        details: What the mark is made of, as JSON data in the benchmark's own form.
        fault: Why the episode could not be marked, if it could not: something in the data.
    """

    value: float
    details: dict[str, Any] = {}
    fault: str | None = None


class Table(BaseModel):
    """A table of results, for terminals and reports. Cells are text, counts, or marks 0 to 1."""

    title: str
    columns: list[str]
    rows: list[list[str | int | float | None]]


class Chart(BaseModel):
    """A picture of results: for each label a mark, 0 to 1, in each series.

    Attributes:
        title: What it shows.
        kind: `bars` beside one another, `lines`, a `radar`, or a `heat` map with a row for each
            series.
        labels: What the marks are of.
        series: The marks by the series' name; None where there is none.
    """

    title: str
    kind: Literal["bars", "lines", "radar", "heat"]
    labels: list[str]
    series: dict[str, list[float | None]]


class Summary(BaseModel):
    """What a run amounts to.

    Attributes:
        headline: The name of the figure in `figures` that stands for the run.
        figures: Every figure by name.
        tables: The same in more detail.
        charts: What is better seen than read, for reports.
    """

    headline: str
    figures: dict[str, float]
    tables: list[Table] = []
    charts: list[Chart] = []
