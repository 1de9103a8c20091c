"""ScreenSpot-v2: ScreenSpot with its faults mended (OS-Atlas, 2024), in either of its forms."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import json_records
from webproctor.benchmarks.grounding.datasets.screenspot import groups
from webproctor.grounding.targets import Box, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """A box is left, top, width and height; in the form with `img_size`, left to bottom edges."""
    for record in json_records(path, "*.json*"):
        numbers = record.numbers("bbox", 4)
        box = Box.between(*numbers) if "img_size" in record.fields else Box(*numbers)
        yield Target(
            key=f"{record.file.stem}/{record.place}",
            image=record.picture("img_filename", images),
            instruction=record.text("instruction"),
            regions=(box,),
            groups=groups(record),
        )
