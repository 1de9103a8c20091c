"""Read untrusted parquet files; a fault is a `UserError` that names the file."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.reading import format_hint

_MAGIC = b"PAR1"


def check_parquet(path: Path) -> None:
    """Check that a file begins and ends as parquet files do.

    Raises:
        UserError: If it does not, or cannot be read; the message says what it is.
    """
    try:
        with path.open("rb") as file:
            start = file.read(64)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - len(_MAGIC), 0))
            end = file.read()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}.") from error
    if not start.startswith(_MAGIC):
        raise UserError(f"{path}: is not a parquet file.{format_hint(start)}")
    if end != _MAGIC or size < 3 * len(_MAGIC):  # Both marks, and the length of the footer.
        raise UserError(f"{path}: is incomplete; download it again.")


def row_count(file: Path) -> int:
    """Return the number of rows of a parquet file; requires the optional library `datasets`."""
    from pyarrow import parquet  # pyright: ignore[reportMissingImports]

    return parquet.read_metadata(file).num_rows


def parquet_rows(files: Sequence[Path]) -> Any:
    """Return the rows of parquet files as a `Dataset` of the optional library `datasets`.

    Raises:
        UserError: If the library is not installed, or a file cannot be read.
    """
    try:
        import datasets  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise UserError(
            "Parquet files require the library datasets: pip install 'webproctor[data]'."
        ) from error
    for file in files:
        check_parquet(file)
    dataset: Any = datasets.Dataset
    try:
        # The library cannot read files without rows.
        filled = [str(file) for file in files if row_count(file)]
        if not filled:
            raise UserError(f"{files[0]}: has no rows.")
        return dataset.from_parquet(filled)
    except UserError:
        raise
    except Exception as error:
        name = f"{files[0]}{f' to {files[-1]}' if files[1:] else ''}"
        # The error of the library itself only says that the data cannot be generated. Its cause can
        # contain all columns of two files that do not have the same ones.
        first, *rest = str(error.__cause__ or error).splitlines() or [""]
        reason = f"{first} ... {rest[-1]}" if rest else first
        raise UserError(f"{name}: cannot be read as parquet: {reason}.") from error
