"""The page of a comparison: tables, what each run solves alone, and score against cost."""

from pathlib import Path

from webproctor.harness.comparing import Comparison
from webproctor.report.plots import chart_svg, draw_front
from webproctor.report.rendering import TEMPLATES, mark
from webproctor.scores import Chart


def write_comparison(compared: Comparison, folder: Path) -> Path:
    """Write `compare.html` into a folder; returns its path. It needs no other file."""
    folder.mkdir(parents=True, exist_ok=True)
    plot = folder / "front.svg"
    costly = any(one.dollars for one in compared.standings)
    if costly:
        draw_front(
            plot,
            {one.name: (one.dollars or 0.0, one.mean, one.best) for one in compared.standings},
        )
    page = TEMPLATES.get_template("compare.html").render(
        compared=compared,
        tables=compared.tables(),
        heat=chart_svg(
            Chart(title="", kind="heat", labels=compared.grid.labels, series=compared.grid.marks)
        ),
        plot=plot.read_text("utf-8") if costly else "",
        mark=mark,
    )
    path = folder / "compare.html"
    path.write_text(page, encoding="utf-8")
    return path
