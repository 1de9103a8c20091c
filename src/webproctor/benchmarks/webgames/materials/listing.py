"""Paginated lists; a page gets only the part that it shows."""

from collections.abc import Sequence
from typing import Any


def paginate(items: Sequence[Any], per_page: int, page: int) -> dict[str, Any]:
    """Return one page of a list, as data for a web page.

    Args:
        items: All items.
        per_page: The maximum number of items on a page.
        page: Its index, from 0; clamped to the pages that exist.

    Returns:
        `items` (those of the page), `page`, and `pages` (their number, at least 1).
    """
    pages = max(1, -(-len(items) // per_page))
    page = max(0, min(page, pages - 1))
    return {
        "items": list(items[page * per_page : (page + 1) * per_page]),
        "page": page,
        "pages": pages,
    }
