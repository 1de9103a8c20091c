"""The board: many runs on one page, with one table per benchmark and condition."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from webproctor.analysis.comparing import compare, names
from webproctor.core.errors import UserError
from webproctor.core.scores import Table
from webproctor.files.folders import make_folder
from webproctor.harness.reading import read_run
from webproctor.report.comparing import write_comparison
from webproctor.report.rendering import TEMPLATES, link_to, percent, write_page
from webproctor.run.results import PEOPLE, Run

_UNTOLD = frozenset({"data"})
_LONGEST = 40
# Parts of conditions about the browser, which people bring.
_BY_BROWSER = frozenset({"isolation", "inputs", PEOPLE})
_COMPARISONS = "comparisons"


def said(value: Any) -> str:
    """Format the value of a condition."""
    return value if isinstance(value, str) else json.dumps(value)


class Section(BaseModel):
    """Runs of one benchmark under one condition, the best first.

    Attributes:
        benchmark: Name of the benchmark.
        condition: The condition that all runs share.
        headline: The metric by which runs are sorted.
        runs: The runs.
        published: Published results on this benchmark.
    """

    benchmark: str
    condition: dict[str, Any]
    headline: str
    runs: list[Run]
    published: Table | None

    def told(self) -> dict[str, Any]:
        """Return the condition without parts that are not set."""
        return {name: value for name, value in self.condition.items() if value not in (None, [])}


class Board(BaseModel):
    """All sections, and the reason for each folder that could not be read."""

    sections: list[Section]
    unreadable: dict[str, str] = {}

    def filters(self) -> dict[str, list[str]]:
        """Return the filters: parts of conditions that differ between sections, with their values.

        Checksums and long lists are left out.
        """
        found: dict[str, dict[str, None]] = {}
        for section in self.sections:
            for name, value in section.condition.items():
                if name not in _UNTOLD and len(str(value)) <= _LONGEST:
                    found.setdefault(name, {})[said(value)] = None
        return {name: list(values) for name, values in found.items() if len(values) > 1}

    def outline(self) -> dict[str, Any]:
        """Return the board as JSON data."""
        return {
            "sections": [
                {
                    "benchmark": section.benchmark,
                    "condition": section.condition,
                    "headline": section.headline,
                    "runs": [run.outline() for run in section.runs],
                }
                for section in self.sections
            ],
            "unreadable": self.unreadable,
        }


def gather(folder: Path) -> Board:
    """Read every run in a folder and its subfolders.

    Raises:
        UserError: If there is no run.
    """
    found = sorted(path.parent for path in folder.rglob("run.json"))
    if not found:
        raise UserError(f"{folder}: the folder contains no runs.")
    runs: list[Run] = []
    unreadable: dict[str, str] = {}
    for path in found:
        try:
            run = read_run(path)
        except UserError as error:
            unreadable[str(path)] = str(error)
            continue
        if run.summary is None:
            unreadable[str(path)] = "no task has finished"
        else:
            runs.append(run)
    return Board(sections=sections(runs), unreadable=unreadable)


def sections(runs: Sequence[Run]) -> list[Section]:
    """Group runs by benchmark, condition and number of tasks, so that runs in a section compare.

    People are shown beside the agents of every section with their tasks and settings, as how their
    browsers differ from those of agents is a part of their condition alone.
    """
    alike: dict[str, list[Run]] = {}
    of_people: dict[str, list[Run]] = {}
    for run in runs:
        if PEOPLE in run.condition:
            of_people.setdefault(_key(run, _shared(run)), []).append(run)
        else:
            alike.setdefault(_key(run, run.condition), []).append(run)
    agents = {key: _key(group[0], _shared(group[0])) for key, group in alike.items()}
    for key, shared in agents.items():
        alike[key] += of_people.get(shared, [])
    alone = {key: group for key, group in of_people.items() if key not in agents.values()}
    return [_section(group) for _, group in sorted((alike | alone).items())]


def _key(run: Run, condition: dict[str, Any]) -> str:
    return json.dumps([run.benchmark, condition, run.tasks], sort_keys=True, default=str)


def _shared(run: Run) -> dict[str, Any]:
    """Return the condition of a run without what people cannot have in common with agents."""
    return {name: value for name, value in run.condition.items() if name not in _BY_BROWSER}


def _section(runs: Sequence[Run]) -> Section:
    first = runs[0]
    assert first.summary is not None
    headline = first.summary.headline
    return Section(
        benchmark=first.benchmark,
        condition=first.condition,
        headline=headline,
        runs=sorted(runs, key=lambda run: -_figure(run, headline)),
        published=first.published if first.published and first.published.rows else None,
    )


def _figure(run: Run, name: str) -> float:
    return run.summary.figures.get(name, 0.0) if run.summary else 0.0


def write_board(board: Board, out: Path) -> Path:
    """Write the page, and a comparison of each section's runs to `comparisons`; return the page's
    path.

    Links to reports are relative if the runs are in the page's folder or its subfolders.
    """
    below = out.parent.resolve()
    compared: dict[int, str] = {}
    for number, section in enumerate(board.sections, 1):
        folder = out.parent / _COMPARISONS / f"{section.benchmark}-{number}"
        # A single run, or stopped runs without a common task, cannot be compared.
        with contextlib.suppress(UserError):
            page = write_comparison(compare(section.runs), folder)
            compared[number] = link_to(page.relative_to(out.parent))

    def link(run: Run) -> str:
        report = (run.folder / "report.html").resolve()
        return (
            link_to(report.relative_to(below)) if report.is_relative_to(below) else report.as_uri()
        )

    page = TEMPLATES.get_template("board.html").render(
        board=board, link=link, compared=compared, names=names, percent=percent, said=said
    )
    make_folder(out.parent)
    if out.is_dir():
        raise UserError(f"{out}: is a folder. Name a file, such as {out / 'board.html'}.")
    write_page(out, page)
    return out
