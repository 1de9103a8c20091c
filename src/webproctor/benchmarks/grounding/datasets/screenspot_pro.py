"""Reader for ScreenSpot-Pro (2025): professional applications on large screens."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import DatasetRecord, Picture, records
from webproctor.methods.grounding.targets import Rectangle, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets. A box is its left, top, right and bottom edges in pixels of an image of
    the size `img_size`.

    A record whose `gt_type` is `negative` has no region: its correct answer is to decline.
    """
    for record in records(path):
        yield target(record, images, "instruction", negative=is_negative(record))


def target(
    record: DatasetRecord, images: Path | None, *instruction: str, negative: bool = False
) -> Target:
    """Return the target of a record.

    Args:
        instruction: Fields that can have the instruction.
        negative: Whether no element matches it.
    """
    picture = record.picture(images, "img_filename")
    return Target(
        key=record.text("id"),
        image=picture,
        instruction=record.text(*instruction),
        regions=() if negative else (_box(record, picture),),
        groups=record.groups(
            group="group", type="ui_type", application="application", platform="platform"
        ),
    )


def _box(record: DatasetRecord, picture: Picture) -> Rectangle:
    box = Rectangle.between(*record.numbers("bbox", 4))
    return box.scaled(*record.box_scale(picture, "img_size"))


def is_negative(record: DatasetRecord) -> bool:
    """Return whether the record says that no element matches its instruction."""
    return record.fields.get("gt_type") == "negative"
