"""Reader for OSWorld-G with its refined instructions."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets.osworld_g import targets
from webproctor.methods.grounding.targets import Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of `OSWorld-G_refined.json`."""
    return targets(path, images, refined=True)
