"""What all pages are rendered with."""

from jinja2 import Environment, PackageLoader, select_autoescape

TEMPLATES = Environment(
    loader=PackageLoader("webproctor.report"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def mark(value: str | int | float | None) -> str:
    """A cell as people read it: marks in per cent."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if isinstance(value, float) else str(value)
