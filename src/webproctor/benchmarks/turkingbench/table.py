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


def is_blank(cell: object) -> bool:
    """Whether a cell is NaN."""
    return isinstance(cell, float) and math.isnan(cell)


def read_table(path: Path) -> dict[str, list[Cell]]:
    """The typed cells of each column of a UTF-8 CSV file, in file order.

    Empty lines do not count, a short row ends in blanks, and equal header names get `.1`, `.2`.
    Raises `UserError` naming the file and the byte or line for what is not UTF-8 or not CSV.
    """
    texts = read_texts(path)
    return {name: typed(cells) for name, cells in texts.items()}


def read_texts(path: Path) -> dict[str, list[str]]:
    """As `read_table`, with every cell as the text that stands in the file."""
    rows = _rows(path)
    if not rows:
        raise UserError(f"{path}: the file is empty; its first row must be the column names")
    (_, header), *body = rows
    for line, row in body:
        if len(row) > len(header):
            raise UserError(
                f"{path}, line {line}: {len(row)} cells under {len(header)} column names; "
                "put cells that hold a comma or a quote in double quotes"
            )
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


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    """Every row that is not empty with the number of the line it ends on, from 1."""
    try:
        text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except FileNotFoundError as error:
        raise UserError(f"{path}: no such file; a task needs its batch.csv to be run") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{path}: byte {error.start} (line {line}) is not UTF-8; save the file as UTF-8"
        ) from error
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(chain(io.StringIO(text, newline=""), ["\n", _END]))
    rows = [(reader.line_num, row) for row in reader]
    if rows.pop()[1] != [_END]:
        start = rows[-1][0] + 1 if rows else 1
        raise UserError(f"{path}, line {start}: a double quote opens a cell and is never closed")
    return [(line, row) for line, row in rows if row and not (len(row) == 1 and row[0].isspace())]
