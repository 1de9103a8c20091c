"""ScreenSpot-Pro: professional programs on large screens (2025)."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import json_records
from webproctor.grounding.targets import Box, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """A box is its left, top, right and bottom edges in pixels."""
    for record in json_records(path):
        yield Target(
            key=record.text("id"),
            image=record.picture("img_filename", images),
            instruction=record.text("instruction"),
            regions=(Box.between(*record.numbers("bbox", 4)),),
            groups=record.groups(
                group="group", type="ui_type", application="application", platform="platform"
            ),
        )
