"""Show a run together with published results, as a table and a plot."""

from webproctor.core.scores import Cell, Table
from webproctor.report.plots import published_svg
from webproctor.run.results import Run

HERE, PUBLISHED = "this run", "published"


def with_published(run: Run) -> tuple[Table, str]:
    """Return the published results with the run as first row, and a plot of the first metric that
    both have ("" if there is none).

    If the run's condition is not that of the published results, the table has only these, and there
    is no plot.
    """
    assert run.published is not None
    if run.unlike_published:
        return run.published, ""
    columns, figures = run.published.columns, run.summary.figures if run.summary else {}
    metrics_by_column = {
        column: name for name, column in run.published_columns.items() if name in figures
    }
    text_columns = [
        index for index, column in enumerate(columns) if column not in metrics_by_column
    ]
    run_row: list[Cell] = [
        figures[metrics_by_column[column]] if column in metrics_by_column else ""
        for column in columns
    ]
    run_row[text_columns[0] if text_columns else 0] = run.who
    rows = [[HERE, *run_row], *([PUBLISHED, *row] for row in run.published.rows)]
    table = run.published.model_copy(update={"columns": ["", *columns], "rows": rows})
    if not metrics_by_column:
        return table, ""
    metric_column = next(
        column for column in run.published_columns.values() if column in metrics_by_column
    )
    column_index = columns.index(metric_column)
    published = {
        ", ".join(
            str(row[index]) for index in text_columns if isinstance(row[index], str) and row[index]
        ): value
        for row in run.published.rows
        if isinstance(value := row[column_index], float)
    }
    own_points = {
        f"{HERE}: {run.who}": (
            figures[metrics_by_column[metric_column]],
            run.confidence.get(metrics_by_column[metric_column]),
        )
    }
    return table, published_svg(published, own_points, metric_column)
