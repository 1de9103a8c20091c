"""Write the measured tables of docs/performance.md and README.md from bench/results.json.

    python scripts/write_performance.py

A table stands between `<!-- bench NAME -->` and `<!-- end of bench NAME -->`; NAME is one of
`bench/run.py`, followed by the number of cores if there are results for several. The script
replaces what is between them: the command, where and when it ran, and its rows.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from printing import table  # noqa: E402  # pyright: ignore[reportMissingImports]
from results import Result, read  # noqa: E402  # pyright: ignore[reportMissingImports]

from webproctor.core.errors import UserError  # noqa: E402

PAGES = (ROOT / "docs/performance.md", ROOT / "README.md")
NAMES = 2  # the first columns of a table are names; the others are numbers
_BLOCK = re.compile(
    r"(?P<begin><!-- bench (?P<name>[\w-]+)(?: (?P<cores>\d+))? -->\n)"
    r".*?(?P<end><!-- end of bench (?P=name) -->)",
    re.DOTALL,
)


def written(page: str, results: Sequence[Result]) -> str:
    """Return a page with its tables made of the results.

    Raises:
        UserError: If a table's benchmark has no results, or more than one.
    """

    def block(found: re.Match[str]) -> str:
        lines = "\n".join(_lines(_chosen(found["name"], found["cores"], results)))
        return f"{found['begin']}\n{lines}\n\n{found['end']}"

    if page.count("<!-- bench ") != len(_BLOCK.findall(page)):
        raise UserError("A `<!-- bench NAME -->` has no `<!-- end of bench NAME -->`.")
    return _BLOCK.sub(block, page)


def _chosen(name: str, cores: str | None, results: Sequence[Result]) -> Result:
    fitting = [
        one
        for one in results
        if one.bench == name and one.rows and cores in (None, str(one.machine.cores))
    ]
    if not fitting:
        raise UserError(f'There are no results of {name}: run `make bench BENCH="{name}"`.')
    if len(fitting) > 1:
        there = ", ".join(str(one.machine.cores) for one in fitting)
        raise UserError(
            f"{name} has results for {there} cores: write `<!-- bench {name} CORES -->`."
        )
    return fitting[0]


def _lines(result: Result) -> Iterator[str]:
    where = result.machine
    versions = ", ".join(f"{name} {version}" for name, version in result.versions.items())
    wall, processor = result.seconds, result.processor_seconds
    yield f"```\n.venv/bin/python bench/{result.command}\n```\n"
    yield f"{result.date}, {where.cores} cores ({where.model}, {where.memory_gb:g} GB,"
    yield f"{where.kernel}), {wall:,.0f} s with {processor:,.0f} s of processor time."
    yield f"{versions}.\n"
    head, *rows = table(result.rows)
    names = sum(1 for column in head[:NAMES] if column in ("", "compared with"))
    names += "unit" in head
    yield _row(head)
    yield "|" + "|".join("---" if at < names else "---:" for at in range(len(head))) + "|"
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> int:
    try:
        results = read()
        pages = {path: written(path.read_text(encoding="utf-8"), results) for path in PAGES}
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for path, page in pages.items():
        path.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
