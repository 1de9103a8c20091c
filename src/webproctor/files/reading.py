"""Read untrusted files as text, JSON or images; a fault is a `UserError` that names the file."""

import io
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from pydantic import ValidationError

from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_json

DEEPEST = 200
"""Maximum nesting of lists and objects in a JSON text."""
MOST_PIXELS = 100_000_000
"""Maximum number of pixels of an image that is decoded; a small file can declare any size."""
# The escape of a surrogate. Valid pairs match too, so a match is checked again.
_HALF_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")


def read_data(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        UserError: If it cannot be read.
    """
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte.
        raise UserError(f"{path}: cannot be read: {error}.") from error


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, without a byte order mark.

    Raises:
        UserError: If it cannot be read, or is not UTF-8.
    """
    data = read_data(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{path}, line {line}: byte {error.start} is not UTF-8; save the file as UTF-8."
        ) from error


def read_json(path: Path) -> Any:
    """Return the value of a JSON file; see `parse_json`.

    Raises:
        UserError: If it cannot be read, or is not JSON.
    """
    return parse_json(read_data(path), str(path))


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number, from 1, and the value of each non-blank line of a JSON Lines file.

    Raises:
        UserError: If it cannot be read, or a line is not JSON.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield number, parse_json(line, f"{path}, line {number}")


def parse_json(written: bytes | str, where: str) -> Any:
    """Return the value of a JSON text. Lone surrogates, which UTF-8 cannot encode, become U+FFFD.

    Args:
        where: The name of the text in errors.

    Raises:
        UserError: If it is not JSON, is nested too deeply, or has a number of thousands of digits.
    """
    try:
        value = json.loads(written)
    except UnicodeDecodeError as error:
        raise UserError(
            f"{where}: byte {error.start} is not UTF-8; save the file as UTF-8."
        ) from error
    except json.JSONDecodeError as error:
        raise UserError(f"{where}: is not JSON: {error}.") from error
    except ValueError as error:
        raise UserError(f"{where}: has a number of too many digits: {error}.") from error
    except RecursionError as error:
        raise UserError(f"{where}: is nested too deep.") from error
    if _too_deep(value):
        raise UserError(f"{where}: is nested more than {DEEPEST} levels deep.")
    data = written.encode("utf-8", "surrogatepass") if isinstance(written, str) else written
    broken = _HALF_ESCAPED.search(data) or (isinstance(written, str) and _HALF.search(written))
    return clean_json(value) if broken else value


def finite(value: object) -> float | None:
    """Return a JSON number as a float; None for anything else: text, true, NaN, 1e999."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def file_in(folder: Path, name: str) -> Path | None:
    """Return the file of a relative name in a folder; None if it does not exist or the name points
    outside the folder.
    """
    given = Path(name)
    if given.is_absolute() or ".." in given.parts:
        return None
    try:
        return folder / given if (folder / given).is_file() else None
    except (OSError, ValueError):  # Too long, or with a null byte.
        return None


def picture_size(path: Path) -> tuple[int, int]:
    """Return width and height of an image in pixels, without decoding it.

    Raises:
        UserError: If it cannot be read, or is not an image.
    """
    try:
        with Image.open(path) as opened:
            return opened.size
    except Exception as error:  # Each format raises its own errors.
        raise UserError(f"{path}: is not a readable image: {error}.") from error


def decode_picture(data: bytes, where: str) -> Image.Image:
    """Decode an image completely, as RGB.

    Args:
        where: The name of the image in errors.

    Raises:
        UserError: If it is not an image, is damaged, or has more than `MOST_PIXELS`.
    """
    try:
        with Image.open(io.BytesIO(data)) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise UserError(f"has more than {MOST_PIXELS:,} pixels")
            return opened.convert("RGB")
    except Exception as error:  # Each format raises its own errors.
        raise UserError(f"{where}: is not a readable image: {error}.") from error


def verified_size(data: bytes, where: str) -> tuple[int, int]:
    """Verify a PNG's checksums and return its width and height; its pixels are not decoded.

    Raises:
        UserError: If it is not an image, is damaged, or has more than `MOST_PIXELS`.
    """
    try:
        with Image.open(io.BytesIO(data)) as opened:
            size = opened.size
            if size[0] * size[1] > MOST_PIXELS:
                raise UserError(f"has more than {MOST_PIXELS:,} pixels")
            opened.verify()
    except Exception as error:  # Each format raises its own errors.
        raise UserError(f"{where}: is not a readable image: {error}.") from error
    return size


def faults(error: ValidationError) -> str:
    """Describe the first three validation errors: each field, and why it is invalid."""
    told = [
        f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}"
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    more = f"; and {len(told) - 3} more" if len(told) > 3 else ""
    return "; ".join(told[:3]) + more


def _too_deep(value: Any) -> bool:
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(DEEPEST):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, list | dict)
        ]
        if not level:
            return False
    return True
