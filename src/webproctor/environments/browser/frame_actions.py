"""Functions for actions on numbered elements of a page and of its frames.

Points in a frame are converted to points of the page, in which input events are sent.
"""

import contextlib
from typing import Any

from webproctor.environments.browser.document import Document
from webproctor.environments.browser.frame_tree import Frame, FrameGone

# Maximum number of times that the point of a moving element is read again.
_TRIES = 30


def locate(page: Document, element: int) -> tuple[Document, int]:
    """Return the document of the element with a number, and its index there."""
    if element in page.further:
        return page.further[element]
    for frame in page.frames:
        if frame.first <= element < frame.first + frame.marks.count:
            return frame, element - frame.first
    return page, element


async def call(page: Document, function: str, element: int, *arguments: Any) -> Any:
    """Call a library function with the number of an element, in the document of the element.

    Raises:
        FrameGone: If the element is in a frame that is no longer on the page.
        SessionLost: If the page does not answer in time, or the browser died.
    """
    document, index = locate(page, element)
    if not isinstance(document, Frame):
        return await document.call(function, index, *arguments)
    await document.put()
    return _present(await document.call(function, index, *arguments))


def _present(result: Any) -> Any:
    """Return the result of a function of an element in a frame.

    Raises:
        FrameGone: If it says that the element is missing.
    """
    if isinstance(result, dict) and "missing" in result:
        raise FrameGone
    return result


async def node(page: Document, function: str, element: int) -> int | None:
    """Return the backend node id of the element that a function returns; see `call`."""
    document, index = locate(page, element)
    try:
        return await document.node(f"{function}({index})")
    except FrameGone:
        return None


async def reach(page: Document, element: int, *, moving: bool) -> dict[str, Any]:
    """Return the description of an element, and a point of the page where a click hits it, as
    `elements.reach`; from then on, `controls` refers to the element.

    Raises:
        FrameGone, SessionLost: See `call`.
    """
    page.edited, index = locate(page, element)
    if not isinstance(page.edited, Frame):
        return await page.call("elements.reach", index, moving)
    found = await _reach(page.edited, index)
    # A frame in a sandbox has no timers with which it could wait.
    for _ in range(_TRIES if moving else 0):
        await page.call("webproctor.twoFrames")
        last, found = found, await _reach(page.edited, index)
        if last == found:
            break
    return found


async def _reach(frame: Frame, index: int) -> dict[str, Any]:
    await frame.put()
    found = _present(await frame.call("elements.reach", index))
    points = found.pop("points", None)
    if points is None:
        return found
    point = await _point(frame, points)
    return found | ({"hidden": True} if point is None else point)


async def _point(frame: Frame, points: list[list[float]]) -> dict[str, float] | None:
    """Return the first point of the page at which a click hits points of a frame."""
    [outer] = await frame.outer([{"points": points, "beyond": False}])
    return dict(zip("xy", outer["points"][0], strict=True)) if outer["points"] else None


async def show(page: Document, element: int) -> dict[str, Any] | None:
    """Scroll an element into view, and return a point of the page where a click hits it, as
    `elements.show`; None if it is covered.

    Raises:
        FrameGone, SessionLost: See `call`.
    """
    document, index = locate(page, element)
    if not isinstance(document, Frame):
        return await page.call("elements.show", index)
    await document.scroll_to(f"rects.seen(elements.at({index}))")
    found = await _reach(document, index)
    if "hidden" in found:
        await document.call("elements.show", index)
        found = await _reach(document, index)
    return None if "hidden" in found else found


async def option(page: Document, element: int, index: int) -> dict[str, float] | None:
    """Return a point of the page where a click hits an option, as `controls.option`.

    Raises:
        FrameGone, SessionLost: See `call`.
    """
    point = await call(page, "controls.option", element, index)
    document, _ = locate(page, element)
    if point is None or not isinstance(document, Frame):
        return point
    return await _point(document, [[point["x"], point["y"]]])


async def begin_edit(page: Document, element: int | None) -> dict[str, Any] | None:
    """Let `controls` refer to an element, which gets the focus, or to the one that has it.

    Raises:
        FrameGone, SessionLost: See `call`.
    """
    index = None
    if element is not None:
        page.edited, index = locate(page, element)
    else:
        page.edited = page
        for frame in page.frames:
            with contextlib.suppress(FrameGone):
                # Also if a frame in it has the focus.
                page.edited = frame if await frame.call("frameTree.hasFocus") else page.edited
    return await page.edited.call("controls.begin", index)
