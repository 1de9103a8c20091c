"""Reader for OSWorld-G (2025): boxes, polygons, and instructions that cannot be followed."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import DatasetRecord, json_records
from webproctor.methods.grounding.targets import Polygon, Rectangle, Region, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets. `box_type` is the type of `box_coordinates`; a refusal has no regions, and
    its correct answer is to decline.
    """
    for record in json_records(path, "OSWorld-G*.json"):
        types = record.fields.get("GUI_types")
        kinds = [str(one) for one in types] if isinstance(types, list) else []
        yield Target(
            key=record.text("id"),
            image=record.picture("image_path", images),
            instruction=record.text("instruction"),
            regions=_regions(record),
            groups=(*record.groups(shape="box_type"), *(("GUI type", kind) for kind in kinds)),
        )


def _regions(record: DatasetRecord) -> tuple[Region, ...]:
    match record.fields.get("box_type"):
        case "bbox":
            return (Rectangle(*record.numbers("box_coordinates", 4)),)
        case "polygon":
            flat = record.numbers("box_coordinates")
            if len(flat) < 6 or len(flat) % 2:
                raise record.fault("box_coordinates", "a polygon must have at least three corners")
            return (Polygon(tuple(zip(flat[::2], flat[1::2], strict=True))),)
        case "refusal":
            return ()
    raise record.fault(
        "box_type", f"{record.fields.get('box_type')!r} is not bbox, polygon or refusal"
    )
