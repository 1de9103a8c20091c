"""A run as tidy tables: a row a task, a row a turn, a row an action."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from webproctor.benchmarks import Benchmark
from webproctor.errors import UserError
from webproctor.harness.results import Run, read_episodes

Row = dict[str, Any]
Format = Literal["csv", "parquet"]


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
                "cluster": result.cluster,
                "mark": result.score.value,
                "solved": result.score.value >= 1,
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
        episode = episodes.get(result.task)
        for number, turn in enumerate(episode.turns if episode else []):
            turns.append(
                {
                    "task": result.task,
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
