"""A page as agents read it that choose among candidates."""

from collections.abc import Iterable
from dataclasses import dataclass

from webproctor.dom.tree import Tree


@dataclass(frozen=True, slots=True)
class Dom:
    """A cleaned page and what on it can be acted on.

    Attributes:
        tree: The cleaned page.
        candidates: Indices of the candidates in it, in document order.
        elements: For each candidate, the element number that actions name it by.
        key: The page's name in files of scores; "" for live pages.
    """

    tree: Tree
    candidates: tuple[int, ...]
    elements: tuple[int, ...]
    key: str = ""


def dom_of(tree: Tree, ids: Iterable[str], key: str = "") -> Dom:
    """A cleaned page whose candidates are numbered from 0 in document order.

    Args:
        ids: Backend node ids of the candidates; those that the page does not hold are left out.
        key: The page's name in files of scores.
    """
    places = sorted(tree.places[one] for one in ids if one in tree.places)
    return Dom(tree, tuple(places), tuple(range(len(places))), key)
