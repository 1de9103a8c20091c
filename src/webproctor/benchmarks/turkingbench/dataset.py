"""Reader for the TurkingBench data: task folders, their instances, and the workers' answers.

A task is a folder `tasks/<task name>/` with `template.html`, a page with `${column}` variables,
and `batch.csv`, the workers' submissions, one per row. Columns whose names start with `Answer.`
contain the answers to the field of that name; all other columns are inputs. An *instance* is a
distinct combination of inputs, numbered in order of first appearance; the rows that share it are
its workers.

Cells have the types that the original harness gives them; see `table`.
"""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from webproctor.benchmarks.turkingbench.markup import has_submit
from webproctor.benchmarks.turkingbench.splits import LISTS, canonical, overlaps, read_lists
from webproctor.benchmarks.turkingbench.table import Cell, is_blank, read_table
from webproctor.core.errors import UserError

ANSWER_PREFIX = "Answer."
# Mean number of rows with the same page from which they are probably of several workers.
_MIN_REPEATS = 1.5


def cell_text(cell: Cell) -> str:
    """Return a cell as pandas writes it: 3 -> `3`, 19.0 -> `19.0`, True -> `True`, NaN -> ``."""
    return "" if is_blank(cell) else str(cell)


def separation(columns: Sequence[str]) -> str:
    """Return a sentence about `TaskFolder.separating_columns`."""
    listed = ", ".join(columns)
    return (
        "each row is an instance with one worker because of columns that the page "
        f"does not show ({listed}); remove those that differ between workers"
    )


def fill(text: str, inputs: Mapping[str, str]) -> str:
    """Replace the `${column}` variables in a text.

    Columns are replaced in order, so that a variable in an earlier column's text is replaced too.
    Variables without a column are not replaced.
    """
    for column, value in inputs.items():
        text = text.replace("${" + column + "}", value)
    return text


@dataclass(frozen=True)
class Counts:
    """Number of submissions (rows), instances and answer columns of a task."""

    submissions: int
    instances: int
    answers: int


@dataclass(frozen=True)
class TaskFolder:
    """The folder of a task; files are read on first access and cached."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def has_batch(self) -> bool:
        """Whether there are submissions; without them the task has no instances."""
        return (self.path / "batch.csv").is_file()

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the task's two files that are missing; with one missing, it cannot be run."""
        return tuple(
            name for name in ("batch.csv", "template.html") if not (self.path / name).is_file()
        )

    @cached_property
    def template(self) -> str:
        """The page with its variables; invalid UTF-8 is decoded as in a browser (`\\ufffd`).

        Raises:
            UserError: If there is no template.
        """
        path = self.path / "template.html"
        try:
            return path.read_bytes().decode("utf-8-sig", errors="replace")
        except OSError as error:
            raise UserError(
                f"{path}: cannot be read: {error.strerror}; every task needs a template.html"
            ) from error

    @cached_property
    def table(self) -> Mapping[str, list[Cell]]:
        """The typed cells of each column of the submissions; empty without a `batch.csv`."""
        return read_table(self.path / "batch.csv") if self.has_batch else {}

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The input columns, in file order."""
        return tuple(name for name in self.table if not name.startswith(ANSWER_PREFIX))

    @cached_property
    def answer_columns(self) -> tuple[str, ...]:
        """The `Answer.*` columns, in file order."""
        return tuple(name for name in self.table if name.startswith(ANSWER_PREFIX))

    @property
    def field_names(self) -> tuple[str, ...]:
        """Names of the fields to fill in: the answer columns without their prefix."""
        return tuple(name.removeprefix(ANSWER_PREFIX) for name in self.answer_columns)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """For each instance the rows of `batch.csv` (from 0) with its inputs, in file order."""
        groups: dict[tuple[Cell | None, ...], list[int]] = {}
        inputs = [self.table[name] for name in self.columns]
        for row, cells in enumerate(zip(*inputs, strict=True)):
            key = tuple(None if is_blank(cell) else cell for cell in cells)
            groups.setdefault(key, []).append(row)
        return tuple(tuple(rows) for rows in groups.values())

    @cached_property
    def instances(self) -> list[dict[str, str]]:
        """The distinct inputs in order of first appearance: column -> text in the page."""
        columns = self.table
        return [
            {name: cell_text(columns[name][rows[0]]) for name in self.columns} for rows in self.rows
        ]

    @cached_property
    def separating_columns(self) -> tuple[str, ...]:
        """The columns that the page does not show, if they make each row an instance of its own
        although the page is the same for several rows; they are probably not inputs.
        """
        hidden = [name for name in self.columns if "${" + name + "}" not in self.template]
        shown = [self.table[name] for name in self.columns if name not in hidden]
        count = sum(map(len, self.rows))
        pages = len({row[1:] for row in zip(range(count), *shown, strict=True)})
        if len(self.rows) < count or pages * _MIN_REPEATS > count:
            return ()
        return tuple(name for name in hidden if len(set(self.table[name])) > 1)

    @property
    def counts(self) -> Counts:
        return Counts(sum(map(len, self.rows)), len(self.rows), len(self.answer_columns))

    def gold(self, index: int) -> dict[str, list[Cell]]:
        """Return the workers' answers to each field of an instance, in file order.

        A blank input equals nothing, not even itself, so an instance with one has no answers.

        Raises:
            UserError: If there is no such instance.
        """
        rows = self._rows(index)
        columns = self.table
        if any(is_blank(columns[name][rows[0]]) for name in self.columns):
            rows = ()
        return {
            name.removeprefix(ANSWER_PREFIX): [columns[name][row] for row in rows]
            for name in self.answer_columns
        }

    def render(self, index: int) -> str:
        """Return the template filled with an instance's inputs."""
        self._rows(index)
        return fill(self.template, self.instances[index])

    def page(self, index: int) -> str:
        """Return the rendered template inside the form that the original server adds."""
        parts = [
            '<form name="mturk_form" id="mturk_form" method="post" action="#">',
            '<input type="hidden" name="csrfmiddlewaretoken" value="">',
            self.render(index),
            *([] if self._has_submit else ['<input type="submit" value="Submit" disabled>']),
            "</form>",
        ]
        return "\n".join(parts)

    @cached_property
    def _has_submit(self) -> bool:
        return has_submit(self.template)

    def _rows(self, index: int) -> tuple[int, ...]:
        if not 0 <= index < len(self.rows):
            raise UserError(
                f"{self.name}: no instance {index}; the task has {len(self.rows)}, numbered from 0"
            )
        return self.rows[index]


