"""Readers for the public data sets, one module each: `read(path, images)` yields the targets.

This module has what they share: reading records, finding images and reporting errors.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any

from webproctor.core import registry
from webproctor.core.errors import DataIncomplete, UserError
from webproctor.files.parquet import parquet_rows
from webproctor.files.pictures import MAX_PIXELS, picture_size
from webproctor.files.reading import (
    file_in,
    files_in,
    finite,
    missing_shards,
    read_json,
    read_json_lines,
    unread_files,
)
from webproctor.files.unpacking import read_entry, zip_entries
from webproctor.methods.grounding.regions import check_regions
from webproctor.methods.grounding.targets import Target

Picture = Path | Callable[[], bytes]
"""An image: a file, or a function that returns its bytes."""

# Share of the targets whose regions may be outside their images.
_MAX_OUTSIDE = 0.1
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
            raise UserError(
                f"{path}: duplicate target {target.key!r}. If the folder has two copies of the "
                "data, name one file with --data."
            )
        seen.add(target.key)
    check_regions(
        ((target, size_of(target.image, target.key)) for target in found if _is_checked(target)),
        "Check that the data has the format of its --dataset.",
        max_outside=_MAX_OUTSIDE,
    )
    return found


def _is_checked(target: Target) -> bool:
    """Return whether the regions of a target are checked; not all images are quick to read."""
    kinds = Path | bytes | PackedImage | RowImage
    return bool(target.regions) and isinstance(target.image, kinds)


@dataclass(frozen=True)
class DatasetRecord:
    """A record of a file, with its location for error messages.

    Attributes:
        fields: The fields.
        file: The file.
        index: The index of the record in the file.
        image: Returns the bytes of its image, if the file contains it.
    """

    fields: Mapping[str, Any]
    file: Path
    index: int
    image: Callable[[], bytes] | None = None

    @property
    def where(self) -> str:
        return f"{self.file}, entry {self.index}"

    def fault(self, field: str, problem: str) -> UserError:
        return UserError(f"{self.where}, {field}: {problem}.")

    def text(self, *fields: str) -> str:
        """Return the first of these fields that is present, as a string."""
        for name in fields:
            value = self.fields.get(name)
            if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
                return str(value)
        raise self.fault(fields[0], "must be a string that is not empty")

    def numbers(self, field: str, count: int | None = None) -> list[float]:
        """Return a field's list of finite numbers, of length `count` if given."""
        value = self.fields.get(field)
        finite_values = [finite(number) for number in value] if isinstance(value, list) else [None]
        numbers = [number for number in finite_values if number is not None]
        if len(numbers) != len(finite_values) or (count is not None and len(numbers) != count):
            how_many = f"{count} numbers" if count else "numbers"
            raise self.fault(field, f"{value!r:.200} is not a list of {how_many}")
        return numbers

    def box_scale(self, picture: Picture, size: str) -> tuple[float, float]:
        """Return the factors, across and down, from the pixels of the record's boxes to those of
        its image, which may have been resized after it was labelled.

        Args:
            size: The field with the width and the height that the boxes refer to. Without it, the
                factors are 1.
        """
        if self.fields.get(size) is None:
            return 1.0, 1.0
        width, height = self.numbers(size, 2)
        across, down = size_of(picture, self.where)
        if width <= 0 or height <= 0:
            raise self.fault(size, "must be greater than 0")
        if (width - height) * (across - down) < 0:
            raise self.fault(
                size,
                f"must be width and height of the image, not {width:g} and {height:g}; the image "
                f"has {across} x {down} pixels",
            )
        return across / width, down / height

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
        file_name = self.text(*fields)
        folder = self.file.parent
        folders = [images] if images else [folder / "images", folder, folder.parent / "images"]
        for candidate in folders:
            if file := file_in(candidate, file_name):
                return file
        subfolders = [] if images else sorted(path for path in folder.iterdir() if path.is_dir())
        found: list[Picture] = [
            file for candidate in subfolders if (file := file_in(candidate, file_name))
        ]
        packed = [path for path in (images or folder).glob("*") if path.suffix.lower() == ".zip"]
        for archive in sorted(packed) if not found else []:
            found += [PackedImage(archive, entry) for entry in _find_entries(archive, file_name)]
        if len(found) > 1:
            raise self.fault(
                fields[0],
                f"there are several images {file_name[:200]}, such as {found[0]} and {found[1]}; "
                "set the folder with --images",
            )
        if found:
            return found[0]
        raise self.fault(
            fields[0], f"no image {file_name[:200]} in {folders[0]}; set the folder with --images"
        )


