"""A run as tables: tidy ones of tasks, turns and actions, and its summary's for a paper."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from webproctor.benchmarks import Benchmark
from webproctor.errors import UserError
from webproctor.harness.results import Run, read_episodes
from webproctor.scores import Table

Row = dict[str, Any]
Cell = str | int | float | None
Format = Literal["csv", "parquet"]
Markup = Literal["markdown", "latex"]
_ENDINGS: dict[Markup, str] = {"markdown": "md", "latex": "tex"}
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def tables(run: Run, benchmark: Benchmark) -> dict[str, list[Row]]:
    """The rows of `tasks`, `turns` and `actions`; what a row lacks, the others do not have.

    Usage has a column for each kind (`input_tokens`, `dollars`, ...), tags one for each tag.
    """
    tags = {task.id: task.tags for task in benchmark.tasks()}
    episodes = read_episodes(run.folder)
    tasks: list[Row] = []
    turns: list[Row] = []
    actions: list[Row] = []
    for result in run.results:
        tasks.append(
            {
                "benchmark": run.benchmark,
                "agent": run.agent,
                "model": run.model,
                "task": result.task,
                "epoch": result.epoch,
                "cluster": result.cluster,
                "mark": result.score.value,
                "solved": result.solved,
                "cause": result.cause,
                "turns": result.turns,
                "actions": result.actions,
                "misread": result.misread,
                "refused_requests": result.refused,
                "seconds": result.seconds,
                **result.usage,
                **{f"tag_{name}": value for name, value in tags[result.task].items()},
            }
        )
        episode = episodes.get((result.task, result.epoch))
        for number, turn in enumerate(episode.turns if episode else []):
            turns.append(
                {
                    "task": result.task,
                    "epoch": result.epoch,
                    "turn": number,
                    "actions": len(turn.actions),
                    "seconds": turn.seconds,
                    "thought": turn.thought,
                    "plan": turn.plan,
                    "notes": json.dumps(turn.notes, ensure_ascii=False),
                    **turn.usage,
                }
            )
            for place, (action, done) in enumerate(zip(turn.actions, turn.results, strict=False)):
                actions.append(
                    {
                        "task": result.task,
                        "epoch": result.epoch,
                        "turn": number,
                        "place": place,
                        "action": action["name"],
                        "arguments": json.dumps(action["arguments"], ensure_ascii=False),
                        "ok": done.ok,
                        "page_changed": done.page_changed,
                        "message": done.message,
                    }
                )
    return {"tasks": tasks, "turns": turns, "actions": actions}


def write_tables(made: dict[str, list[Row]], folder: Path, form: Format = "csv") -> list[Path]:
    """Write a file for each table; returns their paths.

    Raises:
        UserError: If the library for parquet is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, rows in made.items():
        path = folder / f"{name}.{form}"
        columns = list(dict.fromkeys(column for row in rows for column in row))
        (_write_csv if form == "csv" else _write_parquet)(path, columns, rows)
        paths.append(path)
    return paths


def _write_csv(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def _write_parquet(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    try:
        import datasets  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "parquet files need the library datasets: pip install 'webproctor[data]'."
        ) from error
    by_column = {column: [row.get(column) for row in rows] for column in columns}
    library: Any = datasets.Dataset
    library.from_dict(by_column).to_parquet(str(path))


def write_summary(run: Run, folder: Path, markup: Markup) -> Path:
    """Write a run's summary into one file: its tables, its intervals, what was published.

    Raises:
        UserError: If nothing has finished.
    """
    if run.summary is None:
        raise UserError(f"{run.folder}: no task has finished.")
    figures: list[list[Cell]] = [[name, value] for name, value in run.summary.figures.items()]
    shown = [
        Table(title=f"{run.benchmark} by {run.who}", columns=["figure", "value"], rows=figures),
        *run.tables(),
        *([run.published] if run.published and run.published.rows else []),
    ]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"tables.{_ENDINGS[markup]}"
    path.write_text(marked_up(shown, markup), encoding="utf-8")
    return path


def marked_up(shown: Sequence[Table], markup: Markup) -> str:
    """Tables as a text for a paper; marks in per cent with one decimal, as papers have them."""
    return "\n".join(map(_markdown if markup == "markdown" else _latex, shown))


def _cell(value: Cell) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if isinstance(value, float) else str(value)


def _rightwards(table: Table) -> list[bool]:
    """Whether each column is of numbers."""
    return [
        any(isinstance(row[place], int | float) for row in table.rows)
        for place in range(len(table.columns))
    ]


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"

    rule = ["---:" if right else "---" for right in _rightwards(table)]
    rows = [line([_cell(value) for value in row]) for row in table.rows]
    return "\n".join([f"### {table.title}", "", line(table.columns), line(rule), *rows, ""])


def _latex(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return (
            " & ".join("".join(_LATEX.get(sign, sign) for sign in cell) for cell in cells) + r" \\"
        )

    form = "".join("r" if right else "l" for right in _rightwards(table))
    title = line([table.title]).removesuffix(r" \\")
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{title}}}",
            rf"\begin{{tabular}}{{{form}}}",
            r"\hline",
            line(table.columns),
            r"\hline",
            *(line([_cell(value) for value in row]) for row in table.rows),
            r"\hline",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )
