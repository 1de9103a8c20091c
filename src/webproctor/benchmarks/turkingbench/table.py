"""Reading `batch.csv` with the cell types that the original harness saw.

The original reads its tables with pandas 1.5.3, whose types decide what is written into a page
(`4` or `4.0`) and what counts as a worker's answer. Later releases of pandas read long decimals,
overflowing numbers and the text `None` differently, so the rules are stated here and hold
whatever is installed. A column, blanks aside, is the first of these that fits all its cells:

| cells | read as | with blanks |
|---|---|---|
| whole numbers of 64 bits | int | float, blank = NaN |
| decimal numbers, `inf`, `infinity` | float, by `decimal_value` | blank = NaN |
| `true`, `false` in any case | bool | bool and NaN |
| anything | str | str and NaN |
| none | | float NaN |

White space around a number is allowed; text keeps it.
"""

import csv
import io
import math
import re
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from webproctor.errors import UserError

BLANK_TEXTS = frozenset((
    "", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "<NA>", "#N/A", "#NA", "#N/A N/A",
    "-NaN", "-nan", "1.#IND", "1.#QNAN", "-1.#IND", "-1.#QNAN",
))  # fmt: skip
"""The cell texts that read as NaN (`None` is not one)."""

Cell = str | int | float | bool
"""One typed cell; a blank one is the float NaN."""

_SPACE = r"[ \t\n\r\f\v]*"
_INTEGER = re.compile(rf"{_SPACE}[+-]?[0-9]{{1,4000}}{_SPACE}")
_DECIMAL = re.compile(
    rf"{_SPACE}([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{{1,4000}}))?{_SPACE}"
)
_INFINITY = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)
_END = "\ufdd0"  # never a character of a text
_DIGITS = 17  # the digits that are read; later ones only shift the point
_POWERS = [float(f"1e{exponent}") for exponent in range(309)]


class BadTable(UserError):
    """A table that cannot be read.

    Attributes:
        path: The file.
        fault: What is wrong with it and what to do.
        row: The row it was found in, from 1 below the column names; None if it is in no row.
        line: The line of the file that row begins on, from 1.
    """

    def __init__(
        self, path: Path, fault: str, *, row: int | None = None, line: int | None = None
    ) -> None:
        place = "".join(f", {what} {n}" for what, n in (("row", row), ("line", line)) if n)
        super().__init__(f"{path}{place}: {fault}")
        self.path, self.fault, self.row, self.line = path, fault, row, line


def is_blank(cell: object) -> bool:
    """Whether a cell is NaN."""
    return isinstance(cell, float) and math.isnan(cell)


def read_table(path: Path) -> dict[str, list[Cell]]:
    """The typed cells of each column of a UTF-8 CSV file, in file order.

    Empty lines do not count, a short row ends in blanks, and equal column names get `.1`, `.2`.
    Raises `BadTable`, which names the file and the row, for what is not UTF-8 or not CSV.
    """
    return {name: typed(texts) for name, texts in read_texts(path).items()}


def read_texts(path: Path) -> dict[str, list[str]]:
    """As `read_table`, with every cell as the text that stands in the file."""
    rows = read_rows(path)
    if not rows:
        raise BadTable(path, "the file is empty; its first row must be the column names")
    (_, header), *body = rows
    for number, (line, row) in enumerate(body, start=1):
        if len(row) > len(header):
            fault = (
                f"{len(row)} cells under {len(header)} column names; put cells that hold a comma "
                "or a quote in double quotes"
            )
            raise BadTable(path, fault, row=number, line=line)
    padded = (row + [""] * (len(header) - len(row)) for _, row in body)
    columns = map(list, zip(*padded, strict=True)) if body else ([] for _ in header)
    return dict(zip(distinct_names(header), columns, strict=True))


def distinct_names(header: Sequence[str]) -> list[str]:
    """Column names made distinct: a nameless one is `Unnamed: <position>`, the n-th repeat of a
    name gets `.n`, or the next number that leads to a free name."""
    names = [name or f"Unnamed: {position}" for position, name in enumerate(header)]
    seen: dict[str, int] = {}
    for position, name in enumerate(names):
        candidate, count = name, seen.get(name, 0)
        while count > 0:
            seen[name] = count + 1
            candidate = f"{name}.{count}"
            count = count + 1 if candidate in names else seen.get(candidate, 0)
        names[position] = candidate
        seen[candidate] = count + 1
    return names


def typed(texts: Sequence[str]) -> list[Cell]:
    """The cells of one column; see the table above."""
    present = [text for text in texts if text not in BLANK_TEXTS]
    convert = _converter(present, blanks=len(present) < len(texts))
    return [math.nan if text in BLANK_TEXTS else convert(text) for text in texts]


def _converter(present: Sequence[str], blanks: bool) -> Callable[[str], Cell]:
    """How the cells of a column are read that holds these texts and maybe blanks."""
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
    """The number a decimal text stands for; None if it is not one or is beyond a float.

    The first 17 digits, leading zeros included, are summed up and then scaled by a power of ten,
    so that many digits may end one unit off the nearest float, and 1e-640 is 0.
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
    """Every row that is not empty, the column names first, with the line it begins on (from 1).

    Raises `BadTable`.
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
        fault = "a double quote opens a cell and is never closed"
        raise BadTable(path, fault, row=len(rows) - 1 or None, line=rows[-1][0])
    return rows


def _parse(text: str) -> tuple[list[tuple[int, list[str]]], bool]:
    """The rows of a text as in `read_rows`, and whether its last one is whole."""
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
