"""Labels in COCO's format for object detection (https://cocodataset.org/#format-data).

Boxes are [x, y, width, height] in pixels. COCO has no labels of whole images, so an image of a step
that is not a click has the key `not_a_click`; other tools ignore it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from webproctor.collect.labels import Label, Labels, Screenshot
from webproctor.collect.labels.reading import Names, box, objects
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json
from webproctor.files.writing import write_json
from webproctor.methods.grounding.targets import Rectangle


def write(path: Path, labels: Labels, screenshots: Sequence[Screenshot]) -> None:
    """Write one annotator's labels."""
    images = [
        {"id": number, "file_name": one.name, "width": one.width, "height": one.height}
        | ({"not_a_click": True} if labels.get(one.name, ()) is None else {})
        for number, one in enumerate(screenshots, 1)
    ]
    regions = [
        (number, region)
        for number, one in enumerate(screenshots, 1)
        for region in labels.get(one.name) or ()
    ]
    annotations = [
        {
            "id": number,
            "image_id": image,
            "category_id": 1,
            "bbox": [region.x, region.y, region.width, region.height],
            "area": region.width * region.height,
            "segmentation": [],
            "iscrowd": 0,
        }
        for number, (image, region) in enumerate(regions, 1)
    ]
    data = {
        "images": images,
        "annotations": annotations,
        "categories": [{"id": 1, "name": "click"}],
    }
    write_json(path, data)


def read(path: Path, screenshots: Sequence[Screenshot]) -> dict[str, Label]:
    """Return one annotator's labels. Images without a box or `not_a_click` are not labelled.

    Boxes of all categories are read.

    Raises:
        UserError: If the file is not in this format, or a box or a name is invalid.
    """
    data = read_json(path)
    names = Names(screenshots)
    images = {}
    labels: dict[str, Label] = {}
    for number, image in enumerate(objects(data, "images", str(path))):
        screenshot = names.find(image.get("file_name"), f"{path}, image {number}, file_name")
        images[str(image.get("id"))] = screenshot
        if image.get("not_a_click"):
            labels[screenshot.name] = None
    boxes: dict[str, list[Rectangle]] = {}
    for number, annotation in enumerate(objects(data, "annotations", str(path))):
        where = f"{path}, annotation {number}"
        screenshot = images.get(str(annotation.get("image_id")))
        if screenshot is None:
            raise UserError(f"{where}: there is no image {annotation.get('image_id')!r:.200}.")
        if screenshot.name in labels:
            raise UserError(f"{where}: its image has not_a_click; remove one of them.")
        boxes.setdefault(screenshot.name, []).append(_box(annotation, screenshot, where))
    return labels | {name: tuple(rectangles) for name, rectangles in boxes.items()}


def _box(annotation: Mapping[str, Any], screenshot: Screenshot, where: str) -> Rectangle:
    try:
        x, y, width, height = (float(one) for one in annotation["bbox"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UserError(
            f"{where}: bbox must be [x, y, width, height]: {type(error).__name__} {error}."
        ) from error
    return box((x, y, x + width, y + height), screenshot, where)
