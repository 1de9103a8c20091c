"""Read the views of a page."""

import asyncio
from typing import Any

from webproctor.core.observations import Element, View
from webproctor.environments.browser.axtree import axtree
from webproctor.environments.browser.document import Document
from webproctor.environments.browser.drawing import draw
from webproctor.environments.browser.tree import dom

# Views with numbers of elements.
_MARKED: frozenset[View] = frozenset(
    {"content", "elements", "marked_screenshot", "axtree", "pruned_html", "relevant_html"}
)


async def views(page: Document, reads: frozenset[View]) -> dict[str, Any]:
    """Return the fields of an observation of a page: its address, size, and the views in `reads`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    seen: dict[str, Any] = await page.call("webproctor.look")
    elements: tuple[Element, ...] = ()
    if reads & _MARKED:
        content = "content" in reads
        brief = content and "elements" not in reads
        elements = tuple(await page.marks.find(content=content, brief=brief))
        seen["truncated"] = page.marks.truncated
        seen |= {"content": page.marks.content} if content else {}
        seen |= {} if brief else {"elements": elements}
    if "html" in reads:
        seen["html"] = await page.call("webproctor.html")
    if "pruned_html" in reads:
        seen["pruned_html"] = await page.call("elements.pruned")
    if "relevant_html" in reads:
        seen["relevant_html"] = await page.call("elements.relevant")
    if "text" in reads:
        seen["text"] = await page.call("elements.text")
    if "axtree" in reads:
        seen["axtree"] = await axtree(page)
    if "dom" in reads:
        seen["dom"] = await dom(page, numbered=True, marked=bool(reads & _MARKED))
    if reads & {"screenshot", "marked_screenshot"}:
        seen["screenshot"] = png = await page.screenshot()
        if "marked_screenshot" in reads:
            left, top = await page.call("webproctor.scroll")
            seen["marked_screenshot"] = await asyncio.to_thread(draw, png, elements, left, top)
    return seen
