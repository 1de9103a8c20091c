"""Readers for the public data sets, one module each: `read(path, images)` yields the targets.

This module has what they share: reading records and reporting errors.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.files.reading import file_in, finite, read_json, read_json_lines
from webproctor.methods.grounding.targets import Target


def names() -> list[str]:
    """Return the names of all included data sets."""
    return sorted(registry.modules(__name__, "read"))


def read(name: str, path: Path | None, images: Path | None) -> list[Target]:
    """Read the targets of a data set.

    Args:
        name: An included data set, or one of your own: an entry point
            `webproctor.grounding_data_sets`, or `path/file.py:NAME`, which is a function `read`.
        path: Its folder or file; may be None for data sets with a built-in sample.
        images: Folder of its images, if not next to the data.

    Raises:
        UserError: If there is no such data set, or its data is invalid.
    """
    reader = registry.find("grounding_data_sets", name, registry.modules(__name__, "read"))
    if path is not None and not path.exists():
        raise UserError(f"{path}: not found.")
    found = list(reader(path, images))
    if not found:
        raise UserError(f"{path}: contains no targets of {name}.")
    seen: set[str] = set()
    for target in found:
        if target.key in seen:
            raise UserError(f"{path}: duplicate target {target.key!r}.")
        seen.add(target.key)
    return found


@dataclass(frozen=True)
class DatasetRecord:
    """A record of a file, with its location for error messages."""

    fields: Mapping[str, Any]
    file: Path
    place: int

    @property
    def where(self) -> str:
        return f"{self.file}, entry {self.place}"

    def fault(self, field: str, what: str) -> UserError:
        return UserError(f"{self.where}, {field}: {what}.")

    def text(self, *named: str) -> str:
        """Return the first of these fields that is present, as a string."""
        for name in named:
            if isinstance(self.fields.get(name), str | int):
                return str(self.fields[name])
        raise self.fault(named[0], "must be a string")

    def numbers(self, field: str, count: int | None = None) -> list[float]:
        """Return a field's list of finite numbers, of length `count` if given."""
        given = self.fields.get(field)
        found = [finite(one) for one in given] if isinstance(given, list) else [None]
        numbers = [one for one in found if one is not None]
        if len(numbers) != len(found) or (count is not None and len(numbers) != count):
            how_many = f"{count} numbers" if count else "numbers"
            raise self.fault(field, f"{given!r:.200} is not a list of {how_many}")
        return numbers

    def groups(self, **kinds: str) -> tuple[tuple[str, str], ...]:
        """Return pairs of kind and field value, for the fields that are present."""
        return tuple(
            (kind, str(self.fields[field]))
            for kind, field in kinds.items()
            if self.fields.get(field) not in (None, "")
        )

    def picture(self, field: str, images: Path | None) -> Path:
        """Return the path of an image: in `images`, or next to the data."""
        named = self.text(field)
        beside = self.file.parent
        places = [images] if images else [beside / "images", beside, beside.parent / "images"]
        for folder in places:
            if file := file_in(folder, named):
                return file
        raise self.fault(
            field, f"no image {named[:200]} in {places[0]}; set the folder with --images"
        )


def json_records(path: Path | None, pattern: str = "*.json") -> Iterator[DatasetRecord]:
    """Yield the records of a JSON or JSON Lines file, or of all such files of a folder.

    Raises:
        UserError: If a file is not a list of objects.
    """
    for file in _files(path, pattern):
        lines = file.suffix == ".jsonl"
        listed = [one for _, one in read_json_lines(file)] if lines else read_json(file)
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise UserError(f"{file}: must be a JSON list of objects.")
        for place, one in enumerate(listed):
            yield DatasetRecord(one, file, place)


def _files(path: Path | None, pattern: str) -> Sequence[Path]:
    if path is None:
        raise UserError("This data set is not included: set its folder with --data.")
    if path.is_file():
        return [path]
    found = sorted(path.glob(pattern)) or sorted(path.glob(f"annotations/{pattern}"))
    if not found:
        raise UserError(f"{path}: contains no {pattern} file.")
    return found
