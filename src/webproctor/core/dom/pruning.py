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
    around: Iterable[int],
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
        around: Indices of the central elements, which are always kept.
        descendants: Number of descendants kept of each, in document order, including text elements.
        levels: Maximum depth of descendants.
        siblings: Number of siblings kept on either side, with only their direct text.
    """
    chosen = sorted(set(around))
    kin = tree.kin
    kept = {0, *chosen}
    for place in chosen:
        for above in tree.ancestors(place):
            if above in kept:
                break
            kept.add(above)
    for place in chosen:
        kept.update(islice(tree.descendants(place, levels), descendants))
        if place:
            beside, rank = kin.elements[tree.parents[place]], kin.ranks[place]
            kept.update(beside[max(0, rank - siblings) : rank + siblings + 1])
    numbers = {place: number for number, place in enumerate(chosen)}
    return Pruned(tree, _children(tree, kept, numbers), numbers)


def _children(tree: Tree, kept: set[int], numbers: dict[int, int]) -> dict[int, list[int]]:
    """Return the children of each kept element, with hollow elements replaced by their child."""
    tags, parents = tree.tags, tree.parents
    texts, hollow = tree.kin.texts, tree.kin.hollow
    children: dict[int, list[int]] = {}
    # Bottom-up: the children of an element are done before it, the last one first.
    for place in sorted(kept, reverse=True):
        if tags[place] == TEXT:  # Kept if and only if its parent is: handled there.
            continue
        inside = children.get(place)
        if inside is None:
            inside = children[place] = []
        else:
            inside.reverse()
        becomes = place
        if hollow[place]:
            if len(inside) <= 1 and place and place not in numbers:
                becomes = inside[0] if inside else -1
                del children[place]
        elif texts[place]:
            inside += texts[place]
            inside.sort()
        if place and becomes >= 0:
            above = parents[place]
            if above in children:
                children[above].append(becomes)
            else:
                children[above] = [becomes]
    return children
