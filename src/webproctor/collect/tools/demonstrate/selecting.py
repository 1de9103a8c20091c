"""Select an element of the website for the next step, by a point or by the keyboard."""

import contextlib
from dataclasses import dataclass

from webproctor.collect.demonstration.live import describe, pick, targets_of
from webproctor.collect.demonstration.steps import Target
from webproctor.core.sessions import Rect
from webproctor.environments.browser import frame_actions
from webproctor.environments.browser.frame_tree import FrameGone
from webproctor.environments.browser.session import WebSession


@dataclass(frozen=True)
class Selected:
    """The element that the annotator selected.

    Attributes:
        target: The element.
        box: Its position and size in the viewport; None if unknown, as after scrolling.
    """

    target: Target
    box: Rect | None


async def at_point(web: WebSession, x: float, y: float) -> Selected | None:
    """Return the element at a point of the viewport; None if there is none.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    target = await pick(web, x, y)
    return None if target is None else await _selected(web, target)


async def next_to(web: WebSession, current: Selected | None, step: int) -> Selected | None:
    """Return the next element after the current one, or the previous one, and scroll to it.

    After the last element comes the first; without a current one, the first or the last.

    Args:
        step: 1 for the next element, -1 for the previous one.

    Returns:
        The element; None if the page has none.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    targets = await targets_of(web)
    if not targets:
        return None
    indexes = [target.index for target in targets]
    start = -1 if step > 0 else 0
    if current is not None and current.target.index in indexes:
        start = indexes.index(current.target.index)
    chosen = indexes[(start + step) % len(indexes)]
    with contextlib.suppress(FrameGone):
        await frame_actions.show(web.page, chosen)
    # Scrolling can change the page.
    shown = next((one for one in await targets_of(web) if one.index == chosen), None)
    target = None if shown is None else await describe(web, shown)
    return None if target is None else await _selected(web, target)


async def _selected(web: WebSession, target: Target) -> Selected:
    if target.box is None:
        return Selected(target, None)
    viewport = (await web.page.send("Page.getLayoutMetrics"))["cssVisualViewport"]
    left, top = target.box.x - viewport["pageX"], target.box.y - viewport["pageY"]
    return Selected(target, (left, top, target.box.width, target.box.height))
