"""Reader for Multimodal-Mind2Web: one row per step, with fields encoded as JSON up to three times.

Source: https://huggingface.co/datasets/osunlp/Multimodal-Mind2Web
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.records import Demonstration, demonstration
from webproctor.core.errors import UserError

# Columns that every row repeats from its task.
_OF_TASK = ("annotation_id", "confirmed_task", "website", "domain", "subdomain", "action_reprs")

# The number of an action in a task.
_PLACE = re.compile(r"[0-9]{1,6}")


class Rows:
    """The rows of one split's parquet files, read with the optional library `datasets`.

    Raises:
        UserError: If the library is not installed, or the files do not have these rows.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        try:
            import datasets  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise UserError(
                "Parquet files require the library datasets: pip install 'webproctor[data]'."
            ) from error
        names = [str(path) for path in files]
        self._name = names[0]
        try:
            library: Any = datasets.Dataset
            self._rows: Any = library.from_parquet(names)
        except Exception as error:
            raise UserError(f"{names[0]}: not a readable parquet file: {error}") from error
        missing = {*_OF_TASK, "action_uid", "cleaned_html"} - set(self._rows.column_names)
        if missing:
            raise UserError(f"{names[0]}: missing columns: {', '.join(sorted(missing))}.")
        if "screenshot" in self._rows.column_names:
            picture = datasets.Image(decode=False)
            self._rows = self._rows.cast_column("screenshot", picture)

    def demonstrations(self, split: str) -> list[tuple[Demonstration, dict[str, int]]]:
        """Return the tasks, each with the row index of every action; steps in the task's order."""
        narrow = self._rows.select_columns(
            [*_OF_TASK, *self._having("action_uid", "target_action_index")]
        )
        headers: dict[str, Mapping[str, Any]] = {}
        steps: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
        for place, row in enumerate(narrow):
            task, uid = row["annotation_id"], row["action_uid"]
            number = row.get("target_action_index", len(steps[f"{task}"]))
            texts = isinstance(task, str) and isinstance(uid, str)
            if not texts or not _PLACE.fullmatch(f"{number}"):
                raise UserError(
                    f"{self._name}, row {place}: annotation_id and action_uid must be strings, "
                    "and target_action_index must be an action's index, from 0."
                )
            headers.setdefault(task, row)
            steps[task].append((int(number), uid, place))
        found = []
        for task, header in headers.items():
            ordered = sorted(steps[task])
            made = demonstration(
                {name: header[name] for name in _OF_TASK},
                [uid for _, uid, _ in ordered],
                split,
                # Test splits leave steps out, but the history includes their action_reprs.
                [number for number, _, _ in ordered],
            )
            found.append((made, {uid: place for _, uid, place in ordered}))
        return found

    def record(self, place: int) -> tuple[dict[str, Any], bytes | None]:
        """Return a row and its screenshot."""
        row = self._rows[place]
        picture = row.pop("screenshot", None)
        return row, (picture or {}).get("bytes")

    def _having(self, *names: str) -> list[str]:
        return [name for name in names if name in self._rows.column_names]
