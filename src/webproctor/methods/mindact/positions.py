"""Positions of candidates relative to the last action, from which a ranker can learn an order.

The texts of the Mind2Web paper do not contain it: the query names the last actions, but nothing
tells whether a candidate comes before or after their elements.
"""

from collections.abc import Sequence

from webproctor.core.dom import Tree, field_name, role
from webproctor.methods.mindact.reprs import Repr

_CONTROLS = frozenset(("input", "select", "textarea", "button", "a"))


def position_texts(tree: Tree, candidates: Sequence[int], previous: Sequence[str]) -> list[str]:
    """Return each candidate's position, such as `2 after the last action`.

    The others are `1 before the last action`, `at the last action` and, if the last action's
    element is not on the page, `3 on the page`. Distances count controls in document order;
    controls with the same name are one. An element around one control has its position, because it
    can be the accepted one; other elements have that of the control before them.

    Args:
        tree: A cleaned page.
        candidates: Indices of its candidates.
        previous: The earlier actions as text.
    """
    numbers = _numbers(tree)
    last = _element_named(tree, previous[-1]) if previous else None
    if last is None:
        return [f"{numbers[index]} on the page" for index in candidates]
    return [_relative(numbers[index] - numbers[last]) for index in candidates]


def _numbers(tree: Tree) -> list[int]:
    """Return the number of each element's control, from 1; 0 before the first one."""
    known: dict[str | int, int] = {}
    controls: dict[int, int] = {}
    preceding: list[int] = []
    number = 0
    for index, (tag, attributes) in enumerate(zip(tree.tags, tree.attributes, strict=True)):
        if tag in _CONTROLS or "role" in attributes:
            number = known.setdefault(attributes.get("name") or index, len(known) + 1)
            controls[index] = number
        preceding.append(number)
    contained: dict[int, set[int]] = {}
    for control, number in controls.items():
        for ancestor in tree.ancestors(control):
            contained.setdefault(ancestor, set()).add(number)
    single = {index: min(numbers) for index, numbers in contained.items() if len(numbers) == 1}
    exact_numbers = single | controls
    return [exact_numbers.get(index, number) for index, number in enumerate(preceding)]


def _element_named(tree: Tree, action: str) -> int | None:
    """Return the index of the first element that an action's text names."""
    for index in range(len(tree)):
        element_role = role(tree, index)
        # Names are compared second, because they can be the text of a whole page.
        if action.startswith(f"[{element_role}]") and action.startswith(
            str(Repr(element_role, field_name(tree, index), ""))
        ):
            return index
    return None


def _relative(distance: int) -> str:
    if not distance:
        return "at the last action"
    return f"{abs(distance)} {'after' if distance > 0 else 'before'} the last action"