class Dataset:
    """The task folders and split lists under one root.

    The root is the folder with `tasks` (and `splits`), a checkout of the original repository, or a
    folder whose subfolder `data` is one of these. Without the split lists, only the split `all` is
    available.

    Raises:
        UserError: If there are no tasks, or a name is in two lists.
    """

    def __init__(self, root: Path | str) -> None:
        self.root = data_root(Path(root))
        self.folders: Mapping[str, TaskFolder] = task_folders(self.root)
        self.lists_folder = lists_folder(self.root)
        self.lists: Mapping[str, tuple[str, ...]] = read_lists(self.lists_folder)
        for name, first, second in overlaps(self.lists):
            raise UserError(
                f"{name!r} is in both {self.lists_folder / LISTS[first]} and "
                f"{self.lists_folder / LISTS[second]}; remove it from one"
            )

    def names(self, split: str = "all") -> tuple[str, ...]:
        """Return the names of a split's folders, including those without a `batch.csv`.

        They are in list order, or sorted for `train` and `all`.

        Raises:
            UserError: If the split is unknown, or its list is missing.
        """
        split = canonical(split)
        if split == "all":
            return tuple(self.folders)
        for list_name in LISTS if split == "train" else (split,):
            if list_name not in self.lists:
                raise UserError(
                    f"{self.lists_folder / LISTS[list_name]}: no such file; the split {split!r} "
                    "needs it (use the split 'all', or add the list)"
                )
        if split == "train":
            listed = {name for names in self.lists.values() for name in names}
            return tuple(name for name in self.folders if name not in listed)
        return tuple(name for name in self.lists[split] if name in self.folders)

    def absent(self) -> dict[str, tuple[str, ...]]:
        """Return the names in each list that have no folder."""
        return {
            split: tuple(name for name in names if name not in self.folders)
            for split, names in self.lists.items()
        }

    def split_of(self, name: str) -> str:
        """Return the split of a task: the list that contains it, or `train`."""
        return next((split for split, names in self.lists.items() if name in names), "train")

    def task(self, name: str) -> TaskFolder:
        """Return the task with this name.

        Raises:
            UserError: If there is no such task, or a file of it is missing.
        """
        folder = self.folders.get(name)
        if folder is None:
            matches = difflib.get_close_matches(name, self.folders, n=3)
            hint = f"; did you mean {' or '.join(map(repr, matches))}?" if matches else ""
            raise UserError(f"{self.root / 'tasks'} has no task {name!r}{hint}")
        if folder.missing:
            raise UserError(
                f"{folder.path} has no {' and no '.join(folder.missing)}, so the task cannot be "
                "run; download the data again, or choose other tasks"
            )
        return folder


def lists_folder(root: Path) -> Path:
    """Return the folder of the split lists: `splits`, or `data/splits` (original repository)."""
    return next(
        (path for path in (root / "splits", root / "data" / "splits") if path.is_dir()),
        root / "splits",
    )


def task_folders(root: Path) -> dict[str, TaskFolder]:
    """Return the folders in `tasks` by name, sorted, without hidden ones and those of archives of
    macOS (`__MACOSX`).
    """
    return {
        path.name: TaskFolder(path)
        for path in sorted((root / "tasks").iterdir())
        if path.is_dir() and not path.name.startswith((".", "__MACOSX"))
    }


def data_root(root: Path) -> Path:
    """Return the folder with `tasks`: the root or its subfolder `data`.

    Raises:
        UserError: If neither has `tasks`.
    """
    candidates = [root, root / "data"]
    for candidate in candidates:
        if (candidate / "tasks").is_dir():
            return candidate
    raise UserError(
        f"no TurkingBench data at {' or '.join(str(path / 'tasks') for path in candidates)}; "
        "give the folder that contains 'tasks', or download the data with `webproctor data "
        "turkingbench --get`."
    )
