"""Record console messages of pages, up to a limit."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from webproctor.core.evidence import EntryList
from webproctor.environments.browser.notices import ConsoleLine

MAX_LINES = 2000
"""Maximum lines and exceptions of a document or worker, and those that are read per episode."""
_DEFAULT_ICON = re.compile(r"https?://[^/]+/favicon\.ico")


@cache
def limit() -> str:
    """Return the script that limits the lines of a document or a worker; see `console.js`."""
    source = Path(__file__).with_name("console.js").read_text(encoding="utf-8")
    return source.replace("MOST", str(MAX_LINES))


class ConsoleErrors:
    """Records console errors and uncaught exceptions of an episode's pages.

    Args:
        errors: Receives errors and exceptions, and a last entry when the limit is reached.
        note_blocked: Called with each line written by the browser itself, not by a script.
    """

    def __init__(self, errors: EntryList, note_blocked: Callable[[str], None]) -> None:
        self._errors = errors
        self._note_blocked = note_blocked
        self._lines = 0

    def on_line(self, line: ConsoleLine) -> None:
        """Record a line, if it is an error."""
        if not self._count():
            return
        if line.kind == "error" and not _of_default_icon(line):
            self._errors.append(f"{line.text} ({line.url})")
        if not line.by_script:
            self._note_blocked(line.text)
        self._note_limit()

    def on_exception(self, text: str) -> None:
        """Record an uncaught exception."""
        if self._count():
            self._errors.append(f"uncaught: {text}")
            self._note_limit()

    def _count(self) -> bool:
        """Count a message; return whether it is one of the first ones."""
        self._lines += 1
        return self._lines <= MAX_LINES

    def _note_limit(self) -> None:
        """Record, after the last message that counts, that the others are ignored."""
        if self._lines == MAX_LINES:
            self._errors.append(f"console messages after line {MAX_LINES:,} are ignored")


def _of_default_icon(line: ConsoleLine) -> bool:
    """Whether the browser reports a missing icon that no page has to have.

    Full Chromium requests it from every host, the headless shell does not.
    """
    missing = not line.by_script and line.text.startswith("Failed to load resource")
    return missing and _DEFAULT_ICON.fullmatch(line.url) is not None
