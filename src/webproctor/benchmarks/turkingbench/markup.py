"""The form fields that a template's own HTML names, read without a browser.

Scripts are not run, so fields that a page writes later are not seen: this serves checks of a
data set and the question whether a page has its own submit button, never the scoring.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser

INPUT_TYPES = frozenset((
    "button", "checkbox", "color", "date", "datetime-local", "email", "file", "hidden", "image",
    "month", "number", "password", "radio", "range", "reset", "search", "submit", "tel", "text",
    "time", "url", "week",
))  # fmt: skip


@dataclass
class Control:
    """One `input`, `select`, `textarea` or custom element (a tag with a dash) with a name.

    `type` is what the page would say: an unknown input type is `text`, and for any tag but
    `input` it is the tag. `options` are the option values of a select.
    """

    tag: str
    name: str
    type: str
    declared_type: str = ""
    value: str | None = None
    options: list[str] = field(default_factory=list)


def controls(html: str) -> list[Control]:
    """The controls in document order, nameless ones (name `""`) included."""
    reader = _ControlReader()
    reader.feed(html)
    reader.close()
    return reader.found


def has_submit(html: str) -> bool:
    """Whether the HTML itself holds an `input` of type submit."""
    return any(control.tag == "input" and control.type == "submit" for control in controls(html))


class _ControlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Control] = []
        self._select: Control | None = None
        self._label: list[str] | None = None  # text of an option that has no value attribute

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values: dict[str, str | None] = {}
        for key, value in attrs:
            values.setdefault(key, value or "")  # the first of two equal attributes holds
        if tag in ("option", "optgroup", "select"):
            self._end_option()
        if tag == "option":
            self._start_option(values.get("value"))
        elif tag in ("input", "select", "textarea") or ("-" in tag and "name" in values):
            declared = (values.get("type") or "").strip().lower()
            kind = (declared if declared in INPUT_TYPES else "text") if tag == "input" else tag
            control = Control(tag, values.get("name") or "", kind, declared, values.get("value"))
            self.found.append(control)
            self._select = control if tag == "select" else self._select

    def handle_endtag(self, tag: str) -> None:
        if tag in ("option", "optgroup", "select"):
            self._end_option()
        if tag == "select":
            self._select = None

    def close(self) -> None:
        super().close()
        self._end_option()

    def handle_data(self, data: str) -> None:
        if self._label is not None:
            self._label.append(data)

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
