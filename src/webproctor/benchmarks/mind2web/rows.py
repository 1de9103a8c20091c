"""Multimodal-Mind2Web: one row a step, fields encoded up to three times (catalogue, 1.5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.records import Demonstration, demonstration
from webproctor.errors import UserError

# What every row repeats of its task.
_OF_TASK = ("annotation_id", "confirmed_task", "website", "domain", "subdomain", "action_reprs")


class Rows:
    """The rows of one split's parquet files, read by the library `datasets` (an extra).

    Raises:
        UserError: If the library is not installed, or the files are not such rows.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        try:
            import datasets  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise UserError(
                "parquet files need the library datasets: pip install 'webproctor[data]'."
            ) from error
        names = [str(path) for path in files]
        try:
            library: Any = datasets.Dataset
            self._rows: Any = library.from_parquet(names)
        except Exception as error:
            raise UserError(f"{names[0]}: no readable parquet file: {error}") from error
        missing = {*_OF_TASK, "action_uid", "cleaned_html"} - set(self._rows.column_names)
        if missing:
            raise UserError(f"{names[0]}: the columns {', '.join(sorted(missing))} are missing.")
        if "screenshot" in self._rows.column_names:
            picture = datasets.Image(decode=False)
            self._rows = self._rows.cast_column("screenshot", picture)

    def demonstrations(self, split: str) -> list[tuple[Demonstration, dict[str, int]]]:
        """The tasks, each with the row of every action. Steps are put in the task's order."""
        narrow = self._rows.select_columns(
            [*_OF_TASK, *self._having("action_uid", "target_action_index")]
        )
        headers: dict[str, Mapping[str, Any]] = {}
        steps: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
        for place, row in enumerate(narrow):
            task = row["annotation_id"]
            headers.setdefault(task, row)
            steps[task].append(
                (int(row.get("target_action_index", len(steps[task]))), row["action_uid"], place)
            )
        found = []
        for task, header in headers.items():
            ordered = sorted(steps[task])
            made = demonstration(
                {name: header[name] for name in _OF_TASK},
                [uid for _, uid, _ in ordered],
                split,
                # Tests leave steps out: their words still belong to the history.
                [number for number, _, _ in ordered],
            )
            found.append((made, {uid: place for _, uid, place in ordered}))
        return found

    def record(self, place: int) -> tuple[dict[str, Any], bytes | None]:
        """One row, and its picture."""
        row = self._rows[place]
        picture = row.pop("screenshot", None)
        return row, (picture or {}).get("bytes")

    def _having(self, *names: str) -> list[str]:
        return [name for name in names if name in self._rows.column_names]
