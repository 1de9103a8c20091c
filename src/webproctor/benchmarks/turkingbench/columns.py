"""Faults of a task's columns and variables that would give wrong scores."""

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webproctor.benchmarks.turkingbench.dataset import ANSWER_PREFIX, TaskFolder, separation
from webproctor.benchmarks.turkingbench.markup import controls
from webproctor.benchmarks.turkingbench.table import is_blank
from webproctor.core.errors import DataIncomplete, UserError
from webproctor.files.reading import format_hint

VARIABLE = re.compile(r"\$\{([^{}]+)\}")
# The prefix of inputs in result files of Mechanical Turk.
_INPUT_PREFIX = "Input."
# The column of all answers, as JSON, in result files of pages with crowd-html-elements.
_ALL_ANSWERS = "taskAnswers"
# A variable in templates of SageMaker Ground Truth.
_LIQUID = re.compile(r"\{\{\s*task\.input\.(\w+)[^{}]*\}\}")


@dataclass(frozen=True)
class ColumnFault:
    """A fault of `batch.csv`.

    Attributes:
        message: What is wrong, and what to do.
        field: The field or column; "" if none.
        row: The row, from 0 below the column names; None if not in a row.
    """

    message: str
    field: str = ""
    row: int | None = None


def column_faults(folder: TaskFolder) -> Iterator[ColumnFault]:
    """Yield the faults of a task that has both of its files, or at least its `batch.csv`."""
    template = "" if folder.missing else folder.template
    if not folder.answer_columns:
        yield ColumnFault(_no_answers(folder.columns))
    variables = set(VARIABLE.findall(template))
    for name in folder.columns:
        bare = name.removeprefix(_INPUT_PREFIX)
        if bare != name and bare in variables and bare not in folder.table:
            yield ColumnFault(f"the page's variable is ${{{bare}}}: rename the column {bare}", name)
    for match in dict.fromkeys(one[0] for one in _LIQUID.finditer(template)):
        yield ColumnFault(
            f"the page has {match}, a variable of SageMaker Ground Truth: write it as ${{column}}"
        )
    if _ALL_ANSWERS in folder.field_names:
        yield ColumnFault(
            "has the answers to all fields as JSON: write them to a column "
            f"{ANSWER_PREFIX}<field> for each field",
            _ALL_ANSWERS,
        )
    for field, parts in _divided(folder, template):
        yield ColumnFault(
            f"its answers are in a column for each choice ({', '.join(parts)}): replace them by "
            f"one column {ANSWER_PREFIX}{field} with the values of the chosen ones, joined by |",
            field,
        )
    for name in folder.columns:
        cells = folder.table[name]
        if cells and all(map(is_blank, cells)):
            yield ColumnFault("the column has no values: remove it", name)
            continue
        for row, cell in enumerate(cells):
            if is_blank(cell):
                message = (
                    "an empty input cell never equals another, so the instance has no gold "
                    "answers; put a space into the cell"
                )
                yield ColumnFault(message, name, row)


def check_columns(folder: TaskFolder) -> None:
    """Check a task's columns before a run. A warning says if they divide workers into instances.

    Raises:
        UserError: If the columns have a fault.
    """
    batch = folder.path / "batch.csv"
    if faults := list(column_faults(folder)):
        first, *others = faults
        row = "" if first.row is None else f", row {first.row + 1}"
        field = f", field {first.field!r}" if first.field else ""
        hint = format_hint("".join(folder.columns[:1]).encode())
        more = f" `webproctor data turkingbench --check` lists {len(others)} more."
        raise UserError(f"{batch}{row}{field}: {first.message}.{hint}{more if others else ''}")
    if columns := folder.separating_columns:
        warnings.warn(f"{batch}: {separation(columns)}.", DataIncomplete, stacklevel=3)


def _no_answers(columns: Sequence[str]) -> str:
    problem = f"has no {ANSWER_PREFIX}<field> column, so nothing can be scored; "
    similar = [name for name in columns if name.strip().lower().startswith(ANSWER_PREFIX.lower())]
    if similar:
        right = ANSWER_PREFIX + similar[0].strip()[len(ANSWER_PREFIX) :]
        return f"{problem}rename {similar[0]!r} to {right!r}"
    return f"{problem}separate its columns with commas"


def _divided(folder: TaskFolder, template: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields with a column of true and false for each of their choices, as Mechanical
    Turk writes them, and no column of their own; each with these columns.
    """
    parts: dict[str, list[str]] = {}
    for column in folder.answer_columns:
        name, _, choice = column.removeprefix(ANSWER_PREFIX).rpartition(".")
        cells = [cell for cell in folder.table[column] if not is_blank(cell)]
        if name and choice and cells and all(isinstance(cell, bool) for cell in cells):
            parts.setdefault(name, []).append(column)
    divided = {name: found for name, found in parts.items() if name not in folder.field_names}
    if divided:
        names = {control.name for control in controls(template)}
        yield from ((name, found) for name, found in divided.items() if name in names)
