"""Reader for ScreenSpot-Pro (2025): professional applications on large screens."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import json_records
from webproctor.methods.grounding.targets import Rectangle, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets. A box is its left, top, right and bottom edges in pixels."""
    for record in json_records(path):
        yield Target(
            key=record.text("id"),
            image=record.picture("img_filename", images),
            instruction=record.text("instruction"),
            regions=(Rectangle.between(*record.numbers("bbox", 4)),),
            groups=record.groups(
                group="group", type="ui_type", application="application", platform="platform"
            ),
        )
