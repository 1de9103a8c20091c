"""Multimodal-Mind2Web: the recorded actions of Mind2Web, found on its screenshots (2024)."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from webproctor.benchmarks.mind2web import dataset as mind2web
from webproctor.errors import UserError
from webproctor.grounding.targets import Box, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """A step's action in words is the instruction; every positive element's box is right.

    Steps without a picture or without a positive that was drawn cannot be pointed at and are left
    out, as in the subsets that grounding models are measured on.
    """
    if path is None:
        raise UserError("this data set is not in the package: name its folder by --data.")
    dataset = mind2web.Dataset(path)
    for demonstration in dataset.demonstrations:
        for number, step in enumerate(dataset.steps(demonstration)):
            drawn = [one.box for one in step.positives]
            boxes = tuple(Box(*box) for box in drawn if box[2] > 0 and box[3] > 0)
            if not boxes or step.screenshot is None:
                continue
            yield Target(
                key=step.key,
                image=partial(_picture, dataset, demonstration.annotation_id, step.uid),
                instruction=demonstration.words(number),
                regions=boxes,
                groups=(
                    ("split", demonstration.split),
                    ("website", demonstration.website),
                    ("domain", demonstration.domain),
                ),
            )


def _picture(dataset: mind2web.Dataset, annotation_id: str, uid: str) -> bytes:
    """Read when it is looked at: all of them do not fit into memory."""
    return dataset.step(annotation_id, uid).screenshot or b""
