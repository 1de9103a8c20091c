"""Audit of a data set: errors and warnings.

Templates are read without running their scripts. In a page with scripts, a field that is not in the
HTML may be created by a script.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from webproctor.benchmarks.turkingbench.columns import VARIABLE, column_faults
from webproctor.benchmarks.turkingbench.dataset import (
    ANSWER_PREFIX,
    Counts,
    TaskFolder,
    data_root,
    fill,
    lists_folder,
    separation,
    task_folders,
)
from webproctor.benchmarks.turkingbench.markup import Control, controls
from webproctor.benchmarks.turkingbench.scoring import BOOKKEEPING, collect_gold, normalised
from webproctor.benchmarks.turkingbench.splits import LISTS, overlaps, read_lists
from webproctor.benchmarks.turkingbench.table import BadTable, Cell, is_blank, read_rows
from webproctor.core.errors import UserError

SCORED_TYPES = frozenset(
    {"radio", "checkbox", "text", "textarea", "select", "range", "hidden", "submit"}
)
"""Field types in the public data. The original fails on any other type."""

# Parts of a message in which similar problems differ.
_DETAILS = re.compile(r"'[^']*'|\"[^\"]*\"|\$\{[^{}]*\}| \(first of \d+\)|\d+")
# Number of fields or values of its other problems that a group names.
_MAX_NAMES = 3


@dataclass(frozen=True)
class Problem:
    """A problem in the data.

    Attributes:
        file: The file or folder, relative to the audited root.
        row: The row of `batch.csv`, from 1 below the column names; None if not in a row.
        line: The line of the file on which the row starts, from 1.
        field: The field or column; "" if none.
        severity: An error prevents the task from being run or scored correctly; a warning may be
            intended.
        message: What is wrong.
    """

    file: str
    row: int | None
    line: int | None
    field: str
    severity: Literal["error", "warning"]
    message: str

    def __str__(self) -> str:
        location = [f"row {self.row}"] if self.row else []
        location += [f"line {self.line}"] if self.line else []
        location += [f"field {self.field!r}"] if self.field else []
        return f"{self.severity}: {', '.join([self.file, *location])}: {self.message}"


@dataclass(frozen=True)
class Audit:
    """The problems of a data set, and the counts of every readable task."""

    problems: list[Problem]
    counts: dict[str, Counts]


@dataclass(frozen=True)
class Group:
    """Similar problems of one file, which differ only in row, field and quoted values.

    Attributes:
        problems: The problems, in order; at least one.
    """

    problems: tuple[Problem, ...]

    @property
    def severity(self) -> Literal["error", "warning"]:
        return self.problems[0].severity

    def __str__(self) -> str:
        first, *others = self.problems
        if not others:
            return str(first)
        names = list(dict.fromkeys(name for one in others if (name := _distinct_detail(one))))
        listed = ", ".join([*names[:_MAX_NAMES], *(["..."] if names[_MAX_NAMES:] else [])])
        return f"{first} (and {len(others)} more like this{': ' if listed else ''}{listed})"


def _distinct_detail(problem: Problem) -> str:
    """Return what tells a problem from similar ones: its field, or the first value it quotes."""
    match = _DETAILS.search(problem.message)
    return repr(problem.field) if problem.field else match[0] if match else ""


def grouped(problems: Sequence[Problem]) -> list[Group]:
    """Return similar problems in groups, in order of their first problem."""
    groups: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in problems:
        kind = _DETAILS.sub("", problem.message)
        groups.setdefault((problem.file, problem.severity, kind), []).append(problem)
    return [Group(tuple(group)) for group in groups.values()]


def audit(root: Path) -> Audit:
    """Check every task folder and split list under a root (see `Dataset`).

    Raises:
        UserError: If there are no tasks.
    """
    root = data_root(root)
    folders = task_folders(root)
    problems = list(_lists(root, folders))
    counts = {}
    for name, folder in folders.items():
        problems += _folder(folder, root)
        try:
            counts[name] = folder.counts
        except BadTable:
            continue  # reported among the problems
    return Audit(problems, counts)


def _lists(root: Path, folders: Mapping[str, TaskFolder]) -> Iterator[Problem]:
    folder = lists_folder(root)
    try:
        lists = read_lists(folder)
    except UserError as error:
        yield Problem(_name(folder, root), None, None, "", "error", str(error))
        return
    for split, names in lists.items():
        file = _name(folder / LISTS[split], root)
        for name in names:
            if name not in folders:
                message = f"lists {name!r}, which has no folder"
                yield Problem(file, None, None, "", "warning", message)
    for name, first, second in overlaps(lists):
        message = f"lists {name!r}, which is also in {LISTS[first]}"
        yield Problem(_name(folder / LISTS[second], root), None, None, "", "error", message)


def _folder(folder: TaskFolder, root: Path) -> Iterator[Problem]:
    """Yield the problems of one task."""
    page, batch = folder.path / "template.html", folder.path / "batch.csv"
    page_name, batch_name = _name(page, root), _name(batch, root)
    has_page = page.is_file()
    if not has_page:
        message = "is missing: the task cannot be run, and is left out of runs of a split"
        yield Problem(page_name, None, None, "", "error", message)
    else:
        yield from _invalid_utf8(page, page_name)
    if not folder.has_batch:
        yield Problem(
            batch_name, None, None, "", "warning", "is missing: the task has no instances"
        )
        return
    try:
        rows = read_rows(batch)
        _ = folder.table
    except BadTable as error:
        yield Problem(batch_name, error.row, error.line, "", "error", error.fault)
        return
    yield from (check.at(batch_name, rows) for check in _batch(folder, rows[0][1]))
    if has_page:
        yield from (check.at(page_name, []) for check in _template(folder))
        yield from (check.at(batch_name, rows) for check in _fields(folder))
        if columns := folder.separating_columns:
            yield Problem(batch_name, None, None, "", "warning", separation(columns))


@dataclass(frozen=True)
class _Finding:
    """A problem without its file and line; `row` counts from 0."""

    severity: Literal["error", "warning"]
    message: str
    field: str = ""
    row: int | None = None

    def at(self, file: str, rows: Sequence[tuple[int, list[str]]]) -> Problem:
        row = None if self.row is None else self.row + 1
        line = None if row is None else rows[row][0]
        return Problem(file, row, line, self.field, self.severity, self.message)


def _invalid_utf8(path: Path, name: str) -> Iterator[Problem]:
    data = path.read_bytes()
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} is not UTF-8; invalid bytes are shown as \ufffd"
        yield Problem(name, None, line, "", "warning", message)


def _batch(folder: TaskFolder, header: Sequence[str]) -> Iterator[_Finding]:
    """Check the submissions."""
    for name, count in Counter(header).items():
        if count > 1:
            message = f"{count} columns have this name; the others are read as {name}.1, ..."
            yield _Finding("warning", message, name)
        if not name:
            yield _Finding("warning", "a column has no name")
    if not folder.rows:
        yield _Finding("warning", "has no rows: the task has no instances")
    for fault in column_faults(folder):
        yield _Finding("error", fault.message, fault.field, fault.row)
    unanswered = [
        rows[0]
        for rows in folder.rows
        if all(is_blank(folder.table[name][row]) for name in folder.answer_columns for row in rows)
    ]
    if unanswered and folder.answer_columns:
        message = f"no worker answered any field of this instance{_first_of(unanswered)}"
        yield _Finding("warning", message, "", unanswered[0])


def _template(folder: TaskFolder) -> Iterator[_Finding]:
    """Check the page against the column names."""
    known = set(folder.columns)
    for name in dict.fromkeys(VARIABLE.findall(folder.template)):
        if name not in known:
            message = f"${{{name}}} has no column in batch.csv and is not replaced in the page"
            yield _Finding("warning", message)


def _fields(folder: TaskFolder) -> Iterator[_Finding]:
    """Check the fields that are in the template's HTML."""
    elements = controls(folder.template)
    has_script = "<script" in folder.template.lower()
    names = {name for name in folder.field_names if name not in BOOKKEEPING}
    seen: set[str] = set()
    unexpected: dict[tuple[str, str], list[int]] = {}
    for index, inputs in enumerate(folder.instances):
        groups: dict[str, list[Control]] = {}
        for control in elements:
            groups.setdefault(fill(control.name, inputs), []).append(control)
        for name, group in groups.items():
            if name not in names:
                continue
            if name not in seen:
                yield from _kind(name, group[0])
                seen.add(name)
            if options := _options(group, inputs):
                for row in folder.rows[index]:
                    cell = folder.table[ANSWER_PREFIX + name][row]
                    blank = is_blank(cell) and group[0].type == "radio"
                    if not blank and normalised(str(cell)) not in options:
                        unexpected.setdefault((name, str(cell)), []).append(row)
    for (name, text), rows in unexpected.items():
        label = "a blank answer, compared as 'nan'," if text == "nan" else f"answer {text[:80]!r}"
        message = f"{label} is not an option of the field in the page's HTML{_first_of(rows)}"
        yield _Finding("warning", message, name, rows[0])
    for name in folder.field_names:
        if name not in names or name in seen:
            continue
        if not has_script:
            message = "no element of the page has this name: it is never asked or scored"
            yield _Finding("warning", message, name)
        elif _is_answered(folder.table[ANSWER_PREFIX + name]):
            message = (
                "is not in the page's HTML: it is scored only if a script has added it when the "
                "page is loaded; hide a field that is shown later instead of adding it"
            )
            yield _Finding("warning", message, name)


