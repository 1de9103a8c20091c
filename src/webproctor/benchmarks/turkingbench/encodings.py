"""What a model is shown of a page: three encodings of it as text.

| encoding | what it is |
|---|---|
| `full` | the page's HTML as the server gives it: no effect of scripts or of what was done |
| `relevant` | the lines of the page's present HTML round one field |
| `text` | what a person can read on the page at present |

The relevant lines are cut as the original harness cuts them, faults included: models were trained
and published figures were made with them.
"""

from dataclasses import dataclass
from typing import Literal

from webproctor.actions import form
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.errors import UserError

Encoding = Literal["full", "relevant", "text"]
Window = tuple[int, int]
"""How many lines before the field's own, and how many from there on, its own included."""

PAPER: Window = (15, 30)
"""The window of the paper and of the original's training data."""
BASELINE: Window = (5, 10)
"""The window of the original's own model runs."""


@dataclass(frozen=True)
class Source:
    """Where a field's lines are cut from.

    Attributes:
        own: Outer HTML of the first control of the field's name.
        grandparent: Outer HTML of its parent's parent.
        label: What a person reads beside the field.
    """

    own: str
    grandparent: str
    label: str


def relevant(own: str, grandparent: str, upper: int, lower: int) -> list[str]:
    """The lines round a field.

    The grandparent's HTML is split at each `>`, which ends its line; one more `>` follows at the
    end. The field's own line is the last that equals its HTML, so it must follow another tag at
    once, and a list or a text area, whose HTML holds several `>`, never has one. A field without a
    line of its own is given the first `lower - 1` lines.

    Args:
        own: The field's HTML; see `Source`.
        grandparent: Its grandparent's.
        upper: Lines before the field's own, at most.
        lower: Lines from the field's own on, at most.
    """
    lines = [piece + ">" for piece in grandparent.split(">")]
    middle = max((place for place, line in enumerate(lines) if line == own), default=-1)
    return lines[max(0, middle - upper) : max(0, middle + lower)]


async def source(session: PageSession, field: str) -> Source:
    """The markup of a field on a live page, as it is now.

    Raises:
        UserError: If the page has no field of this name.
        SessionLost: If the session cannot go on.
    """
    found = await session.page.call("fields.source", field)
    if found is None:
        raise UserError(f"the page has no field {field!r}: give the name of one of its controls.")
    return Source(**found)


async def encode(
    session: PageSession, encoding: Encoding, field: str = "", window: Window = PAPER
) -> str:
    """An encoding of a live page; only `relevant` needs the field's name and the window.

    Raises:
        UserError: If the page has no field of this name.
        SessionLost: If the session cannot go on.
    """
    if encoding == "relevant":
        found = await source(session, field)
        return "\n".join(relevant(found.own, found.grandparent, *window))
    if encoding == "text":
        return (await session.observe(frozenset({"text"}))).read("text")
    return (await session.act(form.GetHtml())).data or ""
