"""Text views of a page for a model, each within a token budget.

A text that exceeds the budget is truncated at its less useful end, with a note.
"""

from collections.abc import Collection, Sequence
from typing import Literal

from webproctor.core.actions import ActionResult
from webproctor.core.content import truncate_content
from webproctor.core.observations import Element, Observation, View
from webproctor.core.tokens import tokens, truncate

TextView = Literal["content", "elements", "text", "axtree", "html", "pruned_html", "relevant_html"]
_HEADINGS: dict[TextView, str] = {
    "content": "Content",
    "elements": "Elements",
    "text": "Text",
    "axtree": "Accessibility tree",
    "html": "HTML",
    "pruned_html": "HTML, pruned",
    "relevant_html": "HTML around elements that can be acted on",
}

CONTENT: tuple[TextView, ...] = ("content",)
"""The text views for a model, by default."""
SEPARATE: tuple[TextView, ...] = ("elements", "text")
"""The text views of sessions that have no `content`."""
RESULT_TOKENS = 4000
"""Token limit for what one action returned (a file, a page's text)."""
# Maximum shown length of a control's value, in characters.
MAX_VALUE_LENGTH = 300


def result_text(result: ActionResult, budget: int = RESULT_TOKENS) -> str:
    """Return an action's message and data, with the data truncated to a token budget."""
    if result.data is None:
        return result.message
    return f"{result.message}:\n{truncate(result.data, budget)}"


def elements_text(elements: Sequence[Element], budget: int) -> str:
    """Return marked elements, one per line: number, kind, label, value, options, and a note if the
    element is outside the viewport.

    If the text exceeds the budget, elements outside the viewport are removed first, from the last,
    then visible ones.
    """
    lines = {one.index: _line(one) for one in elements}
    remaining, shown = budget, set()
    for one in sorted(elements, key=lambda one: (not one.view, one.index)):
        remaining -= tokens(lines[one.index] + "\n")
        if remaining < 0:
            break
        shown.add(one.index)
    kept = [line for index, line in lines.items() if index in shown]
    if len(kept) < len(lines):
        kept.append(f"[truncated: {len(kept)} of {len(lines)} elements are shown]")
    return "\n".join(kept)


def default_views(lacks: Collection[View]) -> tuple[TextView, ...]:
    """Return the text views for a model: `content`, or elements and text if pages do not have it.

    Args:
        lacks: The views that the benchmark's pages do not have.
    """
    views = SEPARATE if "content" in lacks else CONTENT
    return tuple(view for view in views if view not in lacks)


def default_picture(lacks: Collection[View]) -> View | None:
    """Return the screenshot for a model, with marks if possible; None if pages have neither."""
    pictures: tuple[View, ...] = ("marked_screenshot", "screenshot")
    return next((one for one in pictures if one not in lacks), None)


def view_text(observation: Observation, view: TextView, budget: int) -> str:
    """Return a view with its heading, within a token budget.

    Raises:
        UserError: If the observation does not have the view.
    """
    value = observation.read(view)
    notes = observation.truncated if view in ("content", "elements") else ()
    if view == "elements":
        shown = elements_text(value, budget)
    elif view == "content":
        shown = truncate_content(value, budget)
    else:
        shown = truncate(value.strip(), budget)
    body = "\n".join(part for part in (shown, *(f"[{note}]" for note in notes)) if part)
    return f"{_HEADINGS[view]}\n{body or '(none)'}"


def views_in(text: str) -> frozenset[View]:
    """Return the views whose headings a text has, such as one that `view_text` returned."""
    lines = {*text.splitlines()}
    return frozenset(view for view, heading in _HEADINGS.items() if heading in lines)


def page_line(observation: Observation) -> str:
    return f"Page: {observation.title or '(no title)'} at {observation.url}"


def shown_views(observation: Observation, views: Sequence[TextView]) -> Sequence[TextView]:
    """Return the text views that are shown.

    If the session does not have `content`, they are the elements and the text.
    """
    if views == CONTENT and observation.content is None:
        return [view for view in SEPARATE if getattr(observation, view) is not None] or views
    return views


def page_text(observation: Observation, views: Sequence[TextView], budget: int) -> str:
    """Return the title and address of the page, its tabs if there are several, and text views.

    Args:
        budget: Token limit for all views; each gets an equal part.
    """
    views = shown_views(observation, views)
    view_budget = budget // max(1, len(views))
    tabs = observation.tabs or ()
    tab_list = "\n".join(["Tabs", *(f"{number}: {tab}" for number, tab in enumerate(tabs))])
    return "\n\n".join(
        [
            page_line(observation),
            *([tab_list] if len(tabs) > 1 else []),
            *(view_text(observation, view, view_budget) for view in views),
        ]
    )


def kind(element: Element) -> str:
    """Return an element's kind in one or two words: its input type, its role, or its tag."""
    if element.tag == "input":
        return f"{element.type or 'text'} input"
    if element.tag in ("button", "a", "select", "textarea"):
        return {"a": "link", "select": "list", "textarea": "text area"}.get(element.tag, "button")
    return element.type or element.tag


def _line(element: Element) -> str:
    parts = [f"[{element.index}]", kind(element)]
    if element.label:
        parts.append(repr(element.label))
    if element.value and element.type in ("checkbox", "radio"):
        parts.append("checked")
    elif element.value:
        parts.append(f"value={_short(element.value)}")
    if element.options:
        parts.append(f"options: {', '.join(map(repr, element.options[:30]))}")
        if len(element.options) > 30:
            parts.append(f"and {len(element.options) - 30} more")
    if not element.view:
        parts.append("(outside the viewport)")
    return " ".join(parts)


def _short(value: str) -> str:
    if len(value) <= MAX_VALUE_LENGTH:
        return repr(value)
    return f"{value[:MAX_VALUE_LENGTH]!r}... ({len(value):,} characters)"
