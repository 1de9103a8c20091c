"""Write a run as tables: tasks, steps and actions as tidy data, and its summary for a paper."""

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Literal

from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import Episode, StepRecord
from webproctor.core.errors import UserError
from webproctor.core.scores import Cell, Table
from webproctor.core.tasks import Tag
from webproctor.files.folders import make_folder
from webproctor.files.writing import remove_link
from webproctor.run.episode_results import Key, Result
from webproctor.run.results import Run

Row = dict[str, Any]
Format = Literal["csv", "parquet"]
Markup = Literal["markdown", "latex"]
_SUFFIXES: dict[Markup, str] = {"markdown": "md", "latex": "tex"}
# A number that is formatted as text, or missing.
_AMOUNT = re.compile(r"[<$]{0,2}-?\d[\d,]*(\.\d+)?( s)?|-")
# Columns of tables without rows, such as the actions of an agent that does nothing.
_COLUMNS = {
    "steps": ("task", "epoch", "step", "actions", "seconds", "thought", "plan", "notes"),
    "actions": (
        *("task", "epoch", "step", "index_in_step"),
        *("action", "arguments", "ok", "page_changed", "message"),
    ),
}
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def side_by_side(runs: Sequence[Run], labels: Sequence[str] = ()) -> Table:
    """Return a table of runs: headline metrics, errored and void episodes, time.

    Args:
        labels: Labels that distinguish runs of the same agent, one per run.
    """
    rows: list[list[Cell]] = [
        [
            run.benchmark,
            ", ".join(part for part in (run.who, label, run.note) if part),
            run.tasks,
            run.summary.figures[run.summary.headline] if run.summary else None,
            run.outcomes()["errored"],
            run.outcomes()["void"],
            f"{run.seconds:.1f} s" if run.seconds else None,
        ]
        for run, label in zip_longest(runs, labels)
    ]
    columns = ["benchmark", "agent", "tasks", "score", "errored", "void", "time"]
    return Table(title="Runs", columns=columns, rows=rows)


def tables(run: Run, benchmark: Benchmark, episodes: Mapping[Key, Episode]) -> dict[str, list[Row]]:
    """Return the rows of the tables `tasks`, `steps` and `actions`.

    Each kind of usage (`input_tokens`, `dollars`, ...) and each tag has its own column; a row may
    lack columns of other rows.

    Args:
        episodes: The run's recorded episodes, by task and epoch.
    """
    tags = {task.id: task.tags for task in benchmark.tasks()}
    tasks: list[Row] = []
    steps: list[Row] = []
    actions: list[Row] = []
    for result in run.results:
        tasks.append(_task_row(run, result, tags[result.task]))
        key = {"task": result.task, "epoch": result.epoch}
        episode = episodes.get((result.task, result.epoch))
        for number, step in enumerate(episode.steps if episode else []):
            step_key = {**key, "step": number}
            steps.append(step_key | _step_row(step))
            actions += [step_key | row for row in _action_rows(step)]
    return {"tasks": tasks, "steps": steps, "actions": actions}


def _task_row(run: Run, result: Result, tags: Mapping[str, Tag]) -> Row:
    return {
        "benchmark": run.benchmark,
        "agent": run.agent,
        "model": run.model,
        "task": result.task,
        "epoch": result.epoch,
        "cluster": result.cluster,
        "score": result.score.value,
        "solved": result.solved,
        "outcome": result.outcome,
        "cause": result.cause,
        "tries": result.tries,
        "steps": result.steps,
        "actions": result.actions,
        "invalid_actions": result.invalid_actions,
        "refused_requests": result.refused,
        "seconds": result.seconds,
        **result.usage,
        **{f"tag_{name}": value for name, value in tags.items()},
    }


def _step_row(step: StepRecord) -> Row:
    return {
        "actions": len(step.actions),
        "seconds": step.seconds,
        "thought": step.thought,
        "plan": step.plan,
        "notes": json.dumps(step.notes, ensure_ascii=False),
        **step.usage,
    }


