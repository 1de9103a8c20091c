"""The browser: Chromium found, started and guarded; one live page per episode."""

from webproctor.browser.chromium import Browser, Viewport, browser_version, find_browser
from webproctor.browser.document import ScriptError
from webproctor.browser.guard import Guard, Mirror
from webproctor.browser.page import Page

__all__ = [
    "Browser",
    "Guard",
    "Mirror",
    "Page",
    "ScriptError",
    "Viewport",
    "browser_version",
    "find_browser",
]
