"""Readers for the public data sets, one module each: `read(path, images)` yields the targets.

This module has what they share: reading records, finding images and reporting errors.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.files.reading import (
    MOST_PIXELS,
    file_in,
    finite,
    picture_size,
    read_json,
    read_json_lines,
)
from webproctor.files.unpacking import read_entry, zip_entries
from webproctor.methods.grounding.targets import Target

Picture = Path | Callable[[], bytes]
"""An image: a file, or a function that returns its bytes."""

# Folders that can contain JSON records in a downloaded data set.
_FOLDERS = ("", "annotations/", "benchmark/", "metadata/")


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
    """A record of a file, with its location for error messages.

    Attributes:
        fields: The fields.
        file: The file.
        place: The index of the record in the file.
        image: Returns the bytes of its image, if the file contains it.
    """

    fields: Mapping[str, Any]
    file: Path
    place: int
    image: Callable[[], bytes] | None = None

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

    def picture(self, images: Path | None, *fields: str) -> Picture:
        """Return the record's image: in its file, in `images`, or next to the data, where it can be
        in a subfolder or in a zip archive.

        Args:
            fields: Fields that can have its name.
        """
        if self.image is not None:
            return self.image
        named = self.text(*fields)
        beside = self.file.parent
        places = [images] if images else [beside / "images", beside, beside.parent / "images"]
        for folder in places:
            if file := file_in(folder, named):
                return file
        inner = [] if images else sorted(one for one in beside.iterdir() if one.is_dir())
        for folder in inner:
            if file := file_in(folder, named):
                return file
        for archive in sorted((images or beside).glob("*.zip")):
            if entry := _entry(archive, named):
                # A compressed image is smaller than its pixels.
                return partial(read_entry, archive, entry, 4 * MOST_PIXELS)
        raise self.fault(
            fields[0], f"no image {named[:200]} in {places[0]}; set the folder with --images"
        )


def _entry(archive: Path, named: str) -> str | None:
    """Return the entry of an archive that is a file of this name, in any folder."""
    found = [one for one in zip_entries(archive) if one == named or one.endswith(f"/{named}")]
    return found[0] if found else None


def size_of(picture: Picture, where: str) -> tuple[int, int]:
    """Return width and height of an image in pixels.

    Raises:
        UserError: If it is not an image.
    """
    return picture_size(picture) if isinstance(picture, Path) else _size(picture(), where)


def _size(data: bytes, where: str) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(data)) as opened:
            return opened.size
    except Exception as error:  # Each format raises its own errors.
        raise UserError(f"{where}: is not a readable image: {error}.") from error


def records(path: Path | None, pattern: str = "*.json") -> Iterator[DatasetRecord]:
    """Yield the records of a JSON, JSON Lines or parquet file, or of all such files of a folder.

    Args:
        pattern: Pattern of the names of JSON files. Parquet files are read if there are none.

    Raises:
        UserError: If a file is not a list of objects, or a library is not installed.
    """
    for file in files(path, pattern):
        if file.suffix == ".parquet":
            yield from _rows(file)
            continue
        lines = file.suffix == ".jsonl"
        listed = [one for _, one in read_json_lines(file)] if lines else read_json(file)
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise UserError(f"{file}: must be a JSON list of objects.")
        for place, one in enumerate(listed):
            yield DatasetRecord(one, file, place)


def files(path: Path | None, pattern: str) -> Sequence[Path]:
    """Return a file, or the files of a folder that have records.

    Raises:
        UserError: If there are none.
    """
    if path is None:
        raise UserError("This data set is not included: set its folder with --data.")
    if path.is_file():
        return [path]
    for name in (*(folder + pattern for folder in _FOLDERS), "**/*.parquet"):
        if found := sorted(path.glob(name)):
            return found
    raise UserError(f"{path}: contains no {pattern} file and no parquet file.")


def _rows(file: Path) -> Iterator[DatasetRecord]:
    """Yield the rows of a parquet file; images are read when they are needed."""
    try:
        import datasets  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise UserError(
            "Parquet files require the library datasets: pip install 'webproctor[data]'."
        ) from error
    try:
        library: Any = datasets.Dataset
        rows: Any = library.from_parquet(str(file))
    except Exception as error:
        raise UserError(f"{file}: not a readable parquet file: {error}") from error
    if "image" not in rows.column_names:
        raise UserError(f"{file}: has no column image.")
    rows = rows.cast_column("image", datasets.Image(decode=False))
    pictures, fields = rows.select_columns(["image"]), rows.remove_columns(["image"])
    for place, row in enumerate(fields):
        yield DatasetRecord(row, file, place, partial(_in_row, pictures, file, place))


def _in_row(pictures: Any, file: Path, place: int) -> bytes:
    data = (pictures[place]["image"] or {}).get("bytes")
    if not data:
        raise UserError(f"{file}, entry {place}: has no image.")
    return data
