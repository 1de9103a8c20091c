"""ScreenSpot: 1,272 instructions on mobile, desktop and web (SeeClick, 2024)."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from webproctor.benchmarks.grounding.datasets import Record, json_records
from webproctor.grounding.targets import Box, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Its JSON lists; the platform stands in the file's name where no field tells it.

    A box is left, top, width and height in pixels; in the mirror on the hub, four fractions of the
    picture's sides: left, top, right and bottom.
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


def groups(record: Record) -> tuple[tuple[str, str], ...]:
    """Platform, and text or icon, under whichever names they go."""
    told = record.groups(type="data_type", platform="platform") or record.groups(type="ui_type")
    kinds = dict(told) | dict(record.groups(type="ui_type"))
    if "platform" not in kinds:
        named = [name for name in ("mobile", "desktop", "web") if name in record.file.stem]
        kinds |= {"platform": named[0]} if named else {}
    if "platform" in kinds and "type" in kinds:
        kinds["category"] = f"{kinds['platform']}, {kinds['type']}"
    return tuple(kinds.items())


def _box(record: Record, picture: Path) -> Box:
    left, top, third, fourth = record.numbers("bbox", 4)
    if max(left, top, third, fourth) <= 1:
        with Image.open(picture) as opened:
            width, height = opened.size
        return Box.between(left * width, top * height, third * width, fourth * height)
    return Box(left, top, third, fourth)
