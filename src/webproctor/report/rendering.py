"""Jinja templates, filters and content security policies of the pages."""

import base64
import hashlib
import re
import shlex
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from webproctor.analysis.tables import format_cell, right_aligned
from webproctor.core.sanitize import clean_text
from webproctor.core.scores import Chart, Table
from webproctor.files.writing import remove_link

TEMPLATES = Environment(
    loader=PackageLoader("webproctor.report"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def anchor(section: Table | Chart) -> str:
    """Return the id of a section; charts have a prefix, as a table may have the same title."""
    kind = "chart-" if isinstance(section, Chart) else ""
    return kind + re.sub(r"\W+", "-", section.title.lower()).strip("-")


TEMPLATES.filters["anchor"] = anchor
TEMPLATES.filters["shell_quoted"] = shlex.join


def link_to(path: Path) -> str:
    """Return a relative path as a quoted link, as folders may be named `javascript:...` or `#`."""
    return quote(path.as_posix())


def write_page(path: Path, text: str) -> None:
    """Write a page or script as UTF-8; lone surrogates are replaced."""
    remove_link(path)
    path.write_text(clean_text(text), encoding="utf-8")


@cache
def _code(name: str) -> str:
    return "\n" + files("webproctor.report").joinpath("templates", name).read_text("utf-8")


def script(name: str, module: bool = False) -> Markup:
    """Return the `<script>` element of a page's only script."""
    kind = ' type="module"' if module else ""
    return Markup("<script{}>{}</script>").format(Markup(kind), Markup(_code(name)))


def policy(script_name: str = "", **sources: str) -> Markup:
    """Return a content security policy that allows only the named script and sources.

    Args:
        script_name: The page's own script, allowed by its hash.
        sources: Further sources by kind (`img`, `media`, ...), as in the policy's directives.
    """
    allowed: dict[str, Sequence[str]] = {"style": ["'unsafe-inline'"]}
    if script_name:
        digest = base64.b64encode(hashlib.sha256(_code(script_name).encode()).digest()).decode()
        allowed["script"] = [f"'sha256-{digest}'"]
    for kind, source in sources.items():
        allowed[kind] = [*allowed.get(kind, ()), source]
    directives = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
    directives += [
        f"{kind}-src {' '.join(allowed_sources)}" for kind, allowed_sources in allowed.items()
    ]
    return Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(
        Markup("; ".join(directives))
    )


TEMPLATES.globals |= {
    "percent": format_cell,
    "policy": policy,
    "script": script,
    "right_aligned": right_aligned,
}
