"""Form fields in a template's HTML, read without a browser.

Scripts are not run, so fields that they create are missing. Used to audit a data set and to detect
a submit button, not for scoring.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

INPUT_TYPES = frozenset((
    "button", "checkbox", "color", "date", "datetime-local", "email", "file", "hidden", "image",
    "month", "number", "password", "radio", "range", "reset", "search", "submit", "tel", "text",
    "time", "url", "week",
))  # fmt: skip


@dataclass
class Control:
    """One `input`, `select`, `textarea` or custom element (a tag with a dash) with a name.

    `type` is the type that a browser reports: `text` for an unknown input type, and the tag for
    elements other than `input`. `options` are the option values of a select.
    """

    tag: str
    name: str
    type: str
    declared_type: str = ""
    value: str | None = None
    options: list[str] = field(default_factory=list)


def controls(html: str) -> list[Control]:
    """Return the controls in document order, including those without a name (name `""`)."""
    reader: Any = _ControlReader()  # The stubs require more of a target than the library.
    parser = etree.HTMLParser(target=reader, encoding="utf-8", huge_tree=True)
    # The parser rejects empty text.
    parser.feed(f"<html>{html}".encode("utf-8", "replace"))
    found: Any = parser.close()  # The result of the reader's `close`.
    return found


def has_submit(html: str) -> bool:
    """Return whether the HTML contains an `input` of type submit."""
    return any(control.tag == "input" and control.type == "submit" for control in controls(html))


class _ControlReader:
    """A parser target that collects controls in document order; `close` returns them."""

    def __init__(self) -> None:
        self._found: list[Control] = []
        self._select: Control | None = None
        self._label: list[str] | None = None  # Text of an option without a value attribute.

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in ("option", "optgroup", "select"):
            self._end_option()
        if tag == "option":
            self._start_option(attributes.get("value"))
        elif tag in ("input", "select", "textarea") or ("-" in tag and "name" in attributes):
            declared = attributes.get("type", "").strip().lower()
            kind = (declared if declared in INPUT_TYPES else "text") if tag == "input" else tag
            name, value = attributes.get("name", ""), attributes.get("value")
            control = Control(tag, name, kind, declared, value)
            self._found.append(control)
            self._select = control if tag == "select" else self._select

    def end(self, tag: str) -> None:
        if tag in ("option", "optgroup", "select"):
            self._end_option()
        if tag == "select":
            self._select = None

    def data(self, data: str) -> None:
        if self._label is not None:
            self._label.append(data)

    def close(self) -> list[Control]:
        self._end_option()
        return self._found

    def _start_option(self, value: str | None) -> None:
        if self._select is None:
            return
        if value is None:
            self._label = []
        else:
            self._select.options.append(value)

    def _end_option(self) -> None:
        if self._label is not None and self._select is not None:
            self._select.options.append(" ".join("".join(self._label).split()))
        self._label = None
