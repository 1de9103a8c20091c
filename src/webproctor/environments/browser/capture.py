"""Take screenshots of a document through DevTools."""

import base64
from typing import Any, Protocol


class _Document(Protocol):
    """What a screenshot needs of a `Document`."""

    @property
    def scale(self) -> float: ...

    async def send(
        self, method: str, parameters: dict[str, Any] | None = None
    ) -> dict[str, Any]: ...


async def screenshot(document: _Document, full_page: bool, clip: dict[str, float] | None) -> bytes:
    """Take a PNG of the viewport, of the whole page, or of a rect of the page; see `Document`."""
    # Optimized for speed, not for size. It takes the browser two frames.
    settings: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
    if full_page:
        size = (await document.send("Page.getLayoutMetrics"))["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
    elif clip is None and document.scale != 1:
        clip = await _viewport(document)
    if clip is not None:
        settings |= {"clip": {**clip, "scale": 1 / document.scale}}
        # Resizes the page for the screenshot, so it is laid out and drawn twice.
        settings["captureBeyondViewport"] = not await _in_view(document, clip)
    answer = await document.send("Page.captureScreenshot", settings)
    return base64.b64decode(answer["data"])


async def _viewport(document: _Document) -> dict[str, float]:
    """Return the rect of the page that is in the viewport."""
    view = (await document.send("Page.getLayoutMetrics"))["cssLayoutViewport"]
    left, top, width, height = (
        view[name] for name in ("pageX", "pageY", "clientWidth", "clientHeight")
    )
    return {"x": left, "y": top, "width": width, "height": height}


async def _in_view(document: _Document, clip: dict[str, float]) -> bool:
    """Whether a rect of the page is inside the viewport."""
    view = await _viewport(document)
    left, top = clip["x"] - view["x"], clip["y"] - view["y"]
    right, bottom = left + clip["width"], top + clip["height"]
    return right <= view["width"] and bottom <= view["height"] and min(left, top) >= 0
