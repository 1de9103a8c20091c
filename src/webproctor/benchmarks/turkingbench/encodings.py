"""Encodings of a page as text for models.

| encoding | description |
|---|---|
| `full` | the page's HTML as served, without changes by scripts or actions |
| `relevant` | the lines of the page's current HTML around one field |
| `text` | the page's current visible text |

The relevant lines are selected as in the original harness, including its errors, because models
were trained and results were published with them.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.core.actions import form
from webproctor.core.errors import UserError

Encoding = Literal["full", "relevant", "text"]
Window = tuple[int, int]
"""Number of lines before the field's line, and number of lines from the field's line on."""

PAPER: Window = (15, 30)
"""The window of the paper and of the original's training data."""
BASELINE: Window = (5, 10)
"""The window of the original's model runs, which are those of the paper's Table 4."""
WINDOWS = {"baseline": BASELINE, "paper": PAPER}


@dataclass(frozen=True)
class Source:
    """The markup of a field.

    Attributes:
        own: Outer HTML of the first control with the field's name.
        grandparent: Outer HTML of its grandparent element.
        label: The field's visible label.
    """

    own: str
    grandparent: str
    label: str


def relevant(own: str, grandparent: str, upper: int, lower: int) -> list[str]:
    """Return the lines around a field.

    The grandparent's HTML is split after each `>`, and one more `>` is appended. The field's line
    is the last one that equals its HTML; it exists only if the field directly follows another tag,
    and never for lists and text areas, whose HTML contains several `>`. Without it, the first
    `lower - 1` lines are returned.

    Args:
        own: The field's HTML; see `Source`.
        grandparent: The grandparent's HTML.
        upper: Maximum number of lines before the field's line.
        lower: Maximum number of lines from the field's line on.
    """
    return _around([piece + ">" for piece in grandparent.split(">")], own, (upper, lower))


def narrowed(lines: Sequence[str], name: str, window: Window) -> list[str]:
    """Return those of the lines around a field that are in a smaller window.

    Args:
        lines: The lines in a window that is at least as large, as `relevant` returns them.
        name: The field's name.
    """
    quoted = html.escape(name, quote=False).replace('"', "&quot;")
    named = re.compile(rf'<input\b[^>]*\sname="{re.escape(quoted)}"[^>]*>')
    own = next((found[0] for line in lines if (found := named.search(line))), "")
    return _around(lines, own, window)


def _around(lines: Sequence[str], own: str, window: Window) -> list[str]:
    """Return the lines in a window around the last line that equals a field's HTML."""
    upper, lower = window
    middle = max((index for index, line in enumerate(lines) if line == own), default=-1)
    return list(lines[max(0, middle - upper) : max(0, middle + lower)])


async def source(session: PageSession, field: str) -> Source:
    """Return the current markup of a field on a live page.

    Raises:
        UserError: If the page has no field with this name.
        SessionLost: If the session cannot continue.
    """
    found = await session.page.call("fields.source", field)
    if found is None:
        raise UserError(f"the page has no field {field!r}: give the name of one of its controls.")
    return Source(**found)


async def encode(
    session: PageSession, encoding: Encoding, field: str = "", window: Window = PAPER
) -> str:
    """Encode a live page. Only `relevant` uses the field's name and the window.

    Raises:
        UserError: If the page has no field with this name.
        SessionLost: If the session cannot continue.
    """
    if encoding == "relevant":
        found = await source(session, field)
        return "\n".join(relevant(found.own, found.grandparent, *window))
    if encoding == "text":
        return (await session.observe(frozenset({"text"}))).read("text")
    return (await session.act(form.GetHtml())).data or ""
