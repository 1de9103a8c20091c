"""The board: many runs on one page, in one table only what may be compared."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from webproctor.errors import UserError
from webproctor.harness.comparing import compare, names
from webproctor.harness.results import Run
from webproctor.harness.runs import read_run
from webproctor.report.comparing import write_comparison
from webproctor.report.rendering import TEMPLATES, mark
from webproctor.scores import Table

_UNTOLD = frozenset({"data"})
_LONGEST = 40
_COMPARISONS = "comparisons"


def said(value: Any) -> str:
    """A part of a condition as people read it."""
    return value if isinstance(value, str) else json.dumps(value)


class Section(BaseModel):
    """Runs of one benchmark under one condition, the best first.

    Attributes:
        benchmark: Its name.
        condition: What is equal in all of them.
        headline: The figure by which they stand.
        runs: The runs.
        published: What others published on this benchmark.
    """

    benchmark: str
    condition: dict[str, Any]
    headline: str
    runs: list[Run]
    published: Table | None

    def told(self) -> dict[str, Any]:
        """The parts of the condition that say something: what is not set is left out."""
        return {name: value for name, value in self.condition.items() if value not in (None, [])}


class Board(BaseModel):
    """All sections, and the folders of runs that could not be read, each with why."""

    sections: list[Section]
    unreadable: dict[str, str] = {}

    def filters(self) -> dict[str, list[str]]:
        """What sections can be chosen by: parts of their conditions that differ, with the values
        that there are; checksums and long lists say nothing to a person."""
        found: dict[str, dict[str, None]] = {}
        for section in self.sections:
            for name, value in section.condition.items():
                if name not in _UNTOLD and len(str(value)) <= _LONGEST:
                    found.setdefault(name, {})[said(value)] = None
        return {name: list(values) for name, values in found.items() if len(values) > 1}

    def outline(self) -> dict[str, Any]:
        """The board as JSON data."""
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
    """Every run in a folder and below it.

    Raises:
        UserError: If there is none.
    """
    found = sorted(path.parent for path in folder.rglob("run.json"))
    if not found:
        raise UserError(f"{folder}: no run is in it.")
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
    """Runs by benchmark and condition: in one section everything that bears on figures is equal."""
    alike: dict[str, list[Run]] = {}
    for run in runs:
        key = json.dumps([run.benchmark, run.condition, run.tasks], sort_keys=True, default=str)
        alike.setdefault(key, []).append(run)
    return [_section(group) for _, group in sorted(alike.items())]


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
    """Write the page, and a comparison of every section's runs in `comparisons` beside it; returns
    the page's path.

    Links lead to the runs' own reports, where they are below its folder.
    """
    below = out.parent.resolve()
    compared: dict[int, Path] = {}
    for number, section in enumerate(board.sections, 1):
        folder = out.parent / _COMPARISONS / f"{section.benchmark}-{number}"
        # One run alone, or runs that were stopped before they had a task in common, have none.
        with contextlib.suppress(UserError):
            page = write_comparison(compare(section.runs), folder)
            compared[number] = page.relative_to(out.parent)

    def link(run: Run) -> str:
        report = (run.folder / "report.html").resolve()
        return str(report.relative_to(below)) if report.is_relative_to(below) else report.as_uri()

    page = TEMPLATES.get_template("board.html").render(
        board=board, link=link, compared=compared, names=names, mark=mark, said=said
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    return out
