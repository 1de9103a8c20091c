"""Reader for Multimodal-Mind2Web: one row per step, with fields encoded as JSON up to three times.

Source: https://huggingface.co/datasets/osunlp/Multimodal-Mind2Web
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.records import Demonstration, RecordError, demonstration
from webproctor.core.errors import UserError
from webproctor.files.parquet import parquet_rows, row_count

# Columns that every row repeats from its task.
_TASK_COLUMNS = (
    "annotation_id",
    "confirmed_task",
    "website",
    "domain",
    "subdomain",
    "action_reprs",
)
# The rows are not in the order of the steps, so this column is needed.
_ACTION_INDEX = "target_action_index"
# The number of an action in a task; tables can contain numbers as decimal ones.
_ACTION_NUMBER = re.compile(r"([0-9]{1,6})(\.0)?")


class Rows:
    """The rows of one split's parquet files, read with the optional library `datasets`.

    Raises:
        UserError: If the library is not installed, or the files do not have these rows.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self._rows: Any = parquet_rows(files)
        self._files = files
        names = [str(path) for path in files]
        self._name = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        required = {*_TASK_COLUMNS, "action_uid", "cleaned_html", _ACTION_INDEX}
        missing = required - set(self._rows.column_names)
        if missing:
            raise UserError(f"{names[0]}: missing columns: {', '.join(sorted(missing))}.")
        if "screenshot" in self._rows.column_names:
            import datasets  # pyright: ignore[reportMissingImports]

            picture = datasets.Image(decode=False)
            try:
                self._rows = self._rows.cast_column("screenshot", picture)
            except Exception as error:  # Its own errors and those of its libraries.
                raise UserError(
                    f"{names[0]}: the column screenshot does not contain images: {error}."
                ) from error

    def demonstrations(self, split: str) -> list[tuple[Demonstration, dict[str, int]]]:
        """Return the tasks, each with the row index of every action; steps in the task's order."""
        rows = self._rows.select_columns([*_TASK_COLUMNS, "action_uid", _ACTION_INDEX])
        headers: dict[str, Mapping[str, Any]] = {}
        steps: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
        seen: dict[tuple[str, str], int] = {}
        for index, row in enumerate(rows):
            task, uid = row["annotation_id"], row["action_uid"]
            number = _ACTION_NUMBER.fullmatch(f"{row[_ACTION_INDEX]}")
            if not (isinstance(task, str) and isinstance(uid, str) and number):
                raise UserError(
                    f"{self.location(index)}: annotation_id and action_uid must be strings, "
                    f"and {_ACTION_INDEX} must be an action's index, from 0."
                )
            if (first := seen.setdefault((task, uid), index)) != index:
                raise UserError(
                    f"{self._name}: rows {first} and {index} are both action {uid} of task {task}; "
                    "remove the second copy, which may be a file."
                )
            headers.setdefault(task, row)
            steps[task].append((int(number[1]), uid, index))
        result = []
        for task, header in headers.items():
            actions = sorted(steps[task])
            try:
                demo = demonstration(
                    {name: header[name] for name in _TASK_COLUMNS},
                    [uid for _, uid, _ in actions],
                    split,
                    # Test splits leave steps out, but the history includes their action_reprs.
                    [number for number, _, _ in actions],
                )
            except RecordError as error:
                raise UserError(f"{self._name}, {task}: {error}.") from error
            result.append((demo, {uid: index for _, uid, index in actions}))
        return result

    @cached_property
    def _starts(self) -> list[int]:
        """The index of the first row of each file."""
        return list(accumulate(map(row_count, self._files[:-1]), initial=0))

    def location(self, index: int) -> str:
        """Return the file and the row of it, from 0, that a row is in."""
        file = bisect_right(self._starts, index) - 1
        return f"{self._files[file]}, row {index - self._starts[file]}"

    def record(self, index: int) -> tuple[dict[str, Any], bytes | None]:
        """Return a row and its screenshot."""
        row = self._rows[index]
        picture = row.pop("screenshot", None)
        return row, (picture or {}).get("bytes")
