"""Tests of writing a run as tables."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from webproctor.analysis.tables import format_tables, right_aligned, write_tables
from webproctor.cli import command
from webproctor.core.scores import Cell, Table
from webproctor.harness.runs import run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "run"
    run("realwebassist", "centre", settings={"participant": (2,)}, folder=folder)
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_there_is_one_row_per_task_step_and_action(folder: Path) -> None:
    outcome = CliRunner().invoke(
        command, ["tables", str(folder), "--json"], standalone_mode=False, catch_exceptions=False
    )
    summary = json.loads(outcome.stdout)
    assert summary["rows"] == {"tasks": 2, "steps": 21, "actions": 21}
    tasks = rows(folder / "tables/tasks.csv")
    assert [row["tag_task"] for row in tasks] == [
        "Two seats together for a play on a Saturday",
        "One seat for a concert",
    ]
    assert {row["cluster"] for row in tasks} == {"2"}
    action = rows(folder / "tables/actions.csv")[0]
    assert (action["action"], json.loads(action["arguments"])["x"]) == ("click", 640)


def test_parquet_has_the_same_rows(folder: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra `data`")
    CliRunner().invoke(
        command,
        ["tables", str(folder), "--format", "parquet", "--out", str(tmp_path)],
        standalone_mode=False,
        catch_exceptions=False,
    )
    steps = datasets.Dataset.from_parquet(str(tmp_path / "steps.parquet"))
    assert len(steps) == 21
    assert steps[20]["step"] == 9


def test_tables_without_rows_have_the_same_columns(folder: Path, tmp_path: Path) -> None:
    CliRunner().invoke(
        command, ["tables", str(folder), "--out", str(tmp_path / "full")], catch_exceptions=False
    )
    for path in write_tables({"steps": [], "actions": []}, tmp_path):
        header = (tmp_path / "full" / path.name).read_text().splitlines()[0]
        assert path.read_text() == f"{header}\n"


def test_the_summary_is_written_as_markdown_and_latex(folder: Path, tmp_path: Path) -> None:
    for form, name in (("markdown", "tables.md"), ("latex", "tables.tex")):
        CliRunner().invoke(
            command,
            ["tables", str(folder), "--format", form, "--out", str(tmp_path)],
            standalone_mode=False,
            catch_exceptions=False,
        )
        assert "step accuracy" in (tmp_path / name).read_text()
    markdown = (tmp_path / "tables.md").read_text()
    assert "### realwebassist by centre" in markdown
    assert "| metric | value |\n| --- | ---: |\n| task success | 0.0 |" in markdown


def test_special_characters_are_escaped(folder: Path, tmp_path: Path) -> None:
    from webproctor.analysis.tables import write_summary
    from webproctor.core.scores import Summary, Table
    from webproctor.harness.reading import read_run

    odd = Table(title="50 % & more_", columns=["a|b"], rows=[["x_{1}\\"]])
    run = read_run(folder).model_copy(
        update={
            "summary": Summary(headline="f", figures={"f": 0.5}, tables=[odd]),
            "confidence": {},
        }
    )
    assert r"\caption{50 \% \& more\_}" in write_summary(run, tmp_path, "latex").read_text()
    assert r"x\_\{1\}\textbackslash{}" in (tmp_path / "tables.tex").read_text()
    assert r"| a\|b |" in write_summary(run, tmp_path, "markdown").read_text()


def test_formatted_numbers_are_right_aligned_and_names_are_not() -> None:
    cells: list[list[Cell]] = [
        ["1", "1,234.50", "$0.10", "<0.001", "12 s", "v1.2"],
        ["2", "-", None, "0.250", "-", "3"],
    ]
    table = Table(title="x", columns=list("abcdef"), rows=cells)
    assert right_aligned(table) == [False, True, True, True, True, False]


def test_a_tiny_negative_score_is_shown_as_zero() -> None:
    table = Table(title="t", columns=["difference"], rows=[[-1e-17]])
    assert "| 0.0 |" in format_tables([table], "markdown")


def test_a_text_is_never_a_formula_in_a_csv_file(tmp_path: Path) -> None:
    rows = [{"thought": "=HYPERLINK(A1)", "score": -0.5}, {"thought": "a = b", "score": 1}]
    [path] = write_tables({"steps": rows}, tmp_path)
    assert path.read_text().splitlines() == ["thought,score", "'=HYPERLINK(A1),-0.5", "a = b,1"]


def test_an_action_has_its_index_in_its_step(folder: Path, tmp_path: Path) -> None:
    CliRunner().invoke(
        command, ["tables", str(folder), "--out", str(tmp_path)], catch_exceptions=False
    )
    assert {row["index_in_step"] for row in rows(tmp_path / "actions.csv")} == {"0"}
