"""Read the views of a page."""

import asyncio
from typing import Any

from webproctor.core.observations import Element, View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import frame_tree
from webproctor.environments.browser.axtree import axtree
from webproctor.environments.browser.document import Document, ScriptError
from webproctor.environments.browser.drawing import draw
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.tree import dom

# Views with numbers of elements.
_MARKED: frozenset[View] = frozenset(
    {"content", "elements", "marked_screenshot", "axtree", "pruned_html", "relevant_html"}
)

# Views without such numbers that contain frames of other origins, and the functions that return
# whether there are any. Only one is called, after the function of the view.
_FRAMES_FOUND: dict[View, str] = {"text": "frameTree.exist", "dom": "frameTree.search"}

# Timeout in seconds for reading the title of a tab.
_TITLE_TIMEOUT = 2.0

_PAGE_INFO = "webproctor.pageInfo"
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
    texts = {view: function for view, function in _TEXTS.items() if view in reads}
    functions = [_PAGE_INFO, *texts.values(), *([_SIZE] if "axtree" in reads else [])]
    if reads & _MARKED:
        found, results = await frame_tree.read(page, functions, content=content, brief=brief)
        elements = tuple(found)
    else:
        names = [name for view, name in _FRAMES_FOUND.items() if view in reads][:1]
        results = await page.read([*functions, *names])
        if any(results.pop(name) for name in names):
            _, results = await frame_tree.read(page, functions, brief=True)
    fields: dict[str, Any] = results[_PAGE_INFO]
    if reads & _MARKED:
        fields["truncated"] = page.marks.truncated
        fields |= {"content": page.marks.content} if content else {}
        fields |= {} if brief else {"elements": elements}
    fields |= {view: results[function] for view, function in texts.items()}
    if not reads & {"screenshot", "marked_screenshot"}:
        return fields | await _trees(page, reads, results)
    # The browser draws while the trees are read.
    trees, png = await asyncio.gather(_trees(page, reads, results), page.screenshot())
    fields |= trees | {"screenshot": png}
    if "marked_screenshot" in reads:
        left, top = await page.call("webproctor.scroll")
        fields["marked_screenshot"] = await asyncio.to_thread(
            draw, png, elements, left, top, fields["width"]
        )
    return fields


async def titled(tab: Page) -> str:
    """Return a tab's title and address; without the title if the tab does not answer in time."""
    try:
        async with asyncio.timeout(_TITLE_TIMEOUT):
            page_info = await tab.call(_PAGE_INFO)
    except (TimeoutError, SessionLost, ScriptError):
        return f"(no answer) ({tab.url})"
    return f"{page_info['title']} ({page_info['url']})"


async def _trees(page: Document, reads: frozenset[View], results: dict[str, Any]) -> dict[str, Any]:
    trees: dict[str, Any] = {}
    if "axtree" in reads:
        trees["axtree"] = await axtree(page, await frame_tree.size(page, results[_SIZE]))
    if "dom" in reads:
        trees["dom"] = await dom(page, numbered=True, marked=bool(reads & _MARKED))
    return trees
