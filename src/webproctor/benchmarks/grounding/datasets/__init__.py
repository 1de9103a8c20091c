"""The public layouts, a file each: `read(path, images)` gives the targets.

Functions here are what those files share: reading records, and saying what is wrong where.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from webproctor.errors import UserError
from webproctor.grounding.targets import Target


def names() -> list[str]:
    """Every data set that can be read."""
    files = Path(__file__).parent.glob("[a-z]*.py")
    return sorted(path.stem.replace("_", "-") for path in files)


def read(name: str, path: Path | None, images: Path | None) -> list[Target]:
    """The targets of a data set.

    Args:
        path: Where it is; a data set that the package brings needs none.
        images: Where its pictures are, if not beside it.

    Raises:
        UserError: If there is no such data set, or it is not what it should be.
    """
    if name not in names():
        raise UserError(
            f"there is no grounding data set {name!r}. There are: {', '.join(names())}."
        )
    if path is not None and not path.exists():
        raise UserError(f"{path}: not there.")
    found = list(import_module(f"{__name__}.{name.replace('-', '_')}").read(path, images))
    if not found:
        raise UserError(f"{path}: nothing of {name} is in it.")
    seen: set[str] = set()
    for target in found:
        if target.key in seen:
            raise UserError(f"{path}: {target.key!r} is there twice.")
        seen.add(target.key)
    return found


@dataclass(frozen=True)
class Record:
    """A record of a file, which says where it is when something is wrong with it."""

    fields: Mapping[str, Any]
    file: Path
    place: int

    @property
    def where(self) -> str:
        return f"{self.file}, entry {self.place}"

    def fault(self, field: str, what: str) -> UserError:
        return UserError(f"{self.where}, {field}: {what}.")

    def text(self, *named: str) -> str:
        """The first of these fields that is there."""
        for name in named:
            if isinstance(self.fields.get(name), str | int):
                return str(self.fields[name])
        raise self.fault(named[0], "it must be a text")

    def numbers(self, field: str, count: int | None = None) -> list[float]:
        """A list of numbers, of a length where one is given."""
        given = self.fields.get(field)
        if (
            not isinstance(given, list)
            or not all(isinstance(one, int | float) for one in given)
            or (count is not None and len(given) != count)
        ):
            how_many = f"{count} numbers" if count else "numbers"
            raise self.fault(field, f"{given!r} is not a list of {how_many}")
        return [float(one) for one in given]

    def groups(self, **kinds: str) -> tuple[tuple[str, str], ...]:
        """Pairs of a kind and the field's value, for those fields that are there."""
        return tuple(
            (kind, str(self.fields[field]))
            for kind, field in kinds.items()
            if self.fields.get(field) not in (None, "")
        )

    def picture(self, field: str, images: Path | None) -> Path:
        """The picture's file: in the folder of pictures, or beside the records."""
        named = self.text(field)
        beside = self.file.parent
        places = [images] if images else [beside / "images", beside, beside.parent / "images"]
        for folder in places:
            if (folder / named).is_file():
                return folder / named
        raise self.fault(field, f"there is no picture {named} in {places[0]}; name its folder")


def json_records(path: Path | None, pattern: str = "*.json") -> Iterator[Record]:
    """The records of a JSON file, or of those of a folder: lists of objects, or a line each.

    Raises:
        UserError: If a file is not that.
    """
    for file in _files(path, pattern):
        try:
            text = file.read_text(encoding="utf-8")
            listed = (
                [json.loads(line) for line in text.splitlines() if line.strip()]
                if file.suffix == ".jsonl"
                else json.loads(text)
            )
        except (OSError, ValueError) as error:
            raise UserError(f"{file}: no JSON: {error}.") from error
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise UserError(f"{file}: it must be a JSON list of objects.")
        for place, one in enumerate(listed):
            yield Record(one, file, place)


def _files(path: Path | None, pattern: str) -> Sequence[Path]:
    if path is None:
        raise UserError("this data set is not in the package: name its folder by --data.")
    if path.is_file():
        return [path]
    found = sorted(path.glob(pattern)) or sorted(path.glob(f"annotations/{pattern}"))
    if not found:
        raise UserError(f"{path}: no {pattern} is in it.")
    return found
