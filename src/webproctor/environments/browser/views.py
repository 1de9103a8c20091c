"""Read the views of a page."""

import asyncio
from typing import Any

from webproctor.core.observations import Element, View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.axtree import axtree
from webproctor.environments.browser.document import Document, ScriptError
from webproctor.environments.browser.drawing import draw
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.tree import dom

# Views with numbers of elements.
_MARKED: frozenset[View] = frozenset(
    {"content", "elements", "marked_screenshot", "axtree", "pruned_html", "relevant_html"}
)

# Timeout in seconds for reading the title of a tab.
_TITLE = 2.0

_LOOK = "webproctor.look"
_SIZE = "webproctor.size"  # The number of elements.
_TEXTS: dict[View, str] = {
    "html": "webproctor.html",
    "pruned_html": "elements.pruned",
    "relevant_html": "elements.relevant",
    "text": "elements.text",
}


async def views(page: Document, reads: frozenset[View]) -> dict[str, Any]:
    """Return the fields of an observation of a page: its address, size, and the views in `reads`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    elements: tuple[Element, ...] = ()
    content = "content" in reads
    brief = content and "elements" not in reads
    texts = {view: one for view, one in _TEXTS.items() if view in reads}
    functions = [_LOOK, *texts.values(), *([_SIZE] if "axtree" in reads else [])]
    if reads & _MARKED:
        found, told = await page.marks.read(functions, content=content, brief=brief)
        elements = tuple(found)
    else:
        told = await page.read(functions)
    seen: dict[str, Any] = told[_LOOK]
    if reads & _MARKED:
        seen["truncated"] = page.marks.truncated
        seen |= {"content": page.marks.content} if content else {}
        seen |= {} if brief else {"elements": elements}
    seen |= {view: told[one] for view, one in texts.items()}
    if not reads & {"screenshot", "marked_screenshot"}:
        return seen | await _trees(page, reads, told)
    # The browser draws while the trees are read.
    trees, png = await asyncio.gather(_trees(page, reads, told), page.screenshot())
    seen |= trees | {"screenshot": png}
    if "marked_screenshot" in reads:
        left, top = await page.call("webproctor.scroll")
        seen["marked_screenshot"] = await asyncio.to_thread(draw, png, elements, left, top)
    return seen


async def titled(tab: Page) -> str:
    """Return a tab's title and address; without the title if the tab does not answer in time."""
    try:
        async with asyncio.timeout(_TITLE):
            seen = await tab.call(_LOOK)
    except (TimeoutError, SessionLost, ScriptError):
        return f"(no answer) ({tab.url})"
    return f"{seen['title']} ({seen['url']})"


async def _trees(page: Document, reads: frozenset[View], told: dict[str, Any]) -> dict[str, Any]:
    trees: dict[str, Any] = {}
    if "axtree" in reads:
        trees["axtree"] = await axtree(page, told[_SIZE])
    if "dom" in reads:
        trees["dom"] = await dom(page, numbered=True, marked=bool(reads & _MARKED))
    return trees
