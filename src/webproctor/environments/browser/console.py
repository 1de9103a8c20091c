"""Record console messages of pages, up to a limit."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.async_api import BrowserContext, ConsoleMessage

from webproctor.core.evidence import EntryList
from webproctor.environments.browser.listening import Listeners

MOST_LINES = 2000
"""Maximum lines that a document can write to the console, and that are read per episode."""


@cache
def limit() -> str:
    """Return the script that limits the lines of a document; see `console.js`."""
    source = Path(__file__).with_name("console.js").read_text(encoding="utf-8")
    return source.replace("MOST", str(MOST_LINES))


def watch(
    context: BrowserContext,
    listeners: Listeners,
    errors: EntryList,
    note_blocked: Callable[[str], None],
) -> None:
    """Record console errors and uncaught exceptions of a context's pages.

    Args:
        listeners: Gets the listeners.
        errors: Receives errors and exceptions, and a last entry when the limit is reached.
        note_blocked: Called with each line written by the browser itself, not by a script.
    """
    lines = 0

    def on_line(message: ConsoleMessage) -> None:
        nonlocal lines
        lines += 1
        if lines > MOST_LINES:  # Sent before the listener was removed.
            return
        if message.type == "error":
            errors.append(f"{message.text} ({message.location.get('url', '')})")
        if not message.args:
            note_blocked(message.text)
        if lines == MOST_LINES:
            errors.append(f"console messages after line {MOST_LINES:,} are ignored")
            remove()

    remove = listeners.add(context, "console", on_line)
    listeners.add(context, "weberror", lambda error: errors.append(f"uncaught: {error.error}"))
