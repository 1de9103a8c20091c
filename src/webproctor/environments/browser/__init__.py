"""Browser control: find, start and isolate Chromium; one live page per episode."""

# Importing them registers their action handlers.
from webproctor.environments.browser import control_handlers as control_handlers
from webproctor.environments.browser import episode_handlers as episode_handlers
from webproctor.environments.browser import file_handlers as file_handlers
from webproctor.environments.browser import handlers as handlers
from webproctor.environments.browser import held_handlers as held_handlers
from webproctor.environments.browser import pixels as pixels
from webproctor.environments.browser import tab_handlers as tab_handlers
from webproctor.environments.browser import text_handlers as text_handlers
from webproctor.environments.browser.chromium import Browser
from webproctor.environments.browser.document import ScriptError
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.finding import browser_version, find_browser
from webproctor.environments.browser.guard import Guard, Mirror
from webproctor.environments.browser.launching import Screen
from webproctor.environments.browser.page import Page

__all__ = [
    "Browser",
    "Guard",
    "Mirror",
    "Page",
    "Screen",
    "ScriptError",
    "Viewport",
    "browser_version",
    "find_browser",
]
