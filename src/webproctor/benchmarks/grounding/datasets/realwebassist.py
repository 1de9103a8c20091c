"""RealWebAssist's scored steps, each by itself; without a folder, those of the built-in sample."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.grounding.targets import Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """What the user said is the instruction, without a history."""
    for step in Dataset(path or SAMPLE).steps:
        if step.boxes:
            yield step.target
