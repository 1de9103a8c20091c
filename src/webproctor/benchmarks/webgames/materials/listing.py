"""Paginated lists; a page gets only the part that it shows."""

from collections.abc import Sequence
from typing import Any


def paged(found: Sequence[Any], per_page: int, page: int) -> dict[str, Any]:
    """Return one page of the items found, in the form that the page's script reads.

    Args:
        page: The index, from 0; clamped to the pages that exist.

    Returns:
        `found` (at most `per_page` items), `page`, and `pages`, at least 1.
    """
    pages = max(1, -(-len(found) // per_page))
    page = max(0, min(page, pages - 1))
    return {
        "found": list(found[page * per_page : (page + 1) * per_page]),
        "page": page,
        "pages": pages,
    }
