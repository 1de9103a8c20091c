"""Make the page of an ended episode blank, so that another episode can use its context.

A new context has a new renderer process, whose start takes more processor time than a short
episode. Here the tab stays, and everything that a page can leave in it is removed: its documents
with their timers and workers, the storage of all origins, cookies, caches, the tab's history and
its name. Files stay in the cache only where all episodes may find them. A context in which anything
else is left is not used again.
"""

import asyncio
from typing import Any

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.document import WorldGone
from webproctor.environments.browser.guard import Guard
from webproctor.environments.browser.inputs import OUTSIDE
from webproctor.environments.browser.page import Page

_BLANK = "about:blank"
# Longest time in seconds; a page that needs longer is not used again.
_TIMEOUT = 5.0
_CLEAR = (
    # With cookies, the storage of single tabs, and service workers.
    ("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"}),
    ("Page.resetNavigationHistory", {}),
    ("Runtime.evaluate", {"expression": "window.name = ''"}),
    *OUTSIDE,
)
_CLEAR_FILES = (
    ("Network.clearBrowserCache", {}),
    # The renderer may keep files itself; it drops them when caching is disabled.
    ("Network.setCacheDisabled", {"cacheDisabled": True}),
    ("Network.setCacheDisabled", {"cacheDisabled": False}),
)
# Commands that leave nothing in a DevTools session, or only what the next episode sets again. After
# any other command, the next episode gets a new session. The isolated worlds of the earlier session
# then stay in the tab: the browser creates them in every document, which takes time.
_TRANSIENT = frozenset(
    (
        *("Accessibility.getFullAXTree", "DOMDebugger.getEventListeners"),
        *("DOM.describeNode", "DOM.getBoxModel", "DOM.getNodeForLocation", "DOM.resolveNode"),
        "DOM.scrollIntoViewIfNeeded",
        *("DOMSnapshot.captureSnapshot", "Input.dispatchDragEvent", "Input.dispatchKeyEvent"),
        *("Input.dispatchMouseEvent", "Input.insertText", "Network.clearBrowserCache"),
        *("Network.enable", "Network.setCacheDisabled", "Network.setCookie", "Page.bringToFront"),
        *("Page.captureScreenshot", "Page.createIsolatedWorld", "Page.enable"),
        *("Page.getFrameTree", "Page.getLayoutMetrics", "Page.getNavigationHistory"),
        *("Page.handleJavaScriptDialog", "Page.navigate", "Page.navigateToHistoryEntry"),
        *("Page.printToPDF", "Page.reload", "Page.resetNavigationHistory"),
        "Page.setInterceptFileChooserDialog",
        *("Runtime.callFunctionOn", "Runtime.enable", "Runtime.evaluate", "Runtime.getProperties"),
        *("Runtime.releaseObjectGroup", "Storage.clearDataForOrigin"),
    )
)
_FRAME_TREE = ("Page.getFrameTree", {})
# All kinds of targets, such as pages, frames and workers.
_TARGETS = ("Target.getTargets", {"filter": [{}]})
# The browser's target for the tab itself, which every page has.
_TAB = "tab"
# A full browser has pages of this host in each context; no page can open one.
_ADDRESS_BAR = "chrome://omnibox-popup.top-chrome/"


async def renewed(page: Page, guard: Guard, *, keep_files: bool = False) -> Page | None:
    """Return the tab of an ended episode as a blank page of another one; None if it must be closed.

    Args:
        guard: The network guard of the next episode.
        keep_files: Whether files stay in the cache.

    Raises:
        SessionLost: If the browser died, or does not respond.
    """
    if page.single_use or not _remove_initial_files(page):
        return None
    try:
        async with asyncio.timeout(_TIMEOUT):
            document = await _show_blank_document(page)
            blank = await page.renewed(guard, same_session=page.channel.methods <= _TRANSIENT)
            await blank.send_commands(_CLEAR if keep_files else (*_CLEAR, *_CLEAR_FILES))
            # Checked last: a page may have opened or left something until its document was gone.
            return blank if await _is_only_target(blank, document) else None
    except (TimeoutError, WorldGone, DevToolsError) as error:
        raise SessionLost("browser", f"a page could not be made blank: {error}") from error


def _remove_initial_files(page: Page) -> bool:
    """Remove the benchmark's own files from the page's folder; return whether it is empty now."""
    for name, content in page.initial_files.items():
        path = page.folder / name
        if path.is_file() and path.read_bytes() == content:
            path.unlink()
    return not any(page.folder.iterdir())


async def _show_blank_document(page: Page) -> str:
    """Show a blank document, which the page's scripts have no access to; return its loader id."""
    loader_ids = asyncio.Queue[str]()

    def on_navigated(event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            loader_ids.put_nowait(event["frame"]["loaderId"])

    page.channel.on("Page.frameNavigated", on_navigated)
    page.answers.clear()  # A page that asks whether to leave it is left.
    document = (await page.send("Page.navigate", {"url": _BLANK}))["loaderId"]
    while await loader_ids.get() != document:
        pass
    return document


async def _is_only_target(page: Page, document: str) -> bool:
    """Whether the context has no targets but the tab, and the tab shows this document."""
    [answer] = await page.send_commands([_FRAME_TREE])
    tree = answer["frameTree"]
    if tree["frame"]["loaderId"] != document or tree.get("childFrames"):
        return False
    [targets_answer] = await page.devtools.send(None, [_TARGETS])
    targets = {one["targetId"]: one for one in targets_answer["targetInfos"]}
    context = targets[page.target]["browserContextId"]
    page_targets = [
        one["targetId"]
        for one in targets.values()
        if one.get("browserContextId") == context
        and one["type"] != _TAB
        and not one["url"].startswith(_ADDRESS_BAR)
    ]
    return page_targets == [page.target]
