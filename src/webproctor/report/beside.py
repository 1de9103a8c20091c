"""A run beside what others have published, in one table and one picture."""

from webproctor.harness.results import Run
from webproctor.report.plots import beside_svg
from webproctor.scores import Table

Cell = str | int | float | None
HERE, PUBLISHED = "this run", "published"


def beside(run: Run) -> tuple[Table, str]:
    """The published results with the run's own row before them, and a plot of the most telling
    figure that both have ("" where there is none).

    Conditions differ between the rows; the table tells those that were published.
    """
    assert run.published is not None
    columns, figures = run.published.columns, run.summary.figures if run.summary else {}
    own = {column: name for name, column in run.beside.items() if name in figures}
    words = [place for place, column in enumerate(columns) if column not in own]
    row: list[Cell] = [figures[own[column]] if column in own else "" for column in columns]
    row[words[0] if words else 0] = run.who
    rows = [[HERE, *row], *([PUBLISHED, *each] for each in run.published.rows)]
    table = run.published.model_copy(update={"columns": ["", *columns], "rows": rows})
    if not own:
        return table, ""
    shown = next(column for column in run.beside.values() if column in own)
    place = columns.index(shown)
    published = {
        ", ".join(str(each[at]) for at in words if isinstance(each[at], str) and each[at]): value
        for each in run.published.rows
        if isinstance(value := each[place], float)
    }
    mine = {f"{HERE}: {run.who}": (figures[own[shown]], run.sure.get(own[shown]))}
    return table, beside_svg(published, mine, shown)
