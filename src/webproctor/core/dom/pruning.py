"""Prune a page to the surroundings of some elements (`prune_tree` of Mind2Web's released code)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from webproctor.core.dom.tree import TEXT, Tree

# Number of descendants kept, their maximum depth, and the number of siblings on either side.
DESCENDANTS = 50
LEVELS = 6
SIBLINGS = 3


@dataclass(frozen=True, slots=True)
class Pruned:
    """A part of a page: the page and the elements that are kept.

    Attributes:
        tree: The whole page.
        children: For every kept element, its kept children in document order.
        numbers: Numbers of the central elements, from 0 in document order.
    """

    tree: Tree
    children: dict[int, list[int]]
    numbers: dict[int, int]


def prune(
    tree: Tree,
    central: Iterable[int],
    *,
    descendants: int = DESCENDANTS,
    levels: int = LEVELS,
    siblings: int = SIBLINGS,
) -> Pruned:
    """Keep some elements with their ancestors, first descendants, nearest siblings, and text.

    Kept elements without content and with a single child are replaced by that child. The cost
    depends on the size of the result, not on that of the page.

    Args:
        tree: A cleaned page.
        central: Indices of the central elements, which are always kept.
        descendants: Number of descendants kept of each, in document order, including text elements.
        levels: Maximum depth of descendants.
        siblings: Number of siblings kept on either side, with only their direct text.
    """
    central_indices = sorted(set(central))
    structure = tree.structure
    kept = {0, *central_indices}
    for index in central_indices:
        for ancestor in tree.ancestors(index):
            if ancestor in kept:
                break
            kept.add(ancestor)
    for index in central_indices:
        kept.update(islice(tree.descendants(index, levels), descendants))
        if index:
            neighbours, rank = structure.elements[tree.parents[index]], structure.ranks[index]
            kept.update(neighbours[max(0, rank - siblings) : rank + siblings + 1])
    numbers = {index: number for number, index in enumerate(central_indices)}
    return Pruned(tree, _children(tree, kept, numbers), numbers)


def _children(tree: Tree, kept: set[int], numbers: dict[int, int]) -> dict[int, list[int]]:
    """Return the children of each kept element, with hollow elements replaced by their child."""
    tags, parents = tree.tags, tree.parents
    texts, hollow = tree.structure.texts, tree.structure.hollow
    children: dict[int, list[int]] = {}
    # Bottom-up: an element is handled after its children, which are handled last to first.
    for index in sorted(kept, reverse=True):
        if tags[index] == TEXT:  # Kept if and only if its parent is: handled there.
            continue
        kept_children = children.get(index)
        if kept_children is None:
            kept_children = children[index] = []
        else:
            kept_children.reverse()
        replacement = index
        if hollow[index]:
            if len(kept_children) <= 1 and index and index not in numbers:
                replacement = kept_children[0] if kept_children else -1
                del children[index]
        elif texts[index]:
            kept_children += texts[index]
            kept_children.sort()
        if index and replacement >= 0:
            parent = parents[index]
            if parent in children:
                children[parent].append(replacement)
            else:
                children[parent] = [replacement]
    return children
