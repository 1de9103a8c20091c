"""Reader for ScreenSpot-Pro with its Chinese instructions."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import records
from webproctor.benchmarks.grounding.datasets.screenspot_pro import is_negative, target
from webproctor.methods.grounding.targets import Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets, with `instruction_cn` as instruction."""
    for record in records(path):
        yield target(record, images, "instruction_cn", negative=is_negative(record))
