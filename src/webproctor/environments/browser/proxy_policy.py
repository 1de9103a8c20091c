"""The DevTools commands that a program may send through the proxy.

There are two policies. Both are allow-lists; all other commands are refused with a reason.

`input` allows input events, screenshots, reading the document and its accessibility tree, and
navigation within the task; `script` also allows scripts in the page.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Policy = Literal["input", "script"]
Inputs = Literal["verified", "scripts possible"]
Parameters = dict[str, Any]

INPUTS: Mapping[Policy, Inputs] = {"input": "verified", "script": "scripts possible"}
"""The class of an episode's inputs under each policy."""


def _commands(**domains: str) -> frozenset[str]:
    return frozenset(
        f"{domain}.{command}"
        for domain, commands in domains.items()
        for command in commands.split()
    )


# Commands to the browser as a whole; `proxy` limits them to the episode's own targets.
BROWSER = _commands(
    Browser="getVersion getWindowForTarget getWindowBounds",
    Target="getTargets getTargetInfo setDiscoverTargets setAutoAttach attachToTarget "
    "attachToBrowserTarget detachFromTarget activateTarget closeTarget createTarget "
    "getBrowserContexts",
)
# Commands to a tab, to attach to its page.
TAB = _commands(
    Runtime="runIfWaitingForDebugger", Target="setAutoAttach detachFromTarget getTargetInfo"
)
# Commands that succeed without effect. Playwright and Puppeteer send them to every browser or page
# and fail if one is refused. Downloads always go to the episode's folder.
WITHOUT_EFFECT = _commands(
    Audits="enable disable",
    Browser="setDownloadBehavior",
    Emulation="setTouchEmulationEnabled",
    Network="setCacheDisabled",
    Page="setFontFamilies",
    ServiceWorker="enable disable",
    WebMCP="enable disable",
)
INPUT = _commands(
    Input="dispatchMouseEvent dispatchKeyEvent dispatchTouchEvent insertText imeSetComposition "
    "setInterceptDrags dispatchDragEvent",
)
_READING = _commands(
    Accessibility="enable disable getAXNodeAndAncestors getChildAXNodes getFullAXTree "
    "getPartialAXTree getRootAXNode queryAXTree",
    CSS="enable disable getBackgroundColors getComputedStyleForNode getInlineStylesForNode "
    "getMatchedStylesForNode getPlatformFontsForNode",
    DOM="enable disable describeNode discardSearchResults getAttributes getBoxModel "
    "getContentQuads getDocument getFlattenedDocument getFrameOwner getNodeForLocation "
    "getNodesForSubtreeByStyle getOuterHTML getSearchResults getTopLayerElements performSearch "
    "pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector querySelectorAll "
    "requestChildNodes",
    DOMSnapshot="enable disable captureSnapshot getSnapshot",
    Emulation="setDefaultBackgroundColorOverride",
    IO="close read",
    Inspector="enable disable",
    Log="enable disable clear",
    Page="enable disable captureScreenshot getFrameTree getLayoutMetrics getNavigationHistory "
    "getResourceTree setLifecycleEventsEnabled screencastFrameAck startScreencast stopScreencast",
    Runtime="runIfWaitingForDebugger",
    Schema="getDomains",
    Target="setAutoAttach detachFromTarget getTargetInfo",
)
# Commands that change the page's address or its presentation; the replica repeats them.
MOVING = _commands(
    DOM="focus scrollIntoViewIfNeeded setFileInputFiles",
    Emulation="setFocusEmulationEnabled setDeviceMetricsOverride clearDeviceMetricsOverride "
    "setEmulatedMedia",
    Page="bringToFront close handleJavaScriptDialog navigate navigateToHistoryEntry printToPDF "
    "reload setInterceptFileChooserDialog stopLoading",
)
# Commands that run or add a script, or change the document as a script would.
SCRIPTS = _commands(
    DOM="removeAttribute removeNode setAttributeValue setAttributesAsText setNodeName setNodeValue "
    "setOuterHTML",
    Page="addScriptToEvaluateOnNewDocument setDocumentContent",
    Runtime="callFunctionOn compileScript evaluate runScript",
)
_SCRIPTING = SCRIPTS | _commands(
    DOM="requestNode resolveNode",
    DOMDebugger="getEventListeners",
    Network="enable disable getRequestPostData getResponseBody",
    Page="createIsolatedWorld removeScriptToEvaluateOnNewDocument",
    Performance="enable disable getMetrics",
    Runtime="addBinding awaitPromise disable discardConsoleEntries enable getIsolateId "
    "getProperties globalLexicalScopeNames releaseObject releaseObjectGroup removeBinding",
)
ALLOWED: Mapping[Policy, frozenset[str]] = {
    "input": INPUT | _READING | MOVING,
    "script": INPUT | _READING | MOVING | _SCRIPTING,
}
_MAX_VIEW = {"width": 1920, "height": 1200, "deviceScaleFactor": 2}


