"""Reader for RealWebAssist's scored steps, each as a separate target."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.methods.grounding.targets import Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of a folder, by default of the built-in sample. There is no history."""
    for step in Dataset(path or SAMPLE).steps:
        if step.boxes:
            yield step.target
