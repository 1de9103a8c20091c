"""Find and read untrusted files as text or JSON; a fault is a `UserError` that names the file."""

import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_json

MAX_NESTING = 200
"""Maximum nesting of lists and objects in a JSON text."""
# The name of one of several files of a split, as written by the library `datasets`.
_SHARD = re.compile(r"(.+)-(\d{1,6})-of-(\d{1,6})(?:-.*)?\.\w+")
_PACKED = re.compile(r"(?i)\.(gz|bz2|xz|zst|zip)$")
# The escape of a surrogate. Valid pairs match too, so a match is checked again.
_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# How files begin that are often found in place of a data file, and what to do about them.
_FORMATS = (
    (b"version https://git-lfs", "a Git LFS pointer: download the file itself (git lfs pull)"),
    (b"\x1f\x8b", "compressed with gzip: unpack it"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd: unpack it"),
    (b"\xfd7zXZ", "compressed with xz: unpack it"),
    (b"BZh", "compressed with bzip2: unpack it"),
    (b"PK\x03\x04", "a zip archive: unpack it"),
    (b"PAR1", "a parquet file"),
    (b"\xff\xfe", "UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "UTF-16: save it as UTF-8"),
    (b"<", "a web page or XML: download the file itself"),
)


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and its subfolders, through symbolic links, each folder once.

    Hidden files and folders are left out, and with them those that macOS adds to copies (`._name`).
    """
    visited: set[str] = set()
    for parent, subfolders, names in os.walk(folder, followlinks=True):
        resolved = os.path.realpath(parent)
        if resolved in visited:
            subfolders.clear()
            continue
        visited.add(resolved)
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith("."))


def format_hint(data: bytes) -> str:
    """Return a sentence about what a file of an unexpected format is, with a space before it; "" if
    unknown.

    Args:
        data: The file, or its beginning.
    """
    start = data.lstrip()
    return next(
        (f" It is {description}." for prefix, description in _FORMATS if start.startswith(prefix)),
        "",
    )


def missing_shards(files: Iterable[Path]) -> list[str]:
    """Return a sentence for each set of files `<name>-<number>-of-<count>` that is not complete."""
    numbers_by_set: dict[tuple[Path, str, str], set[int]] = {}
    for file in files:
        if match := _SHARD.fullmatch(file.name):
            name, number, count = match.groups()
            numbers_by_set.setdefault((file.parent, name, count), set()).add(int(number))
    sentences = []
    for (folder, name, count), numbers in numbers_by_set.items():
        if (missing := int(count) - len(numbers)) > 0:
            first = next(number for number in range(int(count)) if number not in numbers)
            sentences.append(
                f"{folder}: {missing} of the {int(count)} files {name}-*-of-{count} "
                f"{'is' if missing == 1 else 'are'} missing, such as number "
                f"{first:0{len(count)}}: download the data again."
            )
    return sentences


def unread_files(
    files: Sequence[Path], is_data: Callable[[Path], bool]
) -> Iterator[tuple[Path, str]]:
    """Yield a path and a sentence for each file of data that is compressed or has JSON Lines.

    Those that are also there in the form that is read are left out.

    Args:
        is_data: Whether a file of this path is read.

    Yields:
        The path that is read, which does not exist, and what to do.
    """
    for file in files:
        name = _PACKED.sub("", file.name)
        advice = "unpack it" if name != file.name else "write it as one JSON array"
        read = file.with_name(re.sub(r"(?i)\.jsonl$", ".json", name))
        if not is_data(file) and is_data(read) and read not in files:
            yield read, f"{file}: is not read; {advice}."


def read_data(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        UserError: If it cannot be read.
    """
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte.
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{path}: cannot be read: {reason}.") from error


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
        advice = format_hint(data) or " Save the file as UTF-8."
        raise UserError(f"{path}, line {line}: byte {error.start} is not UTF-8.{advice}") from error


def read_json(path: Path, *, unique_keys: bool = False) -> Any:
    """Return the value of a JSON file; see `parse_json`.

    Raises:
        UserError: If it cannot be read, or is not JSON.
    """
    return parse_json(read_data(path), str(path), unique_keys=unique_keys)


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number, from 1, and the value of each non-blank line of a JSON Lines file.

    Raises:
        UserError: If it cannot be read, or a line is not JSON.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield number, parse_json(line.encode(), f"{path}, line {number}")


def parse_json(content: bytes | str, source: str, *, unique_keys: bool = False) -> Any:
    """Return the value of a JSON text. Lone surrogates, which UTF-8 cannot encode, become U+FFFD.

    Args:
        source: The name of the text in errors.
        unique_keys: Whether an object with a repeated key, of which the last is read, is an error.

    Raises:
        UserError: If it is not JSON, is nested too deeply, or has a number of thousands of digits.
    """
    if not content.strip():
        raise UserError(f"{source}: is empty; it must be JSON.")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            repeated = next(key for key in keys if keys.count(key) > 1)
            raise UserError(f"{source}: has several values of {repeated!r}; remove all but one.")
        return found

    # A text that is not a file, such as a model's answer, may begin like one.
    hint = format_hint(content) if isinstance(content, bytes) else ""
    try:
        value = json.loads(content, object_pairs_hook=unique if unique_keys else None)
    except UnicodeDecodeError as error:
        advice = hint or " Save the file as UTF-8."
        raise UserError(f"{source}: byte {error.start} is not UTF-8.{advice}") from error
    except json.JSONDecodeError as error:
        raise UserError(f"{source}: is not JSON: {error}.{hint}") from error
    except ValueError as error:
        raise UserError(f"{source}: has a number of too many digits: {error}.") from error
    except RecursionError as error:
        raise UserError(f"{source}: is nested too deep.") from error
    if _is_too_deep(value):
        raise UserError(f"{source}: is nested more than {MAX_NESTING} levels deep.")
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    has_surrogates = _ESCAPED_SURROGATE.search(data) or (
        isinstance(content, str) and _SURROGATE.search(content)
    )
    return clean_json(value) if has_surrogates else value


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
    outside the folder. Backslashes in names that were written on Windows are separators. If there
    is no such file, its extension may be in upper or lower case.
    """
    for path in dict.fromkeys((Path(name), Path(name.replace("\\", "/")))):
        if path.is_absolute() or ".." in path.parts:
            continue
        ending = path.suffix
        for suffix in dict.fromkeys((ending, ending.lower(), ending.upper())):
            file = folder / path.with_suffix(suffix) if suffix else folder / path
            try:
                if file.is_file():
                    return file
            except (OSError, ValueError):  # Too long, or with a null byte.
                continue
    return None


def describe_errors(error: ValidationError) -> str:
    """Describe the first three validation errors: each field, and why it is invalid."""
    messages = [
        f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}"
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    rest = f"; and {len(messages) - 3} more" if len(messages) > 3 else ""
    return "; ".join(messages[:3]) + rest


def _is_too_deep(value: Any) -> bool:
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(MAX_NESTING):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, list | dict)
        ]
        if not level:
            return False
    return True
