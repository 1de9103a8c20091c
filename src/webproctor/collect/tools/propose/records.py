"""Read lists of records, of JSON or CSV files."""

import csv
import io
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors, parse_json

Record = TypeVar("Record", bound=BaseModel)


def parse_records(data: bytes, name: str, kind: type[Record]) -> list[Record]:
    """Parse a JSON array of objects, or CSV with the names of the fields in the first line.

    Args:
        data: The bytes of the file; it is JSON if it begins with `[`.
        name: The name of the file, for errors.

    Raises:
        UserError: If it is neither, is empty, or a field is missing or invalid.
    """
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    rows = _json(text, name) if text[:1] in (b"[", b"{") else _csv(text, name)
    if not rows:
        raise UserError(f"{name}: has no rows.")
    records = []
    for number, row in enumerate(rows, 1):
        try:
            records.append(kind.model_validate(row))
        except ValidationError as error:
            raise UserError(f"{name}, row {number}: {describe_errors(error)}") from error
    return records


def _json(text: bytes, name: str) -> list[object]:
    value = parse_json(text, name)
    if not isinstance(value, list):
        raise UserError(f"{name}: must be a JSON array of objects.")
    return value


def _csv(text: bytes, name: str) -> list[dict[str, str]]:
    try:
        lines = io.StringIO(text.decode(), newline="")
        rows = [row for row in csv.reader(lines, strict=True) if any(row)]
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: is not UTF-8; save it as UTF-8.") from error
    except csv.Error as error:
        raise UserError(f"{name}: is neither JSON nor CSV: {error}.") from error
    columns = [column.strip() for column in rows[0]] if rows else []
    for number, row in enumerate(rows[1:], 1):
        if len(row) != len(columns):
            raise UserError(
                f"{name}, row {number}: has {len(row)} fields, the first line has {len(columns)}."
            )
    return [dict(zip(columns, row, strict=True)) for row in rows[1:]]
