"""Reader for RealWebAssist's scored steps, each as a separate target."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.core.errors import UserError
from webproctor.methods.grounding.targets import Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of a folder, by default of the built-in sample. There is no history.

    Raises:
        UserError: If the data is invalid, or `images` is given.
    """
    if images is not None:
        raise UserError(
            "--images is not available for realwebassist, which finds its images in the folder of "
            "the data: remove --images."
        )
    for step in Dataset(path or SAMPLE).steps:
        if step.boxes:
            yield step.target
