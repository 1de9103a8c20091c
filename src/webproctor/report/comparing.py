"""The page of a comparison: tables, what each run solves alone, and score against cost."""

import io
from dataclasses import dataclass
from pathlib import Path

from webproctor.harness.comparing import Comparison
from webproctor.report.plots import chart_svg, draw_front, inside
from webproctor.report.rendering import TEMPLATES, mark
from webproctor.scores import Chart


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with its pictures, for `comparison.html`.

    Attributes:
        comparison: The comparison.
        grid: What each run made of each task, as SVG.
        front: Score against cost, as SVG; "" where nothing is known to have cost anything.
    """

    comparison: Comparison
    grid: str
    front: str


def drawn(comparison: Comparison) -> Compared:
    """Draw the pictures of a comparison."""
    grid, front = comparison.grid, io.StringIO()
    if any(one.dollars for one in comparison.standings):
        runs = {one.name: (one.dollars or 0.0, one.mean, one.best) for one in comparison.standings}
        draw_front(front, runs)
    heat = Chart(title="", kind="heat", labels=grid.labels, series=grid.marks)
    return Compared(comparison, chart_svg(heat), inside(front.getvalue()))


def write_comparison(comparison: Comparison, folder: Path) -> Path:
    """Write `compare.html`, which needs no other file, and its plots as `grid.svg` and `front.svg`
    into a folder; returns the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    compared = drawn(comparison)
    for name, svg in (("grid", compared.grid), ("front", compared.front)):
        if svg:
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    page = TEMPLATES.get_template("compare.html").render(compared=compared, mark=mark)
    path = folder / "compare.html"
    path.write_text(page, encoding="utf-8")
    return path
