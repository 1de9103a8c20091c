"""Reader for ScreenSpot: 1,272 instructions on mobile, desktop and web (SeeClick, 2024)."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import (
    DatasetRecord,
    Picture,
    records,
    size_of,
)
from webproctor.methods.grounding.regions import FRACTIONS
from webproctor.methods.grounding.targets import Rectangle, Target

# The platform of each `data_source`, which the files of the mirror do not name.
_PLATFORMS = {
    **dict.fromkeys(("windows", "macos"), "desktop"),
    **dict.fromkeys(("ios", "android"), "mobile"),
    **dict.fromkeys(("forum", "gitlab", "shop", "tool"), "web"),
}


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of its JSON lists, or of the parquet files of its mirror
    (huggingface.co/datasets/rootsautomation/ScreenSpot).

    A box is left, top, width and height in pixels; in the mirror left, top, right and bottom as
    fractions of the image size.
    """
    for record in records(path, "screen*.json*"):
        yield target(record, images)


def target(record: DatasetRecord, images: Path | None) -> Target:
    """Return the target of a record of ScreenSpot or ScreenSpot-v2."""
    picture = record.picture(images, "img_filename", "file_name")
    return Target(
        key=f"{record.file.stem}/{record.index}",
        image=picture,
        instruction=record.text("instruction"),
        regions=(_box(record, picture),),
        groups=_groups(record),
    )


def _groups(record: DatasetRecord) -> tuple[tuple[str, str], ...]:
    """Return platform, type (text or icon) and category, from any of their field names."""
    kinds = dict(record.groups(type="data_type", platform="platform"))
    kinds |= dict(record.groups(type="ui_type"))
    if "platform" not in kinds:
        file_name = record.file.stem.lower()
        in_name = [name for name in ("mobile", "desktop", "web") if name in file_name]
        source = _PLATFORMS.get(str(record.fields.get("data_source")).lower())
        if platform := next(iter(in_name), source):
            kinds["platform"] = platform
    if "platform" in kinds and "type" in kinds:
        kinds["category"] = f"{kinds['platform']}, {kinds['type']}"
    return tuple(kinds.items())


def _box(record: DatasetRecord, picture: Picture) -> Rectangle:
    left, top, third, fourth = record.numbers("bbox", 4)
    if max(left, top, third, fourth) < FRACTIONS:
        width, height = size_of(picture, record.where)
        return Rectangle.between(left * width, top * height, third * width, fourth * height)
    if record.fields.get("img_size") is not None:
        box = Rectangle.between(left, top, third, fourth)
        return box.scaled(*record.box_scale(picture, "img_size"))
    return Rectangle(left, top, third, fourth)
