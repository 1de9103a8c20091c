"""Pages for agents that choose among candidates."""

from collections.abc import Iterable
from dataclasses import dataclass

from webproctor.core.dom.tree import Tree


@dataclass(frozen=True, slots=True)
class Dom:
    """A cleaned page and its candidates.

    Attributes:
        tree: The cleaned page.
        candidates: Indices of the candidates in the tree, in document order.
        elements: For each candidate, its element number in actions.
        key: The page's key in scores files; "" for live pages.
    """

    tree: Tree
    candidates: tuple[int, ...]
    elements: tuple[int, ...]
    key: str = ""


def dom_of(tree: Tree, ids: Iterable[str], key: str = "") -> Dom:
    """Create a cleaned page whose candidates are numbered from 0 in document order.

    Args:
        ids: Backend node ids of the candidates; ids that are not on the page are left out.
        key: The page's key in scores files.
    """
    indices = sorted(tree.indices[node_id] for node_id in ids if node_id in tree.indices)
    return Dom(tree, tuple(indices), tuple(range(len(indices))), key)
