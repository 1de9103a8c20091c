"""Tests of terminal output."""

import io

from rich.console import Console

from webproctor.cli import show
from webproctor.core.scores import Table


def test_square_brackets_in_a_table_are_printed_unchanged() -> None:
    out = io.StringIO()
    shown = Table(title="by [x]", columns=["run", "v[a]"], rows=[["runs/a[b]", 1], ["[/b] x", 2]])
    show.table(shown, Console(file=out, width=80))
    for text in ("by [x]", "v[a]", "runs/a[b]", "[/b] x"):
        assert text in out.getvalue()


LONG = Table(
    title="Metrics",
    columns=["metric", "experiment-with-a-long-name-1", "experiment-with-a-long-name-2"],
    rows=[["technical fluency", "100.0 (20.7 to 100.0)", "50.0 (10.7 to 80.0)"]],
)


def test_a_table_in_a_pipe_is_not_wrapped() -> None:
    out = io.StringIO()
    show.table(LONG, Console(file=out, width=40))
    _, columns, row = out.getvalue().splitlines()
    assert columns.split() == LONG.columns
    assert row.split() == " ".join(map(str, LONG.rows[0])).split()


def test_a_table_in_a_narrow_terminal_wraps_its_first_column_between_words() -> None:
    out = io.StringIO()
    show.table(LONG, Console(file=out, width=40, force_terminal=True, no_color=True))
    for word in ("metric", "technical", "fluency", "(20.7"):
        assert word in out.getvalue()
