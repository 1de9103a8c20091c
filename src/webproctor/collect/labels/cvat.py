"""Labels in the XML format "CVAT for images 1.1" (https://docs.cvat.ai/docs/dataset_management/formats/format-cvat/).

Boxes have their edges in pixels. A step that is not a click has the tag "not a click".
"""

from collections.abc import Sequence
from pathlib import Path

from lxml import etree

from webproctor.collect.labels import NOT_A_CLICK, Label, Labels, Screenshot
from webproctor.collect.labels.reading import Names, box
from webproctor.core.errors import UserError
from webproctor.files.reading import read_data

_EDGES = ("xtl", "ytl", "xbr", "ybr")


def write(path: Path, labels: Labels, screenshots: Sequence[Screenshot]) -> None:
    """Write one annotator's labels."""
    root = etree.Element("annotations")
    etree.SubElement(root, "version").text = "1.1"
    for number, one in enumerate(screenshots):
        size = {"width": str(one.width), "height": str(one.height)}
        image = etree.SubElement(root, "image", {"id": str(number), "name": one.name, **size})
        if one.name not in labels:
            continue
        label = labels[one.name]
        if label is None:
            etree.SubElement(image, "tag", {"label": NOT_A_CLICK, "source": "manual"})
        for region in label or ():
            edges = dict(zip(_EDGES, map(repr, map(float, region.corners)), strict=True))
            drawn = {"label": "click", "source": "manual", "occluded": "0"}
            etree.SubElement(image, "box", {**drawn, **edges, "z_order": "0"})
    tree = etree.ElementTree(root)
    tree.write(path, encoding="utf-8", xml_declaration=True, pretty_print=True)


def read(path: Path, screenshots: Sequence[Screenshot]) -> dict[str, Label]:
    """Return one annotator's labels. Images without a box or the tag are not labelled.

    Raises:
        UserError: If the file is not such an export, or a box or a name is invalid.
    """
    # Entities are not resolved: they could name files or grow without limit.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(read_data(path), parser)
    except etree.XMLSyntaxError as error:
        raise UserError(f"{path}: not XML: {error}.") from error
    if root.tag != "annotations":
        raise UserError(f"{path}: starts with <{root.tag}>; export as CVAT for images 1.1.")
    names = Names(screenshots)
    labels: dict[str, Label] = {}
    for image in root.iterfind("image"):
        where = f"{path}, line {image.sourceline}"
        screenshot = names.find(image.get("name"), where)
        boxes = tuple(
            box(
                [one.get(edge) for edge in _EDGES],
                screenshot,
                f"{path}, line {one.sourceline}",
                rotation=one.get("rotation"),
            )
            for one in image.iterfind("box")
        )
        not_a_click = any(tag.get("label") == NOT_A_CLICK for tag in image.iterfind("tag"))
        if not_a_click and boxes:
            raise UserError(f"{where}: has boxes and the tag {NOT_A_CLICK!r}; remove one of them.")
        if boxes or not_a_click:
            labels[screenshot.name] = boxes or None
    return labels
