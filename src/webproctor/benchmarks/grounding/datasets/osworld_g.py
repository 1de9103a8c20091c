"""OSWorld-G: boxes, polygons, and instructions that nothing on the screen fits (2025)."""

from collections.abc import Iterator
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import Record, json_records
from webproctor.grounding.targets import Box, Polygon, Region, Target


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """`box_type` says what `box_coordinates` are; to a refusal, declining is the right answer."""
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


def _regions(record: Record) -> tuple[Region, ...]:
    match record.fields.get("box_type"):
        case "bbox":
            return (Box(*record.numbers("box_coordinates", 4)),)
        case "polygon":
            flat = record.numbers("box_coordinates")
            if len(flat) < 6 or len(flat) % 2:
                raise record.fault("box_coordinates", "a polygon has three corners or more")
            return (Polygon(tuple(zip(flat[::2], flat[1::2], strict=True))),)
        case "refusal":
            return ()
    raise record.fault("box_type", f"{record.fields.get('box_type')!r} is not one of its types")
