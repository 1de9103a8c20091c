"""The report page of a run: one HTML file that needs no network."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from webproctor.errors import UserError
from webproctor.harness.comparing import compare
from webproctor.harness.provenance import about_run
from webproctor.harness.results import Run, side_by_side
from webproctor.report.beside import beside
from webproctor.report.comparing import drawn
from webproctor.report.episodes import write_episodes
from webproctor.report.plots import chart_svg
from webproctor.report.rendering import TEMPLATES, mark


def write_report(run: Run, others: Sequence[Run] = ()) -> Path:
    """Write `report.html` and the pages of the episodes into the run's folder; returns its path.

    Args:
        others: Runs of the same benchmark that it is compared with.

    Raises:
        UserError: If it cannot be compared with these.
    """
    compared = drawn(compare([run, *others])) if others else None
    write_episodes(run)
    path = run.folder / "report.html"
    about = about_run(run.folder)
    published, front = beside(run) if run.published and run.published.rows else (None, "")
    charts = [(chart, chart_svg(chart)) for chart in (run.summary.charts if run.summary else [])]
    page = TEMPLATES.get_template("run.html").render(
        run=run,
        about=about,
        charts=charts,
        published=published,
        front=front,
        compared=compared,
        mark=mark,
    )
    path.write_text(page, encoding="utf-8")
    return path


def write_overview(
    runs: Sequence[Run], folder: Path, labels: Sequence[str] = (), plot: str = ""
) -> Path:
    """Write `report.html` on several runs, whose folders are within `folder`; returns its path.

    Args:
        labels: What tells runs of one agent apart, one for each.
        plot: A picture of them all, as SVG.
    """
    path = folder / "report.html"
    links = [f"{run.folder.relative_to(folder)}/report.html" for run in runs]
    compared = None
    # One run alone, or runs on tasks of which they have none in common, have no comparison.
    with contextlib.suppress(UserError):
        compared = drawn(compare(runs, labels))
    page = TEMPLATES.get_template("overview.html").render(
        table=side_by_side(runs, labels), links=links, plot=plot, compared=compared, mark=mark
    )
    path.write_text(page, encoding="utf-8")
    return path
