"""A live page as a tree with candidates, by the same rules as recorded ones."""

import asyncio
from typing import TYPE_CHECKING, Any

from webproctor.dom import ID, Dom, MarkupError, Tree, candidates, cleaned, raw_tree
from webproctor.sessions import SessionLost

if TYPE_CHECKING:
    from webproctor.browser.page import Page


async def dom(page: "Page", *, numbered: bool = False, marked: bool = False) -> Dom:
    """Look at a page as a tree.

    Args:
        numbered: Whether the candidates get numbers by which actions can name them; else they are
            counted from 0, for those who name them otherwise.
        marked: Whether elements were numbered in this observation already: the candidates' numbers
            then follow.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    snapshot = await page.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    try:
        tree, found = await asyncio.to_thread(_read, snapshot)
    except MarkupError as error:
        raise SessionLost("page", f"the page cannot be read as a tree: {error}") from error
    if not numbered:
        return Dom(tree, tuple(found), tuple(range(len(found))))
    nodes = [int(tree.attributes[place][ID]) for place in found]
    first = await page.marks.number(nodes, after=marked)
    return Dom(tree, tuple(found), tuple(range(first, first + len(found))))


def _read(snapshot: dict[str, Any]) -> tuple[Tree, list[int]]:
    raw = raw_tree(snapshot, ascii_only=False)
    found = candidates(raw)
    tree = cleaned(raw, found)
    return tree, sorted(tree.places[raw.attributes[place][ID]] for place in found)
