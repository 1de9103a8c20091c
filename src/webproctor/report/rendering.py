"""What all pages are rendered with."""

import re

from jinja2 import Environment, PackageLoader, select_autoescape

TEMPLATES = Environment(
    loader=PackageLoader("webproctor.report"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def anchor(title: str) -> str:
    """The name by which a page's section of this title is linked to."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")


TEMPLATES.filters["anchor"] = anchor


def mark(value: str | int | float | None) -> str:
    """A cell as people read it: marks in per cent."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if isinstance(value, float) else str(value)
