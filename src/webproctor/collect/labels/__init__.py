"""Labels of screenshots: the regions in which one annotator accepts a click.

`agreement` compares annotators; `label_studio`, `cvat` and `coco` read and write the formats of
other labelling tools, `audacity` the labels of an audio timeline.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from webproctor.methods.grounding.targets import Rectangle

Label = tuple[Rectangle, ...] | None
"""The accepted regions of a screenshot in pixels; None if its step is not a click."""

Labels = Mapping[str, Label]
"""Labels by the screenshot's name. A screenshot without an entry is not labelled yet."""

NOT_A_CLICK = "not a click"
"""The name of the label None in the formats of other tools."""


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A screenshot to label.

    Attributes:
        name: Its name in the data, such as "images/12.png".
        width: Width in pixels.
        height: Height in pixels.
    """

    name: str
    width: int
    height: int