def _is_answered(cells: Sequence[Cell]) -> bool:
    """Return whether a column has answers, and not only whether a choice was made."""
    answers = collect_gold("text", cells)
    return bool(answers) and not all(isinstance(cell, bool) or is_blank(cell) for cell in cells)


def _kind(name: str, control: Control) -> Iterator[_Finding]:
    if control.tag not in ("input", "select", "textarea"):
        message = f"is a <{control.tag}>, which is never asked or scored"
        yield _Finding("warning", message, name)
    elif control.type not in SCORED_TYPES:
        message = f"is an input of type {control.type!r}, which has no metric"
        yield _Finding("error", message, name)
    elif control.tag == "input" and control.declared_type not in ("", control.type):
        message = f"input type {control.declared_type!r} is unknown: treated as a text field"
        yield _Finding("warning", message, name)


def _options(group: Sequence[Control], inputs: Mapping[str, str]) -> set[str]:
    """Return the normalised options of a field; empty for types without options."""
    match group[0].type:
        case "radio":
            values = [one.value if one.value is not None else "on" for one in group]
        case "select":
            values = group[0].options
        case _:
            values = []
    return {normalised(fill(value, inputs)) for value in values}


def _first_of(rows: Sequence[int]) -> str:
    return f" (first of {len(rows)})" if len(rows) > 1 else ""


def _name(path: Path, root: Path) -> str:
    return str(path.relative_to(root))