@dataclass(frozen=True)
class Permissions:
    """What a program may do.

    Attributes:
        policy: The policy for its commands.
        folder: The folder with the files that it may choose for file inputs.
        reaches: Returns whether an address belongs to the task.
    """

    policy: Policy
    folder: Path
    reaches: Callable[[str], bool]

    def refusal(self, method: str, parameters: Parameters, *, page: bool) -> str | None:
        """Return the reason why a command is refused; None if it is allowed.

        Args:
            page: Whether it is sent to a page, not to the browser.
        """
        allowed = ALLOWED[self.policy] if page else BROWSER
        if method not in allowed | WITHOUT_EFFECT:
            return f"not allowed for programs under the policy {self.policy!r}"
        check = _CHECKS.get(method)
        return check(self, parameters) if check else None


def inside(base: str) -> Callable[[str], bool]:
    """Return a function that checks whether an address is below `base`.

    Only characters that all browsers interpret in the same way are accepted.
    """
    pattern = re.compile(re.escape(base) + r"[A-Za-z0-9_.~/?=&#-]*")

    def reaches(url: str) -> bool:
        return pattern.fullmatch(url) is not None and ".." not in url

    return reaches


def cleaned(method: str, parameters: Parameters) -> Parameters:
    """Return a command's parameters without those that programs must not set: timestamps of
    inputs, scripts to run after a reload, and the origin of a navigation."""
    dropped = _DROPPED.get(method, _DROPPED["Input"] if method in INPUT else ())
    return {key: value for key, value in parameters.items() if key not in dropped}


_DROPPED: Mapping[str, tuple[str, ...]] = {
    "Input": ("timestamp",),
    "Page.reload": ("scriptToEvaluateOnLoad", "loaderId"),
    "Page.navigate": ("referrer", "referrerPolicy", "transitionType"),
    "Target.createTarget": ("enableBeginFrameControl", "hidden", "forTab", "browserContextId"),
}


def _address(limits: Permissions, parameters: Parameters) -> str | None:
    url = parameters.get("url")
    if url in ("", "about:blank") or (isinstance(url, str) and limits.reaches(url)):
        return None
    return f"the address {url!r} is outside the task"


def _flat(limits: Permissions, parameters: Parameters) -> str | None:
    if parameters.get("flatten", False) is not True and parameters.get("autoAttach", True):
        return "only flat sessions (flatten: true) are supported"
    return None


def _files(limits: Permissions, parameters: Parameters) -> str | None:
    return _outside(limits, parameters.get("files"))


def _dropped(limits: Permissions, parameters: Parameters) -> str | None:
    """Refuse data that the browser opens in a new tab if the page does not handle the drop."""
    data = parameters.get("data")
    if not isinstance(data, dict):
        return "data must be an object"
    if data.get("files"):
        return "files cannot be dropped; choose them with DOM.setFileInputFiles"
    items = data.get("items", [])
    for item in items if isinstance(items, list) else [items]:
        if not isinstance(item, dict):
            return "each item must be an object"
        is_address = item.get("mimeType") == "text/uri-list"
        if is_address and (reason := _address(limits, {"url": item.get("data")})):
            return reason
    return None


def _outside(limits: Permissions, files: object) -> str | None:
    folder = limits.folder.resolve()
    for file in files if isinstance(files, list) else [files]:
        if not isinstance(file, str) or not _is_inside(folder, file):
            return f"the file {file!r} is outside the episode's folder {limits.folder}"
    return None


def _is_inside(folder: Path, file: str) -> bool:
    try:
        return Path(file).resolve().is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):  # Too long, a null byte, or circular links.
        return False


def _view(limits: Permissions, parameters: Parameters) -> str | None:
    for side, maximum in _MAX_VIEW.items():
        size = parameters.get(side, 0)
        if not isinstance(size, int | float) or not 0 <= size <= maximum:
            return f"{side} {size!r} is not between 0 and {maximum}"
    # A mobile browser zooms out until wide pages fit, so that nothing needs to be scrolled.
    return "mobile devices cannot be emulated" if parameters.get("mobile") else None


def _media(limits: Permissions, parameters: Parameters) -> str | None:
    media = parameters.get("media", "")
    return None if media in ("", "screen") else f"media {media!r} cannot be emulated"


def _touch(limits: Permissions, parameters: Parameters) -> str | None:
    return "touch screens cannot be emulated" if parameters.get("enabled") is not False else None


_CHECKS: Mapping[str, Callable[[Permissions, Parameters], str | None]] = {
    "DOM.setFileInputFiles": _files,
    "Emulation.setDeviceMetricsOverride": _view,
    "Emulation.setEmulatedMedia": _media,
    "Emulation.setTouchEmulationEnabled": _touch,
    "Input.dispatchDragEvent": _dropped,
    "Page.navigate": _address,
    "Target.attachToTarget": _flat,
    "Target.createTarget": _address,
    "Target.setAutoAttach": _flat,
}
