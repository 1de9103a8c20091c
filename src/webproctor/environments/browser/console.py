"""Record console messages of pages, up to a limit."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.async_api import BrowserContext, ConsoleMessage

from webproctor.core.evidence import EntryList
from webproctor.environments.browser.devtools import Channel

MOST_LINES = 2000
"""Maximum lines that a document can write to the console, and that are read per episode."""


@cache
def _source() -> str:
    source = Path(__file__).with_name("console.js").read_text(encoding="utf-8")
    return source.replace("MOST", str(MOST_LINES))


async def watch(
    context: BrowserContext,
    devtools: Channel,
    errors: EntryList,
    note_blocked: Callable[[str], None],
) -> None:
    """Record console errors and uncaught exceptions of a context's pages.

    Args:
        devtools: The channel to the first page; it fails if a listener raises.
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
            context.remove_listener("console", contained)

    contained = devtools.contained(on_line)
    context.on("console", contained)
    context.on(
        "weberror", devtools.contained(lambda error: errors.append(f"uncaught: {error.error}"))
    )
    await context.add_init_script(_source())
