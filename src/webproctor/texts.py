"""What a model reads of a page: views as text, each within a budget of tokens.

A text that does not fit is cut at its least useful end, and says that it was cut. Tokens are
estimated, since every model counts its own: four characters of Latin text make one, and so does
every character beyond it.
"""

from collections.abc import Sequence
from typing import Literal

from webproctor.observations import Element, Observation

TextView = Literal["elements", "text", "axtree", "html", "pruned_html", "relevant_html"]
_HEADINGS: dict[TextView, str] = {
    "elements": "Elements",
    "text": "Text",
    "axtree": "Accessibility tree",
    "html": "HTML",
    "pruned_html": "HTML, pruned",
    "relevant_html": "HTML round what can be acted on",
}

CHARACTERS = 4
# Characters of a control's value that are shown.
LONGEST_VALUE = 300


def tokens(text: str) -> int:
    """About how many tokens a text takes."""
    wide = sum(character > "\u024f" for character in text) if not text.isascii() else 0
    return wide + -(-(len(text) - wide) // CHARACTERS)


def cut(text: str, budget: int, keep: str = "start") -> str:
    """A text within a budget of tokens: whole lines from its start, or its end, and a note.

    Args:
        budget: Tokens, the note not included.
        keep: `start` or `end`: which end is worth more.
    """
    whole = tokens(text)
    if whole <= budget:
        return text
    lines = text.splitlines()
    if keep == "end":
        lines.reverse()
    kept: list[str] = []
    room = budget
    for line in lines:
        cost = tokens(line + "\n")
        if cost > room:
            # A line too long for any budget is cut itself: some of it beats nothing.
            part = line[: room * CHARACTERS] if keep == "start" else line[-room * CHARACTERS :]
            while part and tokens(part) > room:
                part = part[: len(part) // 2] if keep == "start" else part[len(part) // 2 :]
            kept += [part] if part and not kept else []
            break
        kept.append(line)
        room -= cost
    note = f"[cut: {tokens(chr(10).join(kept)):,} of about {whole:,} tokens are shown]"
    if keep == "end":
        return "\n".join([note, *reversed(kept)])
    return "\n".join([*kept, note])


def elements_text(elements: Sequence[Element], budget: int) -> str:
    """Marked elements, one a line: number, kind, label, value, options, whether it is in sight.

    What does not fit is left out from its least useful end: first what is out of sight, from the
    last on, then what is in sight.
    """
    lines = {one.index: _line(one) for one in elements}
    room, shown = budget, set()
    for one in sorted(elements, key=lambda one: (not one.view, one.index)):
        room -= tokens(lines[one.index] + "\n")
        if room < 0:
            break
        shown.add(one.index)
    kept = [line for index, line in lines.items() if index in shown]
    if len(kept) < len(lines):
        kept.append(f"[cut: {len(kept)} of {len(lines)} elements are shown]")
    return "\n".join(kept)


def view_text(observation: Observation, view: TextView, budget: int) -> str:
    """A view under its heading, within a budget of tokens.

    Raises:
        UserError: If the observation does not have the view.
    """
    content = observation.read(view)
    listed = view == "elements"
    shown = elements_text(content, budget) if listed else cut(content.strip(), budget)
    return f"{_HEADINGS[view]}\n{shown or '(none)'}"


def kind(element: Element) -> str:
    """What an element is, in a word or two: its control's type, its role, or its tag."""
    if element.tag == "input":
        return f"{element.type or 'text'} input"
    if element.tag in ("button", "a", "select", "textarea"):
        return {"a": "link", "select": "list", "textarea": "text area"}.get(element.tag, "button")
    return element.type or element.tag


def _line(element: Element) -> str:
    parts = [f"[{element.index}]", kind(element)]
    if element.label:
        parts.append(repr(element.label))
    if element.value:
        parts.append("checked" if element.value == "on" else f"value={_short(element.value)}")
    if element.options:
        parts.append(f"options: {', '.join(map(repr, element.options[:30]))}")
        if len(element.options) > 30:
            parts.append(f"and {len(element.options) - 30} more")
    if not element.view:
        parts.append("(out of sight)")
    return " ".join(parts)


def _short(value: str) -> str:
    if len(value) <= LONGEST_VALUE:
        return repr(value)
    return f"{value[:LONGEST_VALUE]!r}... ({len(value):,} characters)"
