"""Reader for ScreenSpot-v2: ScreenSpot with corrected labels (OS-Atlas, 2024)."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import records
from webproctor.benchmarks.grounding.datasets.screenspot import target
from webproctor.methods.grounding.targets import Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets. A box is left, top, width and height in pixels; in the format with
    `img_size`, left, top, right and bottom.

    Images can be in the archive or the folder `screenspotv2_image`, as downloaded.
    """
    for record in records(path, "*.json*"):
        yield target(record, images)
