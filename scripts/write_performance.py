"""Write the measured tables of docs/performance.md and README.md from bench/results.json.

    python scripts/write_performance.py

A table stands between `<!-- bench NAME -->` and `<!-- end of bench NAME -->`; NAME is one of
`bench/benches.py`. The script replaces what is between them: the command, where and when it ran,
and its rows, or that there are no results. Results of machines with different numbers of cores are
written below each other; those of one alone by `<!-- bench NAME CORES -->`. The table of
`<!-- bench highlights -->` has the measured rows of `HIGHLIGHTS`. The plot of parallel episodes is
drawn from the same results.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from benches import BENCHES  # noqa: E402  # pyright: ignore[reportMissingImports]
from flame_graph import drawn as flames_drawn  # noqa: E402  # pyright: ignore[reportMissingImports]
from parallel_plot import described, drawn  # noqa: E402  # pyright: ignore[reportMissingImports]
from printing import table  # noqa: E402  # pyright: ignore[reportMissingImports]
from results import Result, Row, read  # noqa: E402  # pyright: ignore[reportMissingImports]

from webproctor.core.errors import UserError  # noqa: E402

__all__ = ["Result", "chosen", "described", "drawn", "flame_graphs", "read", "written"]

PAGES = (ROOT / "docs/performance.md", ROOT / "README.md")
FLAMES = ROOT / "docs/images/flames"
PLOT = ROOT / "docs/images/parallel.svg"
NAMES = ("", "compared with", "unit")  # columns of names; the others are numbers
ONLY_IN_DETAIL = ("processor time", "its processor time")  # columns that the README does not have
RUN = "webproctor run, 1 at a time"
AGENT = "1,100 elements: observation of the `web` agent"
# The rows of the README: benchmark, beginning of the row's name, name of the baseline, and the name
# in the README.
HIGHLIGHTS = (
    ("speed", RUN, "plain Playwright", "TurkingBench page filled in by `webproctor run`"),
    ("observe", AGENT, "BrowserGym, no waits", "observation of the `web` agent, 1,100 elements"),
    ("webgames", "oracle, ", "real clock", "WebGames under the virtual clock, every fourth game"),
    ("start", "`webproctor run`", "Playwright script, one key", "start until the first action"),
)
# Optional baselines.
RIVALS = frozenset({"plain Selenium", "BrowserGym", "BrowserGym, no waits"})
_BLOCK = re.compile(
    r"(?P<begin><!-- bench (?P<name>[\w-]+)(?: (?P<cores>\d+))? -->\n)"
    r".*?(?P<end><!-- end of bench (?P=name) -->)",
    re.DOTALL,
)


def written(page: str, results: Sequence[Result]) -> str:
    """Return a page with its tables filled in with the results.

    Raises:
        UserError: If there is no benchmark of a table's name.
    """

    def block(found: re.Match[str]) -> str:
        name, cores = found["name"], found["cores"]
        if name == "highlights":
            lines = _highlights(results)
        elif of := chosen(name, results, cores):
            lines = _bench(of)
        else:
            lines = [f'Not measured yet: `make bench BENCH="{name}"`.']
        return "\n".join([found["begin"], *lines, "", found["end"]])

    if page.count("<!-- bench ") != len(_BLOCK.findall(page)):
        raise UserError("A `<!-- bench NAME -->` has no `<!-- end of bench NAME -->`.")
    return _BLOCK.sub(block, page)


def chosen(name: str, results: Sequence[Result], cores: str | None = None) -> list[Result]:
    """Return the results of a benchmark, of one number of cores or all.

    Raises:
        UserError: If there is no such benchmark.
    """
    if name not in BENCHES:
        raise UserError(f"{name!r} is not a benchmark: choose from {', '.join(BENCHES)}.")
    return [
        one
        for one in results
        if one.bench == name and one.rows and cores in (None, str(one.machine.cores))
    ]


def flame_graphs(results: Sequence[Result]) -> dict[Path, str]:
    """Return the flame graph of each benchmark by its file, of the last result with one."""
    return {
        FLAMES / f"{one.bench.removeprefix('flames-')}.svg": flames_drawn(
            f"{one.bench.removeprefix('flames-')}: an episode of the oracle", one.graph
        )
        for one in results
        if one.graph
    }


def _bench(results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the table of one benchmark: commands, places, rows."""
    commands = dict.fromkeys(one.command for one in results)
    yield "```"
    yield from (f".venv/bin/python bench/{command}" for command in commands)
    yield "```\n"
    for one in results:
        yield f"{_place(one)}, {one.seconds:,.0f} s."
        yield f"{', '.join(f'{name} {version}' for name, version in one.versions.items())}.\n"
    every = [
        (row, one.machine.cores)
        for alike in dict.fromkeys(_key(row) for one in results for row in one.rows)
        for one in results
        for row in one.rows
        if _key(row) == alike
    ]
    yield from _table([row for row, _ in every], [cores for _, cores in every])


def _key(row: Row) -> tuple[str, str, str]:
    return row.name, row.against, row.unit


def _place(result: Result) -> str:
    return f"{result.date}, {_machine(result)}"


def _machine(result: Result) -> str:
    where = result.machine
    return f"{where.cores} cores ({where.model}, {where.memory_gb:g} GB, {where.kernel})"


def _places(results: Sequence[Result]) -> Iterator[str]:
    """Yield a line for each machine, with the first and the last date of its results."""
    machines = dict.fromkeys(_machine(one) for one in results)
    for machine in machines:
        dates = sorted({one.date for one in results if _machine(one) == machine})
        yield f"{' to '.join(dict.fromkeys((dates[0], dates[-1])))}, {machine}.\n"


def _highlights(results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the table of the README: some rows with their medians and ratios."""
    found: list[tuple[Row, Result]] = []
    for name, begin, against, label in HIGHLIGHTS:
        of = chosen(name, results)
        fitting = [
            (row.model_copy(update={"name": label}), one)
            for one in of
            for row in one.rows
            if row.name.startswith(begin) and row.against == against
        ]
        if of and not fitting and against not in RIVALS:
            raise UserError(f"The results of {name} have no {begin!r} compared with {against!r}.")
        found += fitting
    names = dict.fromkeys(one.bench for _, one in found)
    yield f'```\nmake bench BENCH="{" ".join(names)}"\n```\n'
    yield from _places([one for _, one in found])
    yield from _table(
        [row for row, _ in found], [one.machine.cores for _, one in found], medians=True
    )


def _table(rows: Sequence[Row], cores: Sequence[int], *, medians: bool = False) -> Iterator[str]:
    lines = table(rows, cores if len(set(cores)) > 1 else (), medians=medians)
    if medians:
        kept = [at for at, name in enumerate(lines[0]) if name not in ONLY_IN_DETAIL]
        lines = [tuple(line[at] for at in kept) for line in lines]
    head, *lines = lines
    yield _row(head)
    yield "|" + "|".join("---" if one in NAMES else "---:" for one in head) + "|"
    yield from map(_row, lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> int:
    try:
        results = read()
        pages = {path: written(path.read_text(encoding="utf-8"), results) for path in PAGES}
        if of := chosen("parallel", results):
            pages[PLOT] = drawn(of)
        pages |= flame_graphs(results)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for path, page in pages.items():
        path.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