@dataclass(frozen=True)
class PackedImage:
    """An image in a zip archive."""

    archive: Path
    entry: str

    def __call__(self) -> bytes:
        # A compressed image is smaller than its pixels.
        return read_entry(self.archive, self.entry, 4 * MAX_PIXELS)

    def __str__(self) -> str:
        return f"{self.archive}, {self.entry}"


def _find_entries(archive: Path, file_name: str) -> list[str]:
    """Return the entries of an archive that are files of this name, in any folder.

    In archives made on Windows, and in names written there, separators can be backslashes.
    """
    ending = f"/{file_name}".replace("\\", "/")
    return [
        entry for entry in zip_entries(archive) if f"/{entry}".replace("\\", "/").endswith(ending)
    ]


@dataclass(frozen=True, eq=False)
class RowImage:
    """The image of a row of a parquet file."""

    images: Any
    file: Path
    row: int

    def __call__(self) -> bytes:
        image = self.images[self.row]["image"] or {}
        if image.get("bytes"):
            return image["bytes"]
        name = f"only the name {image['path']!r:.100}" if image.get("path") else "no image"
        raise UserError(
            f"{self.file}, entry {self.row}, image: has {name}; the file must contain its images."
        )


def size_of(picture: Picture | bytes, source: str) -> tuple[int, int]:
    """Return width and height of an image in pixels.

    Raises:
        UserError: If it is not an image.
    """
    if isinstance(picture, PackedImage):
        return _packed_size(picture)
    if isinstance(picture, Path):
        return picture_size(picture)
    return picture_size(picture if isinstance(picture, bytes) else picture(), source)


@lru_cache(maxsize=10_000)
def _packed_size(picture: PackedImage) -> tuple[int, int]:
    return picture_size(picture(), str(picture))


def records(path: Path | None, pattern: str = "*.json") -> Iterator[DatasetRecord]:
    """Yield the records of a JSON, JSON Lines or parquet file, or of all such files of a folder.

    Args:
        pattern: Pattern of the names of JSON files. Parquet files are read if there are none.

    Raises:
        UserError: If a file is not a list of objects, or a library is not installed.
    """
    for file in files(path, pattern):
        if file.suffix.lower() == ".parquet":
            yield from _rows(file)
            continue
        lines = file.suffix.lower() == ".jsonl"
        entries = [entry for _, entry in read_json_lines(file)] if lines else read_json(file)
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise UserError(
                f"{file}: must be a JSON list of objects. To read another file, name it with "
                "--data."
            )
        for index, entry in enumerate(entries):
            yield DatasetRecord(entry, file, index)


def files(path: Path | None, pattern: str) -> Sequence[Path]:
    """Return a file, or the files of a folder that have records; the case of names is ignored.

    Raises:
        UserError: If there are none.
    """
    if path is None:
        raise UserError("this data set is not included: give its folder with --data.")
    if path.is_file():
        return [path]

    def is_data(file: Path) -> bool:
        return fnmatch(file.name.lower(), pattern.lower())

    for folder in _FOLDERS:
        there = sorted((path / folder).glob("[!.]*"))
        for _, sentence in unread_files(there, is_data):
            warnings.warn(sentence, DataIncomplete, stacklevel=2)
        if found := list(filter(is_data, there)):
            return found
    if found := sorted(file for file in files_in(path) if file.suffix.lower() == ".parquet"):
        for sentence in missing_shards(found):
            warnings.warn(sentence, DataIncomplete, stacklevel=2)
        return found
    raise UserError(
        f"{path}: contains no {pattern} file and no parquet file; give the folder that has them."
    )


def _rows(file: Path) -> Iterator[DatasetRecord]:
    """Yield the rows of a parquet file; images are read when they are needed."""
    rows = parquet_rows([file])
    if "image" not in rows.column_names:
        raise UserError(f"{file}: has no column image.")
    import datasets  # pyright: ignore[reportMissingImports]

    try:
        rows = rows.cast_column("image", datasets.Image(decode=False))
    except Exception as error:  # Its own errors and those of its libraries.
        raise UserError(f"{file}: the column image does not contain images: {error}.") from error
    pictures, fields = rows.select_columns(["image"]), rows.remove_columns(["image"])
    for index, row in enumerate(fields):
        yield DatasetRecord(row, file, index, RowImage(pictures, file, index))