def _action_rows(step: StepRecord) -> list[Row]:
    return [
        {
            "index_in_step": index,
            "action": action["name"],
            "arguments": json.dumps(action["arguments"], ensure_ascii=False),
            "ok": result.ok,
            "page_changed": result.page_changed,
            "message": result.message,
        }
        for index, (action, result) in enumerate(zip(step.actions, step.results, strict=False))
    ]


def write_tables(tables: dict[str, list[Row]], folder: Path, format: Format = "csv") -> list[Path]:
    """Write a file for each table; return the paths.

    Raises:
        UserError: If the package for Parquet files is not installed.
    """
    make_folder(folder)
    paths = []
    for name, rows in tables.items():
        path = folder / f"{name}.{format}"
        remove_link(path)
        columns = list(dict.fromkeys(chain.from_iterable(rows) if rows else _COLUMNS.get(name, ())))
        (_write_csv if format == "csv" else _write_parquet)(path, columns, rows)
        paths.append(path)
    return paths


def _write_csv(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows({name: _no_formula(cell) for name, cell in row.items()} for row in rows)


def _no_formula(cell: Any) -> Any:
    """Quote a text that a spreadsheet would evaluate: texts of pages and models are untrusted."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell


def _write_parquet(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    try:
        import datasets  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "Parquet files require the package datasets: pip install 'webproctor[data]'."
        ) from error
    by_column = {column: [row.get(column) for row in rows] for column in columns}
    library: Any = datasets.Dataset
    library.from_dict(by_column).to_parquet(str(path))


def write_summary(run: Run, folder: Path, markup: Markup) -> Path:
    """Write a run's metrics, tables and the published results to one file; return its path.

    Raises:
        UserError: If no episode has finished.
    """
    if run.summary is None:
        raise UserError(f"{run.folder}: no task has finished.")
    figures: list[list[Cell]] = [[name, value] for name, value in run.summary.figures.items()]
    tables = [
        Table(title=f"{run.benchmark} by {run.who}", columns=["metric", "value"], rows=figures),
        *run.tables(),
        *([run.published] if run.published and run.published.rows else []),
    ]
    make_folder(folder)
    path = folder / f"tables.{_SUFFIXES[markup]}"
    remove_link(path)
    path.write_text(format_tables(tables, markup), encoding="utf-8")
    return path


def format_tables(tables: Sequence[Table], markup: Markup) -> str:
    """Format tables as Markdown or LaTeX, with scores in percent with one decimal."""
    return "\n".join(map(_markdown if markup == "markdown" else _latex, tables))


def format_cell(value: Cell, decimals: int = 1) -> str:
    """Format a cell, scores in percent.

    Args:
        decimals: Number of decimals of percentages.
    """
    if value is None:
        return "-"
    return f"{100 * value:z.{decimals}f}" if isinstance(value, float) else str(value)


def right_aligned(table: Table) -> list[bool]:
    """Return for each column whether it is right-aligned.

    A column is right-aligned if it has a number, or if all its texts are formatted numbers. Texts
    in the first column are names.
    """
    columns = ([row[index] for row in table.rows] for index in range(len(table.columns)))
    return [
        any(isinstance(cell, int | float) for cell in cells)
        or not any(
            isinstance(cell, str) and not (index and _AMOUNT.fullmatch(cell)) for cell in cells
        )
        for index, cells in enumerate(columns)
    ]


def _markdown(table: Table) -> str:
    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"

    rule = ["---:" if is_right else "---" for is_right in right_aligned(table)]
    rows = [line(map(format_cell, row)) for row in table.rows]
    return "\n".join([f"### {table.title}", "", line(table.columns), line(rule), *rows, ""])


def _latex(table: Table) -> str:
    def line(cells: Iterable[str]) -> str:
        return (
            " & ".join(
                "".join(_LATEX.get(character, character) for character in cell) for cell in cells
            )
            + r" \\"
        )

    alignment = "".join("r" if is_right else "l" for is_right in right_aligned(table))
    title = line([table.title]).removesuffix(r" \\")
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{title}}}",
            rf"\begin{{tabular}}{{{alignment}}}",
            r"\hline",
            line(table.columns),
            r"\hline",
            *(line(map(format_cell, row)) for row in table.rows),
            r"\hline",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )
