"""Reader for `batch.csv`, with the cell types of the original harness.

The original reads its tables with pandas 1.5.3. The types determine the text in a page (`4` or
`4.0`) and the workers' answers. Later releases of pandas read long decimals, overflowing numbers
and the text `None` differently, so the rules are implemented here. A column has the first of these
types that fits all its cells, except blanks:

| cells | read as | with blanks |
|---|---|---|
| whole numbers of 64 bits | int | float, blank = NaN |
| decimal numbers, `inf`, `infinity` | float, by `decimal_value` | blank = NaN |
| `true`, `false` in any case | bool | bool and NaN |
| anything | str | str and NaN |
| none | | float NaN |

White space around numbers is ignored; in text it is kept.
"""

import csv
import io
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from webproctor.core.errors import UserError

BLANK_TEXTS = frozenset((
    "", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "<NA>", "#N/A", "#NA", "#N/A N/A",
    "-NaN", "-nan", "1.#IND", "1.#QNAN", "-1.#IND", "-1.#QNAN",
))  # fmt: skip
"""Cell texts that are read as NaN (`None` is not one)."""

Cell = str | int | float | bool
"""One typed cell; a blank one is the float NaN."""

_SPACE = r"[ \t\n\r\f\v]*"
_INTEGER = re.compile(rf"{_SPACE}[+-]?[0-9]{{1,4000}}{_SPACE}")
_DECIMAL = re.compile(
    rf"{_SPACE}([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{{1,4000}}))?{_SPACE}"
)
_INFINITY = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)
_END = "\ufdd0"  # A noncharacter, which no text contains.
_DIGITS = 17  # Digits that are read; further ones only shift the decimal point.
_POWERS = [float(f"1e{exponent}") for exponent in range(309)]


class BadTable(UserError):
    """A table that cannot be read.

    Attributes:
        path: The file.
        problem: What is wrong, and what to do.
        row: The row, from 1 below the column names; None if not in a row.
        line: The line of the file on which the row starts, from 1.
    """

    def __init__(
        self, path: Path, problem: str, *, row: int | None = None, line: int | None = None
    ) -> None:
        location = "".join(f", {label} {n}" for label, n in (("row", row), ("line", line)) if n)
        super().__init__(f"{path}{location}: {problem}")
        self.path, self.fault, self.row, self.line = path, problem, row, line


def is_blank(cell: object) -> bool:
    """Return whether a cell is NaN."""
    return isinstance(cell, float) and math.isnan(cell)


def read_table(path: Path) -> dict[str, list[Cell]]:
    """Read the typed cells of each column of a UTF-8 CSV file, in file order.

    Empty lines are skipped, short rows are filled with blanks, and repeated column names get `.1`,
    `.2`.

    Raises:
        BadTable: If the file is not UTF-8 or not CSV; the message names file and row.
    """
    return {name: typed(texts) for name, texts in read_texts(path).items()}


def read_texts(path: Path) -> dict[str, list[str]]:
    """Read a table like `read_table`, with every cell as its text in the file."""
    rows = read_rows(path)
    if not rows:
        raise BadTable(path, "the file is empty; its first row must contain the column names")
    (_, header), *body = rows
    for number, (line, row) in enumerate(body, start=1):
        if len(row) > len(header):
            fault = (
                f"{len(row)} cells under {len(header)} column names; put cells that contain a "
                "comma or a quote in double quotes"
            )
            raise BadTable(path, fault, row=number, line=line)
    padded = (row + [""] * (len(header) - len(row)) for _, row in body)
    columns = map(list, zip(*padded, strict=True)) if body else ([] for _ in header)
    return dict(zip(distinct_names(header), columns, strict=True))


def distinct_names(header: Sequence[str]) -> list[str]:
    """Make column names distinct: an empty name becomes `Unnamed: <position>`, and the n-th repeat
    of a name gets `.n`, or the next number that is free."""
    names = [name or f"Unnamed: {position}" for position, name in enumerate(header)]
    there = Counter(names)  # Names in the header now.
    seen: dict[str, int] = {}
    for position, name in enumerate(names):
        candidate, count = name, seen.get(name, 0)
        while count > 0:
            seen[name] = count + 1
            candidate = f"{name}.{count}"
            count = count + 1 if there[candidate] > 0 else seen.get(candidate, 0)
        there[name] -= 1
        there[candidate] += 1
        names[position] = candidate
        seen[candidate] = count + 1
    return names


def typed(texts: Sequence[str]) -> list[Cell]:
    """Convert the cells of one column; see the table above."""
    present = [text for text in texts if text not in BLANK_TEXTS]
    convert = _converter(present, blanks=len(present) < len(texts))
    return [math.nan if text in BLANK_TEXTS else convert(text) for text in texts]


def _converter(present: Sequence[str], blanks: bool) -> Callable[[str], Cell]:
    """Return the conversion for a column with these texts and possibly blanks."""
    if all(map(_INTEGER.fullmatch, present)):
        numbers = [int(text) for text in present]
        low, high = min(numbers, default=0), max(numbers, default=0)
        if low >= -(2**63) and high < 2**63:
            return _known_decimal if blanks else int
        return int if low >= 0 and high < 2**64 and not blanks else str
    if all(decimal_value(text) is not None for text in present):
        return _known_decimal
    if all(text.lower() in ("true", "false") for text in present):
        return lambda text: text.lower() == "true"
    return str


def decimal_value(text: str) -> float | None:
    """Return the value of a decimal number, or None if the text is not one or overflows a float.

    As in pandas, the first 17 digits (including leading zeros) are added up and scaled by a power
    of ten, so the result may differ from the nearest float by one unit in the last place. 1e-640
    is 0.
    """
    if match := _INFINITY.fullmatch(text):
        return -math.inf if match[1] == "-" else math.inf
    match = _DECIMAL.fullmatch(text)
    if match is None:
        return None
    sign, whole, fraction, power = match.groups(default="")
    digits = (whole + fraction)[:_DIGITS]
    exponent = len(whole) - len(digits) + int(power or 0)
    if exponent > 308:
        return None
    if exponent < -616:
        return 0.0
    number = 0.0
    for digit in digits:
        number = number * 10.0 + int(digit)
    if exponent < -308:
        number = number / _POWERS[-308 - exponent] / _POWERS[308]
    else:
        number = number * _POWERS[exponent] if exponent > 0 else number / _POWERS[-exponent]
    if math.isinf(number):
        return None
    return -number if sign == "-" else number


def _known_decimal(text: str) -> float:
    value = decimal_value(text)
    assert value is not None
    return value


def read_rows(path: Path) -> list[tuple[int, list[str]]]:
    """Return every non-empty row, column names first, with the line on which it starts (from 1).

    Raises:
        BadTable: If the file cannot be read, is not UTF-8, or has an unclosed quote.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-8")
    except OSError as error:
        raise BadTable(path, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        rows, _ = _parse(error.object[: error.start].decode("utf-8") + "?")
        fault = f"byte {error.start} is not UTF-8; save the file as UTF-8"
        raise BadTable(path, fault, row=len(rows) - 1 or None, line=rows[-1][0]) from error
    rows, whole = _parse(text)
    if not whole:
        fault = "a cell starts with a double quote that is never closed"
        raise BadTable(path, fault, row=len(rows) - 1 or None, line=rows[-1][0])
    return rows


def _parse(text: str) -> tuple[list[tuple[int, list[str]]], bool]:
    """Return the rows of a text as in `read_rows`, and whether the last one is complete."""
    csv.field_size_limit(sys.maxsize)
    lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
    reader = csv.reader(chain(lines, ["\n", _END]))
    rows, line = [], 1
    for row in reader:
        if row and not (len(row) == 1 and row[0].isspace()):
            rows.append((line, row))
        line = reader.line_num + 1
    whole = rows[-1][1] == [_END]
    return rows[:-1] if whole else rows, whole
