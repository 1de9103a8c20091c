"""Show a run together with published results, as a table and a plot."""

from webproctor.core.scores import Table
from webproctor.report.plots import beside_svg
from webproctor.run.results import Run

Cell = str | int | float | None
HERE, PUBLISHED = "this run", "published"


def with_published(run: Run) -> tuple[Table, str]:
    """Return the published results with the run as first row, and a plot of the first metric that
    both have ("" if there is none).

    If the run's condition is not that of the published results, the table has only these, the title
    says what differs, and there is no plot.
    """
    assert run.published is not None
    if differs := run.unlike_published:
        title = f"{run.published.title}. Not comparable with this run: {'; '.join(differs)}"
        return run.published.model_copy(update={"title": title}), ""
    columns, figures = run.published.columns, run.summary.figures if run.summary else {}
    own = {column: name for name, column in run.published_columns.items() if name in figures}
    words = [place for place, column in enumerate(columns) if column not in own]
    row: list[Cell] = [figures[own[column]] if column in own else "" for column in columns]
    row[words[0] if words else 0] = run.who
    rows = [[HERE, *row], *([PUBLISHED, *each] for each in run.published.rows)]
    table = run.published.model_copy(update={"columns": ["", *columns], "rows": rows})
    if not own:
        return table, ""
    shown = next(column for column in run.published_columns.values() if column in own)
    place = columns.index(shown)
    published = {
        ", ".join(str(each[at]) for at in words if isinstance(each[at], str) and each[at]): value
        for each in run.published.rows
        if isinstance(value := each[place], float)
    }
    mine = {f"{HERE}: {run.who}": (figures[own[shown]], run.confidence.get(own[shown]))}
    return table, beside_svg(published, mine, shown)
