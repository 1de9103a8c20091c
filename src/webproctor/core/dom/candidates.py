"""Candidate elements of a page, and the candidates that are accepted as correct.

The rules are those of the Mind2Web data set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webproctor.core.dom.snapshot import SALIENT
from webproctor.core.dom.tree import ID, NOWHERE, TEXT, Rect, Tree

# Depth to which an element's descendants count as its content.
LEVELS = 6
_CLICKABLE_TAGS = frozenset(("a", "button", "input", "label", "textarea", "li", "td", "img", "svg"))
_CLICKABLE_ROLES = frozenset(
    (
        *("button", "link", "checkbox", "searchbox", "menuitem", "option", "radio", "tab"),
        *("combobox", "treeitem", "listbox"),
    )
)
_SAYS_NOTHING = frozenset(("placeholder", "default"))

EquivalenceBox = Literal["target", "top-level"]
"""The element whose box must contain accepted descendants: the annotated element, as in the
released code, or the top-level element, as in the paper.
"""


@dataclass(frozen=True)
class Positive:
    """An element that is accepted as correct.

    Attributes:
        place: Its index in the tree.
        original: Whether the annotator chose this element itself.
        top_level: Whether it is the nearest clickable element that contains the chosen one.
    """

    place: int
    original: bool
    top_level: bool


def is_clickable(tree: Tree, place: int) -> bool:
    attributes = tree.attributes[place]
    return (
        tree.tags[place] in _CLICKABLE_TAGS
        or attributes.get("is_clickable") == "true"
        or attributes.get("role", "") in _CLICKABLE_ROLES
    )


def candidates(tree: Tree) -> list[int]:
    """Return indices of the candidates of a raw page, in document order."""
    boxes = [tree.box(place) for place in range(len(tree))]
    content = [_has_content(tree, place) for place in range(len(tree))]
    clickable = [is_clickable(tree, place) for place in range(len(tree))]
    above: list[int] = []  # The nearest clickable ancestor of each element, or -1.
    found = []
    for place, parent in enumerate(tree.parents):
        above.append(-1 if parent < 0 else parent if clickable[parent] else above[parent])
        if tree.tags[place] == TEXT or ID not in tree.attributes[place]:
            continue
        if not _visible(boxes[place]):
            continue
        around = above[place]
        if not clickable[place] and around >= 0 and _holds(boxes[around], _centre(boxes[place])):
            continue
        if content[place] or _says_something(tree, place, content, 1 if clickable[place] else 2):
            found.append(place)
    return found


def _says_something(tree: Tree, place: int, content: Sequence[bool], least: int) -> bool:
    found = 0
    for inside in tree.descendants(place, LEVELS):
        found += content[inside]
        if found >= least:
            return True
    return False


def _has_content(tree: Tree, place: int) -> bool:
    if tree.tags[place] == TEXT:
        return False
    attributes = tree.attributes[place]
    for name, value in attributes.items():
        if name not in SALIENT or name in ("role", "type") or not value.strip():
            continue
        if name == "alt" and value.strip().lower() in _SAYS_NOTHING:
            continue
        return True
    if tree.tags[place] == "input" and attributes.get("id"):
        return True
    if any("icon" in token.lower() for token in attributes.get("class", "").split()):
        return True
    return tree.has_text(place)


def positives(
    tree: Tree, target: int, among: Sequence[int], box: EquivalenceBox = "target"
) -> list[Positive]:
    """Return the candidates that are accepted if the annotator chose `target`.

    Args:
        target: Index of the element that the annotator chose.
        among: Indices of the candidates.
        box: The element whose box must contain accepted descendants.
    """
    top = _top_level(tree, target)
    limits = tree.box(target if box == "target" else top)
    accepted = {target, top}
    accepted.update(
        inside
        for inside in range(top + 1, tree.ends[top])
        if tree.tags[inside] != TEXT and _encloses(limits, tree.box(inside))
    )
    return [
        Positive(place, original=place == target, top_level=place == top)
        for place in among
        if place in accepted
    ]


def _top_level(tree: Tree, target: int) -> int:
    """Return the nearest clickable element, or the target itself, whose box contains its centre."""
    centre = _centre(tree.box(target))
    for place in (target, *tree.ancestors(target)):
        if is_clickable(tree, place) and _holds(tree.box(place), centre):
            return place
    return target


def _visible(box: Rect) -> bool:
    x, y, width, height = box
    return x >= 0 and y >= 0 and (width > 1 or height > 1)


def _centre(box: Rect) -> tuple[float, float]:
    x, y, width, height = box
    return x + width / 2, y + height / 2


def _holds(box: Rect, point: tuple[float, float]) -> bool:
    x, y, width, height = box
    if box == NOWHERE:  # An element without a box contains only elements without a box.
        return point[0] < 0 and point[1] < 0
    return x <= point[0] <= x + width and y <= point[1] <= y + height


def _encloses(outer: Rect, inner: Rect) -> bool:
    x, y, width, height = outer
    left, top, across, down = inner
    return x <= left and y <= top and left + across <= x + width and top + down <= y + height
