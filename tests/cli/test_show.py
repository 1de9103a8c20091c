"""Tests of terminal output."""

import io

from rich.console import Console

from webproctor.cli import show
from webproctor.core.scores import Table


def test_square_brackets_in_a_table_are_printed_as_they_are() -> None:
    out = io.StringIO()
    shown = Table(title="by [x]", columns=["run", "v[a]"], rows=[["runs/a[b]", 1], ["[/b] x", 2]])
    show.table(shown, Console(file=out, width=80))
    for text in ("by [x]", "v[a]", "runs/a[b]", "[/b] x"):
        assert text in out.getvalue()
