"""Write the page of a comparison: tables, tasks that only one run solves, score against cost."""

import io
from dataclasses import dataclass
from pathlib import Path

from webproctor.analysis.comparing import Comparison
from webproctor.analysis.grids import Grid
from webproctor.core.scores import Chart
from webproctor.files.folders import make_folder
from webproctor.report.plots import chart_svg, draw_front, svg_element
from webproctor.report.rendering import TEMPLATES, write_page


@dataclass(frozen=True, slots=True)
class DrawnComparison:
    """A comparison with its plots, for `comparison.html`.

    Attributes:
        comparison: The comparison.
        columns: The part of the comparison's grid that is drawn.
        grid: Scores of each run by task, as SVG; "" if nothing is drawn.
        front: Score against cost, as SVG; "" if no run has a known cost.
    """

    comparison: Comparison
    columns: Grid
    grid: str
    front: str


def draw_comparison(comparison: Comparison) -> DrawnComparison:
    """Draw the plots of a comparison."""
    columns, front = comparison.grid.most_different(), io.StringIO()
    if any(standing.dollars for standing in comparison.standings):
        points = {
            standing.name: (standing.per_episode, standing.mean, bool(standing.best))
            for standing in comparison.standings
            if standing.per_episode is not None
        }
        draw_front(front, points)
    heat_map = Chart(title="", kind="heat", labels=columns.labels, series=columns.scores)
    grid = chart_svg(heat_map) if columns.labels else ""
    return DrawnComparison(comparison, columns, grid, svg_element(front.getvalue()))


def write_comparison(comparison: Comparison, folder: Path) -> Path:
    """Write the self-contained `compare.html`, and its plots as `grid.svg` and `front.svg`; return
    the page's path."""
    make_folder(folder)
    compared = draw_comparison(comparison)
    for name, svg in (("grid", compared.grid), ("front", compared.front)):
        if svg:
            write_page(folder / f"{name}.svg", svg)
    page = TEMPLATES.get_template("compare.html").render(compared=compared)
    path = folder / "compare.html"
    write_page(path, page)
    return path
