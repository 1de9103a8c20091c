"""Reader for ScreenSpot: 1,272 instructions on mobile, desktop and web (SeeClick, 2024)."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import DatasetRecord, json_records
from webproctor.files.reading import picture_size
from webproctor.methods.grounding.targets import Rectangle, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of its JSON lists. The platform is in a field or in the file's name.

    A box is left, top, width and height in pixels. In the mirror on Hugging Face it is left, top,
    right and bottom as fractions of the image size.
    """
    for record in json_records(path, "screen*.json*"):
        picture = record.picture("img_filename", images)
        yield Target(
            key=f"{record.file.stem}/{record.place}",
            image=picture,
            instruction=record.text("instruction"),
            regions=(_box(record, picture),),
            groups=groups(record),
        )


def groups(record: DatasetRecord) -> tuple[tuple[str, str], ...]:
    """Return platform, type (text or icon) and category, from any of their field names."""
    told = record.groups(type="data_type", platform="platform") or record.groups(type="ui_type")
    kinds = dict(told) | dict(record.groups(type="ui_type"))
    if "platform" not in kinds:
        named = [name for name in ("mobile", "desktop", "web") if name in record.file.stem]
        kinds |= {"platform": named[0]} if named else {}
    if "platform" in kinds and "type" in kinds:
        kinds["category"] = f"{kinds['platform']}, {kinds['type']}"
    return tuple(kinds.items())


def _box(record: DatasetRecord, picture: Path) -> Rectangle:
    left, top, third, fourth = record.numbers("bbox", 4)
    if max(left, top, third, fourth) <= 1:
        width, height = picture_size(picture)
        return Rectangle.between(left * width, top * height, third * width, fourth * height)
    return Rectangle(left, top, third, fourth)
