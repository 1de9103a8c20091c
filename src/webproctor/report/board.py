"""The board: many runs on one page, with one table per benchmark and condition."""

import contextlib
import json
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from webproctor.analysis.comparing import compare, names
from webproctor.core.errors import UserError
from webproctor.core.scores import Table
from webproctor.files.folders import make_folder
from webproctor.harness.reading import read_run, shared_benchmarks
from webproctor.report.comparing import write_comparison
from webproctor.report.rendering import TEMPLATES, link_to, write_page
from webproctor.run.resources import cost_text
from webproctor.run.results import PEOPLE, Run

_HIDDEN_CONDITIONS = frozenset({"data"})
_MAX_LENGTH = 40
# Maximum number of tasks of a section that are named.
_MAX_NAMED_TASKS = 3
# Parts of conditions about the browser; people use their own.
_BY_BROWSER = frozenset({"isolation", "inputs", PEOPLE})
_COMPARISONS = "comparisons"


def format_value(value: Any) -> str:
    """Format the value of a condition."""
    return value if isinstance(value, str) else json.dumps(value)


class Section(BaseModel):
    """Runs of one benchmark under one condition, the best first, and those not finished last.

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

    def displayed_condition(self) -> dict[str, Any]:
        """Return the condition without parts that are not set, and the first tasks."""
        displayed = {
            name: value for name, value in self.condition.items() if value not in (None, [])
        }
        tasks: list[str] = []
        for task, _ in groupby(self.runs[0].results, attrgetter("task")):
            tasks.append(task if len(tasks) < _MAX_NAMED_TASKS else "...")
            if len(tasks) > _MAX_NAMED_TASKS:
                break
        return displayed | {"tasks": ", ".join(tasks)}


class Board(BaseModel):
    """All sections, and the reason for each folder that could not be read."""

    sections: list[Section]
    unreadable: dict[str, str] = {}

    def filters(self) -> dict[str, list[str]]:
        """Return the filters: parts of conditions that differ between sections, with their values.

        Checksums and long lists are left out.
        """
        values_by_name: dict[str, dict[str, None]] = {}
        for section in self.sections:
            for name, value in section.condition.items():
                if name not in _HIDDEN_CONDITIONS and len(str(value)) <= _MAX_LENGTH:
                    values_by_name.setdefault(name, {})[format_value(value)] = None
        return {name: list(values) for name, values in values_by_name.items() if len(values) > 1}

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
    folders = sorted(path.parent for path in folder.rglob("run.json"))
    if not folders:
        raise UserError(f"{folder}: the folder contains no runs.")
    runs: list[Run] = []
    unreadable: dict[str, str] = {}
    load = shared_benchmarks()
    for path in folders:
        try:
            run = read_run(path, load=load)
        except UserError as error:
            unreadable[str(path)] = str(error).removeprefix(f"{path}: ")
            continue
        if run.summary is None:
            unreadable[str(path)] = "no task has finished"
        else:
            runs.append(run)
    return Board(sections=sections(runs), unreadable=unreadable)


def sections(runs: Sequence[Run]) -> list[Section]:
    """Group runs by benchmark, condition and tasks, so that runs in a section compare.

    Runs of people are added to every section with the same tasks and settings, because only their
    conditions say how their browsers differ from those of agents.
    """
    agent_groups: dict[str, list[Run]] = {}
    people_groups: dict[str, list[Run]] = {}
    for run in runs:
        if PEOPLE in run.condition:
            people_groups.setdefault(_key(run, _shared(run)), []).append(run)
        else:
            agent_groups.setdefault(_key(run, run.condition), []).append(run)
    agents = {key: _key(group[0], _shared(group[0])) for key, group in agent_groups.items()}
    for key, shared in agents.items():
        agent_groups[key] += people_groups.get(shared, [])
    separate_people = {
        key: group for key, group in people_groups.items() if key not in agents.values()
    }
    return [_section(group) for _, group in sorted((agent_groups | separate_people).items())]


def _key(run: Run, condition: dict[str, Any]) -> str:
    return json.dumps(
        [run.benchmark, condition, run.tasks, run.selection], sort_keys=True, default=str
    )


def _shared(run: Run) -> dict[str, Any]:
    """Return the parts of a run's condition that do not depend on the browser."""
    return {name: value for name, value in run.condition.items() if name not in _BY_BROWSER}


def _section(runs: Sequence[Run]) -> Section:
    first = runs[0]
    assert first.summary is not None
    headline = first.summary.headline
    return Section(
        benchmark=first.benchmark,
        condition=first.condition,
        headline=headline,
        # The first episodes of a run can be easier, or have been better by chance.
        runs=sorted(runs, key=lambda run: (run.missing > 0, -_figure(run, headline))),
        published=first.published if first.published and first.published.rows else None,
    )


def _figure(run: Run, name: str) -> float:
    return run.summary.figures.get(name, 0.0) if run.summary else 0.0


def write_board(board: Board, out: Path) -> Path:
    """Write the page, and a comparison of each section's runs to `comparisons`; return the page's
    path.

    Links to reports are relative if the runs are in the page's folder or its subfolders.

    Raises:
        UserError: If the page's path is a folder, or its folder cannot be created.
    """
    if out.is_dir():
        raise UserError(f"{out}: is a folder. Name a file, such as {out / 'board.html'}.")
    make_folder(out.parent)
    page_folder = out.parent.resolve()
    comparison_links: dict[int, str] = {}
    for number, section in enumerate(board.sections, 1):
        folder = out.parent / _COMPARISONS / f"{section.benchmark}-{number}"
        # A single run, or stopped runs without a common task, cannot be compared.
        with contextlib.suppress(UserError):
            page = write_comparison(compare(section.runs), folder)
            comparison_links[number] = link_to(page.relative_to(out.parent))

    def link(run: Run) -> str:
        report = (run.folder / "report.html").resolve()
        return (
            link_to(report.relative_to(page_folder))
            if report.is_relative_to(page_folder)
            else report.as_uri()
        )

    page = TEMPLATES.get_template("board.html").render(
        board=board,
        link=link,
        comparison_links=comparison_links,
        names=names,
        format_value=format_value,
        cost_text=cost_text,
    )
    write_page(out, page)
    return out
