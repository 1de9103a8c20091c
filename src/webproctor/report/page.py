"""The report page of a run: one HTML file that needs no network."""

import json
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, select_autoescape

from webproctor.harness.results import Run, side_by_side

TEMPLATES = Environment(
    loader=PackageLoader("webproctor.report"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def write_report(run: Run) -> Path:
    """Write `report.html` into the run's folder; returns its path."""
    path = run.folder / "report.html"
    about = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    page = TEMPLATES.get_template("run.html").render(run=run, about=about, mark=mark)
    path.write_text(page, encoding="utf-8")
    return path


def write_overview(runs: Sequence[Run], folder: Path) -> Path:
    """Write `report.html` on several runs, whose folders are within `folder`; returns its path."""
    path = folder / "report.html"
    links = [f"{run.folder.relative_to(folder)}/report.html" for run in runs]
    page = TEMPLATES.get_template("overview.html").render(
        table=side_by_side(runs), links=links, mark=mark
    )
    path.write_text(page, encoding="utf-8")
    return path


def mark(value: str | int | float | None) -> str:
    """A cell as people read it: marks in per cent."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if isinstance(value, float) else str(value)
