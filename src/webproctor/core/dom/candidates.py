"""Candidate elements of a page, and the candidates that are accepted as correct.

The rules are those of the Mind2Web data set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webproctor.core.dom.snapshot import SALIENT
from webproctor.core.dom.tree import ID, NO_BOX, TEXT, Rect, Tree

# Depth to which an element's descendants count as its content.
LEVELS = 6
_CLICKABLE_TAGS = frozenset(("a", "button", "input", "label", "textarea", "li", "td", "img", "svg"))
_CLICKABLE_ROLES = frozenset(
    (
        *("button", "link", "checkbox", "searchbox", "menuitem", "option", "radio", "tab"),
        *("combobox", "treeitem", "listbox"),
    )
)
_UNINFORMATIVE = frozenset(("placeholder", "default"))

EquivalenceBox = Literal["target", "top-level"]
"""The element whose box must contain accepted descendants: the annotated element, as in the
released code, or the top-level element, as in the paper.
"""


@dataclass(frozen=True)
class Positive:
    """An element that is accepted as correct.

    Attributes:
        index: Its index in the tree.
        original: Whether the annotator chose this element itself.
        top_level: Whether it is the nearest clickable element that contains the chosen one.
    """

    index: int
    original: bool
    top_level: bool


def is_clickable(tree: Tree, index: int) -> bool:
    attributes = tree.attributes[index]
    return (
        tree.tags[index] in _CLICKABLE_TAGS
        or attributes.get("is_clickable") == "true"
        or attributes.get("role", "") in _CLICKABLE_ROLES
    )


def candidates(tree: Tree) -> list[int]:
    """Return indices of the candidates of a raw page, in document order."""
    boxes = [tree.box(index) for index in range(len(tree))]
    content = [_has_content(tree, index) for index in range(len(tree))]
    clickable = [is_clickable(tree, index) for index in range(len(tree))]
    clickable_ancestors: list[int] = []  # The nearest clickable ancestor of each element, or -1.
    found = []
    for index, parent in enumerate(tree.parents):
        clickable_ancestors.append(
            -1 if parent < 0 else parent if clickable[parent] else clickable_ancestors[parent]
        )
        if tree.tags[index] == TEXT or ID not in tree.attributes[index]:
            continue
        if not _visible(boxes[index]):
            continue
        ancestor = clickable_ancestors[index]
        if (
            not clickable[index]
            and ancestor >= 0
            and _contains_point(boxes[ancestor], _centre(boxes[index]))
        ):
            continue
        if content[index] or _has_enough_content(
            tree, index, content, 1 if clickable[index] else 2
        ):
            found.append(index)
    return found


def _has_enough_content(tree: Tree, index: int, content: Sequence[bool], minimum: int) -> bool:
    count = 0
    for descendant in tree.descendants(index, LEVELS):
        count += content[descendant]
        if count >= minimum:
            return True
    return False


def _has_content(tree: Tree, index: int) -> bool:
    if tree.tags[index] == TEXT:
        return False
    attributes = tree.attributes[index]
    for name, value in attributes.items():
        if name not in SALIENT or name in ("role", "type") or not value.strip():
            continue
        if name == "alt" and value.strip().lower() in _UNINFORMATIVE:
            continue
        return True
    if tree.tags[index] == "input" and attributes.get("id"):
        return True
    if any("icon" in token.lower() for token in attributes.get("class", "").split()):
        return True
    return tree.has_text(index)


def positives(
    tree: Tree, target: int, candidates: Sequence[int], box: EquivalenceBox = "target"
) -> list[Positive]:
    """Return the candidates that are accepted if the annotator chose `target`.

    Args:
        target: Index of the element that the annotator chose.
        candidates: Indices of the candidates.
        box: The element whose box must contain accepted descendants.
    """
    top = _top_level(tree, target)
    container = tree.box(target if box == "target" else top)
    accepted = {target, top}
    accepted.update(
        descendant
        for descendant in range(top + 1, tree.ends[top])
        if tree.tags[descendant] != TEXT and _encloses(container, tree.box(descendant))
    )
    return [
        Positive(index, original=index == target, top_level=index == top)
        for index in candidates
        if index in accepted
    ]


def _top_level(tree: Tree, target: int) -> int:
    """Return the nearest clickable element, or the target itself, whose box contains its centre."""
    centre = _centre(tree.box(target))
    for index in (target, *tree.ancestors(target)):
        if is_clickable(tree, index) and _contains_point(tree.box(index), centre):
            return index
    return target


def _visible(box: Rect) -> bool:
    x, y, width, height = box
    return x >= 0 and y >= 0 and (width > 1 or height > 1)


def _centre(box: Rect) -> tuple[float, float]:
    x, y, width, height = box
    return x + width / 2, y + height / 2


def _contains_point(box: Rect, point: tuple[float, float]) -> bool:
    x, y, width, height = box
    if box == NO_BOX:  # An element without a box contains only elements without a box.
        return point[0] < 0 and point[1] < 0
    return x <= point[0] <= x + width and y <= point[1] <= y + height


def _encloses(outer: Rect, inner: Rect) -> bool:
    x, y, width, height = outer
    inner_x, inner_y, inner_width, inner_height = inner
    return (
        x <= inner_x
        and y <= inner_y
        and inner_x + inner_width <= x + width
        and inner_y + inner_height <= y + height
    )
