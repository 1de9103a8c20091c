"""Tests of terminal output."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from webproctor.cli import show
from webproctor.core.scores import Cell, Score, Summary, Table
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def test_square_brackets_in_a_table_are_printed_unchanged() -> None:
    out = io.StringIO()
    shown = Table(title="by [x]", columns=["run", "v[a]"], rows=[["runs/a[b]", 1], ["[/b] x", 2]])
    show.table(shown, Console(file=out, width=80))
    for text in ("by [x]", "v[a]", "runs/a[b]", "[/b] x"):
        assert text in out.getvalue()


def test_control_characters_of_agents_and_data_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = Result(
        task="a\x1b[2J", score=Score(value=0), cause="agent", message="\x1b[Hsuccess: 100 %\x07"
    )
    table = Table(title="by task", columns=["task\x1b", "x"], rows=[["\x1b[2J", 1]])
    show.run(
        Run(
            folder=Path("run"),
            benchmark="own",
            agent="agent",
            condition={},
            complete=True,
            tasks=1,
            results=[result],
            summary=Summary(headline="mean", figures={"mean": 0.0}, tables=[table]),
        )
    )
    shown = capsys.readouterr().out
    assert "success: 100 %" in shown
    assert "\x1b" not in shown
    assert "\x07" not in shown


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


def test_texts_are_aligned_to_the_left_and_numbers_to_the_right() -> None:
    out = io.StringIO()
    rows: list[list[Cell]] = [["ann", "annotator", 1], ["vera", "verifier", 20]]
    show.table(
        Table(title="Links", columns=["name", "role", "tasks"], rows=rows),
        Console(file=out, width=80),
    )
    assert out.getvalue().splitlines()[1:] == [
        " name  role       tasks ",
        " ann   annotator      1 ",
        " vera  verifier      20 ",
    ]
