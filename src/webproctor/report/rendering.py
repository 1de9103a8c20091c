"""What all pages are rendered with."""

import re

from jinja2 import Environment, PackageLoader, select_autoescape

from webproctor.scores import Chart, Table

TEMPLATES = Environment(
    loader=PackageLoader("webproctor.report"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def anchor(shown: Table | Chart) -> str:
    """The name by which a page's section is linked to; a chart may have the title of a table."""
    kind = "chart-" if isinstance(shown, Chart) else ""
    return kind + re.sub(r"\W+", "-", shown.title.lower()).strip("-")


TEMPLATES.filters["anchor"] = anchor


def mark(value: str | int | float | None) -> str:
    """A cell as people read it: marks in per cent."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if isinstance(value, float) else str(value)
