"""Store the state of a page: what Mind2Web's raw dump contains, and its accessibility tree."""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webproctor.core.dom import MARKER
from webproctor.environments.browser import Page

QUALITY = 90
"""JPEG quality of screenshots, as in the raw dump."""
STYLES = ("display", "visibility", "opacity", "position", "cursor", "color", "background-color")
"""Computed styles in the DOM snapshot."""
MAX_WIDTH, MAX_HEIGHT = 4096, 16_384
"""Maximum size of a screenshot in CSS pixels, as browsers limit it."""
# The element's attribute that contains the id of its action, as browsers write it.
_MARKER = MARKER.replace("_", "-")


@dataclass(frozen=True)
class PageState:
    """The state of a page.

    Attributes:
        dom: The result of `DOMSnapshot.captureSnapshot`, with boxes and computed styles.
        mhtml: The page as a web archive.
        axtree: The result of `Accessibility.getFullAXTree`.
        screenshot: JPEG of the whole page, or its first `MAX_WIDTH` and `MAX_HEIGHT` pixels.
    """

    dom: dict[str, Any]
    mhtml: str
    axtree: dict[str, Any]
    screenshot: bytes


async def capture(page: Page) -> PageState:
    """Return the state of a page, without changing it.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    dom, archive, axtree, metrics = await page.send_commands(
        [
            (
                "DOMSnapshot.captureSnapshot",
                {"computedStyles": list(STYLES), "includeDOMRects": True},
            ),
            ("Page.captureSnapshot", {"format": "mhtml"}),
            ("Accessibility.getFullAXTree", {}),
            ("Page.getLayoutMetrics", {}),
        ]
    )
    size = metrics["cssContentSize"]
    width, height = min(size["width"], MAX_WIDTH), min(size["height"], MAX_HEIGHT)
    area = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    response = await page.send(
        "Page.captureScreenshot",
        {"format": "jpeg", "quality": QUALITY, "clip": area, "captureBeyondViewport": True},
    )
    screenshot = await asyncio.to_thread(base64.b64decode, response["data"])
    return PageState(dom, archive["data"], axtree, screenshot)


def with_marker(dom: Mapping[str, Any], node: int, uid: str) -> dict[str, Any]:
    """Return a DOM snapshot in which an element has the attribute that names its action.

    The published tool set the attribute in the live page, where the page's scripts can see it.
    """
    strings: list[str] = [*dom["strings"], _MARKER, uid]
    documents = [
        _marked(document, node, (len(strings) - 2, len(strings) - 1))
        for document in dom["documents"]
    ]
    return {**dom, "strings": strings, "documents": documents}


def _marked(document: Mapping[str, Any], node: int, attribute: Sequence[int]) -> Mapping[str, Any]:
    nodes = document["nodes"]
    if node not in nodes["backendNodeId"]:
        return document
    index = nodes["backendNodeId"].index(node)
    attributes = list(nodes["attributes"])
    attributes[index] = [*attributes[index], *attribute]
    return {**document, "nodes": {**nodes, "attributes": attributes}}
