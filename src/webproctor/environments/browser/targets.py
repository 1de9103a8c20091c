"""The elements that actions act on."""

from webproctor.core.actions import Action
from webproctor.core.actions import web as actions
from webproctor.environments.browser import frame_actions
from webproctor.environments.browser.page import Page

# Actions whose target is the focused element, if they have no other.
_AT_FOCUS = (
    *(actions.Type, actions.InsertText),
    *(actions.Press, actions.KeyDown, actions.KeyUp),
)


async def target(page: Page, action: Action) -> int | None:
    """Return the backend node id of an action's target element, if it has one.

    The target of key strokes is the focused element.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    element, x, y = (getattr(action, key, None) for key in ("element", "x", "y"))
    if element is not None:
        return await frame_actions.node(page, "elements.at", element)
    if x is not None and y is not None:
        # Includes elements in frames and shadow roots, as for a click.
        location = {"x": round(x), "y": round(y), "ignorePointerEventsNone": True}
        return (await page.send("DOM.getNodeForLocation", location)).get("backendNodeId")
    if isinstance(action, _AT_FOCUS):
        return await page.node("dom.get(document, 'activeElement')")
    return None
