"""Write the report pages of runs."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from webproctor.analysis.comparing import compare
from webproctor.analysis.tables import side_by_side
from webproctor.core.errors import UserError
from webproctor.core.outcomes import Outcome
from webproctor.core.scores import Table
from webproctor.report.comparing import draw_comparison
from webproctor.report.episodes import write_episodes
from webproctor.report.plots import chart_svg
from webproctor.report.published import with_published
from webproctor.report.rendering import TEMPLATES, link_to, write_page
from webproctor.run.provenance import read_run_json
from webproctor.run.repeating import repeat
from webproctor.run.results import Run

MEANINGS: dict[Outcome, str] = {
    "errored": "The agent failed: an exception, its time limit, a refusal, no action. These "
    "episodes count as failures.",
    "void": "The environment failed: browser, page, driver, page server, disk or memory. These "
    "episodes count as failures too; `--resume` reruns them.",
}


def write_report(run: Run, others: Sequence[Run] = ()) -> Path:
    """Write `report.html` and `episodes.html` to the run's folder; return the path of the report.

    Args:
        others: Other runs of the same benchmark to compare with.

    Raises:
        UserError: If the runs cannot be compared.
    """
    compared = draw_comparison(compare([run, *others])) if others else None
    write_episodes(run)
    path = run.folder / "report.html"
    about = read_run_json(run.folder)
    coverage = about.pop("coverage")
    published, front = with_published(run) if run.published and run.published.rows else (None, "")
    charts = [(chart, chart_svg(chart)) for chart in (run.summary.charts if run.summary else [])]
    page = TEMPLATES.get_template("run.html").render(
        run=run,
        outcomes=run.outcomes(),
        meanings=MEANINGS,
        about={key: value for key, value in about.items() if value not in (None, [], {}, "")},
        charts=charts,
        repeat=None if run.own_benchmark else repeat(about),
        published=published,
        coverage=Table.model_validate(coverage) if coverage else None,
        front=front,
        compared=compared,
    )
    write_page(path, page)
    return path


def write_overview(
    runs: Sequence[Run], folder: Path, labels: Sequence[str] = (), plot: str = ""
) -> Path:
    """Write `report.html` for several runs, whose folders are in `folder`; return its path.

    Args:
        labels: Labels that distinguish runs of the same agent, one per run.
        plot: A plot of all runs, as SVG.
    """
    path = folder / "report.html"
    links = [link_to(run.folder.relative_to(folder) / "report.html") for run in runs]
    compared = None
    # A single run, or runs without a common task, cannot be compared.
    with contextlib.suppress(UserError):
        compared = draw_comparison(compare(runs, labels))
    page = TEMPLATES.get_template("overview.html").render(
        table=side_by_side(runs, labels), links=links, plot=plot, compared=compared
    )
    write_page(path, page)
    return path
