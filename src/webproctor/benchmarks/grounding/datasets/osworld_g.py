"""Reader for OSWorld-G (2025): boxes, polygons, and instructions that cannot be followed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from webproctor.benchmarks.grounding.datasets import DatasetRecord, files, records
from webproctor.core.errors import UserError
from webproctor.files.reading import file_in, read_json
from webproctor.methods.grounding.targets import Polygon, Rectangle, Target

CLASSES = "classification_result.json"


def read(path: Path | None, images: Path | None) -> Iterator[Target]:
    """Yield the targets of `OSWorld-G.json`. `box_type` is the type of `box_coordinates`, in pixels
    of an image of the size `image_size`; a refusal has no regions, and its correct answer is to
    decline.

    The abilities of a target are read from `classification_result.json` next to it, if it exists.
    """
    return targets(path, images, refined=False)


def targets(path: Path | None, images: Path | None, *, refined: bool) -> Iterator[Target]:
    """Yield the targets of the file with the original or with the refined instructions.

    Raises:
        UserError: If the folder does not have this file, or a file is invalid.
    """
    name = "OSWorld-G_refined.json" if refined else "OSWorld-G.json"
    for file in files(path, name):
        abilities = _abilities(file_in(file.parent, CLASSES))
        for record in records(file):
            types = record.fields.get("GUI_types")
            kinds = [str(one) for one in types] if isinstance(types, list) else []
            key = record.text("id")
            picture = record.picture(images, "image_path")
            scale = record.box_scale(picture, "image_size")
            yield Target(
                key=key,
                image=picture,
                instruction=record.text("instruction"),
                regions=tuple(region.scaled(*scale) for region in _regions(record)),
                groups=(
                    *record.groups(shape="box_type"),
                    *(("ability", ability) for ability in abilities.get(key, ())),
                    *(("GUI type", kind) for kind in kinds),
                ),
            )


def _abilities(path: Path | None) -> Mapping[str, Sequence[str]]:
    """Return the abilities of each target, by its id; a target can have several.

    The file maps each ability to the ids of its targets, or to records with an `id`; the mapping
    can be under the key `classified`.
    """
    if path is None:
        return {}
    content = read_json(path)
    content = content.get("classified", content) if isinstance(content, dict) else content
    found: defaultdict[str, list[str]] = defaultdict(list)
    for ability, entries in content.items() if isinstance(content, dict) else [("", None)]:
        if not isinstance(entries, list):
            raise UserError(f"{path}: must be an object from abilities to lists of targets.")
        for entry in entries:
            key = entry.get("id") if isinstance(entry, dict) else entry
            if not isinstance(key, str | int):
                raise UserError(f"{path}, {ability}: {entry!r:.100} has no id.")
            if ability not in found[str(key)]:
                found[str(key)].append(ability)
    return found


def _regions(record: DatasetRecord) -> tuple[Rectangle | Polygon, ...]:
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
