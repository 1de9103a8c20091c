"""Reader for both formats of ScreenSpot-v2: ScreenSpot with corrected labels (OS-Atlas, 2024)."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import json_records
from webproctor.benchmarks.grounding.datasets.screenspot import groups
from webproctor.methods.grounding.targets import Rectangle, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets. A box is left, top, width and height in pixels; in the format with
    `img_size`, left, top, right and bottom.
    """
    for record in json_records(path, "*.json*"):
        numbers = record.numbers("bbox", 4)
        box = Rectangle.between(*numbers) if "img_size" in record.fields else Rectangle(*numbers)
        yield Target(
            key=f"{record.file.stem}/{record.place}",
            image=record.picture("img_filename", images),
            instruction=record.text("instruction"),
            regions=(box,),
            groups=groups(record),
        )
