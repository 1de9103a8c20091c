"""Reader for Multimodal-Mind2Web (2024): Mind2Web's actions on its screenshots."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from webproctor.benchmarks.mind2web import dataset as mind2web
from webproctor.core.errors import UserError
from webproctor.methods.grounding.targets import Rectangle, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets: the instruction is the step's action as text, the regions are the boxes of
    its positive elements.

    Steps without a screenshot or a visible positive are left out, as in the subsets that are used
    to evaluate grounding models.
    """
    if path is None:
        raise UserError("this data set is not included: give its folder with --data.")
    dataset = mind2web.Dataset(path)
    dataset.warn_if_incomplete()
    for demonstration in dataset.demonstrations:
        for number, step in enumerate(dataset.steps(demonstration)):
            rects = [candidate.box for candidate in step.positives]
            boxes = tuple(Rectangle(*box) for box in rects if box[2] > 0 and box[3] > 0)
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
    """Return a step's screenshot. Read on demand, since all screenshots do not fit into memory."""
    return dataset.step(annotation_id, uid).screenshot or b""
