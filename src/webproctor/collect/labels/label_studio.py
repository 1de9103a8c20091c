"""Labels in Label Studio's JSON format (https://labelstud.io/guide/export).

Boxes are in percent of the image. Each annotation is one annotator's. A step that is not a click
has the choice "not a click", since an annotation without boxes can also be unfinished.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from webproctor.collect.labels import NOT_A_CLICK, Label, Labels, Screenshot
from webproctor.collect.labels.reading import Names, box, objects
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json
from webproctor.files.writing import write_json
from webproctor.methods.grounding.targets import Rectangle

CONFIG = f"""<View>
  <Image name="image" value="$image"/>
  <RectangleLabels name="region" toName="image"><Label value="click"/></RectangleLabels>
  <Choices name="flag" toName="image"><Choice value="{NOT_A_CLICK}"/></Choices>
</View>
"""
"""The labelling interface of a Label Studio project for these labels."""


def write(path: Path, annotators: Mapping[str, Labels], screenshots: Sequence[Screenshot]) -> None:
    """Write the labels of annotators as tasks with annotations."""
    tasks = [
        {
            "data": {"image": one.name},
            "annotations": [
                {"completed_by": annotator, "result": _results(labels[one.name], one)}
                for annotator, labels in annotators.items()
                if one.name in labels
            ],
        }
        for one in screenshots
    ]
    write_json(path, tasks)


def read(path: Path, screenshots: Sequence[Screenshot]) -> dict[str, dict[str, Label]]:
    """Return labels by annotator.

    An annotator is the `completed_by` of an annotation: an id, an e-mail address or an object with
    one of them. Cancelled annotations and those without a result are left out.

    Raises:
        UserError: If the file is not such an export, or a box or a name is invalid.
    """
    tasks = read_json(path)
    if not isinstance(tasks, list):
        raise UserError(f"{path}: must be a list of tasks; export the project as JSON.")
    names = Names(screenshots)
    labels_by_annotator: dict[str, dict[str, Label]] = {}
    for index, task in enumerate(tasks):
        where = f"{path}, task {index}"
        annotations = objects(task, "annotations", where)
        data = task.get("data")
        if not isinstance(data, Mapping):
            raise UserError(f"{where}: data must be an object with the screenshot's name.")
        screenshot = names.find(data.get("image"), f"{where}, data.image")
        for number, annotation in enumerate(annotations):
            results = objects(annotation, "result", f"{where}, annotation {number}")
            if annotation.get("was_cancelled") or not results:
                continue
            labels = labels_by_annotator.setdefault(_annotator(annotation), {})
            labels[screenshot.name] = _label(results, screenshot, f"{where}, annotation {number}")
    return labels_by_annotator


def _results(label: Label, screenshot: Screenshot) -> list[dict[str, Any]]:
    if label is None:
        flag = {"from_name": "flag", "to_name": "image", "type": "choices"}
        return [{**flag, "value": {"choices": [NOT_A_CLICK]}}]
    return [
        {
            "from_name": "region",
            "to_name": "image",
            "type": "rectanglelabels",
            "original_width": screenshot.width,
            "original_height": screenshot.height,
            "value": {
                "x": 100 * one.x / screenshot.width,
                "y": 100 * one.y / screenshot.height,
                "width": 100 * one.width / screenshot.width,
                "height": 100 * one.height / screenshot.height,
                "rotation": 0,
                "rectanglelabels": ["click"],
            },
        }
        for one in label
    ]


def _label(results: Sequence[Mapping[str, Any]], screenshot: Screenshot, where: str) -> Label:
    boxes = []
    not_a_click = False
    for number, result in enumerate(results):
        value = result.get("value")
        if not isinstance(value, Mapping):
            raise UserError(f"{where}, result {number}: value must be an object.")
        if result.get("type") == "choices":
            not_a_click |= NOT_A_CLICK in (value.get("choices") or [])
        elif result.get("type") in ("rectanglelabels", "rectangle"):
            boxes.append(_box(value, screenshot, f"{where}, result {number}"))
    if not_a_click and boxes:
        raise UserError(f"{where}: has boxes and the choice {NOT_A_CLICK!r}; remove one of them.")
    return None if not_a_click else tuple(boxes)


def _box(value: Mapping[str, Any], screenshot: Screenshot, where: str) -> Rectangle:
    try:
        x, y, width, height = (float(value[key]) for key in ("x", "y", "width", "height"))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UserError(
            f"{where}: must have numbers x, y, width and height in percent: "
            f"{type(error).__name__} {error}."
        ) from error
    x_unit, y_unit = screenshot.width / 100, screenshot.height / 100
    edges = (x * x_unit, y * y_unit, (x + width) * x_unit, (y + height) * y_unit)
    return box(edges, screenshot, where, rotation=value.get("rotation"))


def _annotator(annotation: Mapping[str, Any]) -> str:
    annotator = annotation.get("completed_by")
    if isinstance(annotator, Mapping):
        annotator = annotator.get("email") or annotator.get("id")
    return "" if annotator is None else str(annotator)
