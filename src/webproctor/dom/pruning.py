"""What stands round some elements of a page (catalogue, section 2.4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from webproctor.dom.tree import TEXT, Tree

# How many descendants are kept, from how many generations; how many siblings to either side.
DESCENDANTS = 50
LEVELS = 6
SIBLINGS = 3


@dataclass(frozen=True, slots=True)
class Pruned:
    """A part of a page: the page itself, and which elements are left, under which.

    Attributes:
        tree: The whole page.
        children: For every element that is left, its children that are left, in document order.
        numbers: Numbers of the elements that it was pruned round, from 0 in document order.
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

    What then neither says anything nor holds two things together is replaced by its only child.
    The cost is that of what is kept, whatever the size of the page.

    Args:
        tree: A cleaned page.
        around: Indices of the elements that are kept for sure.
        descendants: How many descendants of each, in document order, text elements included.
        levels: From how many generations.
        siblings: How many siblings to either side, without what is in them but for direct text.
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
    """What is left under each element, once all that is hollow has made way for its child."""
    tags, parents = tree.tags, tree.parents
    texts, hollow = tree.kin.texts, tree.kin.hollow
    children: dict[int, list[int]] = {}
    # Bottom-up: when an element's turn comes, its children are settled, the last one first.
    for place in sorted(kept, reverse=True):
        if tags[place] == TEXT:  # Stays if and only if its parent does: taken up there.
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
