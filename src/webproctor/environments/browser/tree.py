"""Read a live page as a tree with candidates, by the same rules as for recorded pages."""

import asyncio
from typing import TYPE_CHECKING, Any

from webproctor.core.dom import ID, Dom, MarkupError, Tree, candidates, cleaned, raw_tree
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import frame_tree

if TYPE_CHECKING:
    from webproctor.environments.browser.document import Document


async def dom(page: "Document", *, numbered: bool = False, marked: bool = False) -> Dom:
    """Read a page as a tree.

    Args:
        numbered: Whether to assign element numbers to the candidates, which actions can refer to;
            if False, they are numbered from 0.
        marked: Whether this observation has already numbered elements; the candidates' numbers
            then continue after them.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    snapshot = await page.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    try:
        tree, indices = await asyncio.to_thread(_read, snapshot)
    except MarkupError as error:
        raise SessionLost("page", f"the page cannot be read as a tree: {error}") from error
    if not numbered:
        return Dom(tree, tuple(indices), tuple(range(len(indices))))
    nodes = [int(tree.attributes[index][ID]) for index in indices]
    first = await frame_tree.number(page, nodes, after=marked)
    return Dom(tree, tuple(indices), tuple(range(first, first + len(indices))))


def _read(snapshot: dict[str, Any]) -> tuple[Tree, list[int]]:
    raw = raw_tree(snapshot, ascii_only=False)
    indices = candidates(raw)
    tree = cleaned(raw, indices)
    return tree, sorted(tree.indices[raw.attributes[index][ID]] for index in indices)
