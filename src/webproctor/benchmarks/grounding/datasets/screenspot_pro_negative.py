"""Reader for ScreenSpot-Pro with instructions that cannot be carried out on the screenshot."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import records
from webproctor.benchmarks.grounding.datasets.screenspot_pro import is_negative, target
from webproctor.methods.grounding.targets import Target

_FIELDS = ("instruction_negative", "negative_instruction", "negative")


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets, whose correct answer is to decline.

    The instruction is in one of the fields `instruction_negative`, `negative_instruction` and
    `negative`, or is the `instruction` of a record whose `gt_type` is `negative`. Records without a
    negative instruction are left out.
    """
    for record in records(path):
        fields = ("instruction",) if is_negative(record) else _FIELDS
        if any(record.fields.get(name) for name in fields):
            yield target(record, images, *fields, negative=True)
