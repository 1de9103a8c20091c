"""Measure seconds per TurkingBench instance: webproctor, plain Playwright and plain Selenium.

    python bench/speed.py --data FOLDER [--instances N] [--rounds N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import ours
import plain_playwright
from rich.console import Console
from rich.table import Table
from work import BenchFault, Outcome, Work, chosen, record

from webproctor.core.errors import UserError
from webproctor.environments.browser import find_browser

# The original harness (Selenium, Turkle), measured earlier on this kind of machine: seconds per
# instance of its oracle, per field, and per instance without actions.
ORIGINAL, ORIGINAL_FIELD, ORIGINAL_NOTHING = 9.0, 0.9, 1.96

HARNESS, CORE = "webproctor run", "webproctor core"
PLAYWRIGHT, SELENIUM = "plain Playwright", "plain Selenium"
HARNESS_NOTHING, CORE_NOTHING = "webproctor run, do-nothing", "webproctor core, do-nothing"

WIDTH = 120  # columns, also without a terminal

Contestant = Callable[[Work, Path, int], Outcome]


class Checked(Protocol):
    """A contestant that can also return the final values of the fields."""

    def __call__(
        self, work: Work, browser: Path, lanes: int, *, check: bool = False
    ) -> Outcome: ...


@dataclass
class Row:
    """One contestant with one browser and `lanes` parallel instances.

    Attributes:
        rounds: Wall-clock seconds per instance, for each round.
        cpu_rounds: CPU seconds per instance, for each round, including browser and drivers.
    """

    contestant: str
    browser: str
    lanes: int
    rounds: list[float] = field(default_factory=list)
    cpu_rounds: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return statistics.median(self.rounds)

    @property
    def cpu_seconds(self) -> float:
        return statistics.median(self.cpu_rounds)

    @property
    def per_hour(self) -> float:
        return 3600 / self.seconds


@dataclass(frozen=True)
class Ratio:
    """A ratio of two medians, and its target, if any."""

    name: str
    browser: str
    lanes: int
    value: float
    at_most: float | None = None
    at_least: float | None = None

    @property
    def met(self) -> bool | None:
        if self.at_most is not None:
            return self.value <= self.at_most
        return None if self.at_least is None else self.value >= self.at_least

    @property
    def target(self) -> str:
        if self.at_most is not None:
            return f"<= {self.at_most:g}"
        return "" if self.at_least is None else f">= {self.at_least:g}"


@cache
def selenium_refuses(browser: Path) -> str | None:
    """Return why Selenium cannot run this browser, or None if it can."""
    if find_spec("selenium") is None:
        return "the Python package selenium is not installed"
    if shutil.which("chromedriver") is None:
        return "there is no chromedriver on the path"
    import plain_selenium

    return plain_selenium.refusal(browser)


def checked(browser: Path) -> dict[str, Checked]:
    """Return the contestants whose fields are compared."""
    taking: dict[str, Checked] = {CORE: ours.core, PLAYWRIGHT: plain_playwright.run}
    if selenium_refuses(browser) is None:
        import plain_selenium

        taking[SELENIUM] = plain_selenium.run
    return taking


def contestants(browser: Path) -> dict[str, Contestant]:
    """Return all timed contestants, in the order of a round."""
    return {
        HARNESS: ours.harness,
        **checked(browser),
        HARNESS_NOTHING: partial(ours.harness, agent="do-nothing"),
        CORE_NOTHING: partial(ours.core, agent="do-nothing"),
    }


def check(work: Work, browsers: list[Path], say: Callable[[str], None]) -> None:
    """Run every contestant once, untimed, and compare the final fields.

    Raises:
        BenchFault: If a contestant's fields differ from those of the recorded oracle.
    """
    for browser in browsers:
        for name, contestant in checked(browser).items():
            values = contestant(work, browser, 1, check=True).values
            for job in work.jobs:
                if (there := values[job.task.id]) != job.values:
                    named = zip(job.fields, there, job.values, strict=True)
                    differing = [one for one in named if one[1] != one[2]]
                    raise BenchFault(
                        f"{name}, {browser}, {job.task.id}: fields differ: {differing}"
                    )
            say(f"{name}, {browser.name}: the fields of {len(work.jobs)} instances are equal")


def measure(
    work: Work, browsers: list[Path], lanes: list[int], rounds: int, say: Callable[[str], None]
) -> list[Row]:
    """Run all contestants in turn, round by round, so that disturbances affect all of them."""
    rows = []
    for browser in browsers:
        for many in lanes:
            block = {name: Row(name, browser.name, many) for name in contestants(browser)}
            for turn in range(rounds):
                for name, contestant in contestants(browser).items():
                    outcome = contestant(work, browser, many)
                    block[name].rounds.append(outcome.seconds)
                    block[name].cpu_rounds.append(outcome.cpu_seconds)
                    took = f"{outcome.seconds:.3f} s, {outcome.cpu_seconds:.3f} s of CPU time"
                    say(f"{browser.name}, {many} at a time, round {turn + 1}, {name}: {took}")
            rows += block.values()
    return rows


def ratios(rows: list[Row], fields: float) -> list[Ratio]:
    """Compute ratios of the medians for each browser and number of lanes.

    Args:
        fields: Filled-in fields per instance.
    """
    found = []
    for browser, lanes in dict.fromkeys((row.browser, row.lanes) for row in rows):
        here = {r.contestant: r for r in rows if (r.browser, r.lanes) == (browser, lanes)}
        took = {name: row.seconds for name, row in here.items()}
        cpu = {name: row.cpu_seconds for name, row in here.items()}
        make = partial(Ratio, browser=browser, lanes=lanes)
        ours, nothing = took[HARNESS], took[HARNESS_NOTHING]
        found += [
            make(f"{HARNESS} / {PLAYWRIGHT}", value=ours / took[PLAYWRIGHT], at_most=1.3),
            make(f"{CORE} / {PLAYWRIGHT}", value=took[CORE] / took[PLAYWRIGHT]),
            make(f"{HARNESS} / {PLAYWRIGHT}, processor time", value=cpu[HARNESS] / cpu[PLAYWRIGHT]),
        ]
        if SELENIUM in took:
            found.append(make(f"{SELENIUM} / {HARNESS}", value=took[SELENIUM] / ours, at_least=4))
        found += [
            make(f"original / {HARNESS}", value=ORIGINAL / ours, at_least=20),
            make(f"original / {HARNESS}, by field", value=ORIGINAL_FIELD * fields / ours),
            make(f"original / {HARNESS_NOTHING}", value=ORIGINAL_NOTHING / nothing),
        ]
    return found


def show(rows: list[Row], found: list[Ratio], about: dict[str, Any]) -> None:
    """Print the tables."""
    console = Console(width=max(Console().width, WIDTH))
    console.print(
        "{instances} instances with {fields_per_instance:.1f} fields filled in each, medians of "
        "{rounds} rounds; {machine}".format(**about),
        highlight=False,
    )
    times = _table("", "browser", "at a time", "s/instance", "CPU s/instance", "per hour")
    for row in rows:
        figures = f"{row.seconds:.3f}", f"{row.cpu_seconds:.3f}", f"{row.per_hour:,.0f}"
        times.add_row(row.contestant, row.browser, str(row.lanes), *figures)
    for agent, seconds in (("oracle", ORIGINAL), ("do-nothing", ORIGINAL_NOTHING)):
        figures = f"{seconds:.3f}", "", f"{3600 / seconds:,.0f}"
        times.add_row(f"original, {agent}", "(quoted, not run)", "1", *figures)
    console.print(times)
    compared = _table("ratio", "browser", "at a time", "value", "target", "met")
    for one in found:
        met = {None: "", True: "yes", False: "NO"}[one.met]
        compared.add_row(one.name, one.browser, str(one.lanes), f"{one.value:.2f}", one.target, met)
    console.print(compared)


def _table(*columns: str) -> Table:
    table = Table(box=None)
    for column in columns:
        right = column in ("at a time", "value", "per hour") or column.endswith("s/instance")
        table.add_column(column, justify="right" if right else "left", no_wrap=True)
    return table


def _plain(row: Row) -> dict[str, Any]:
    figures = {name: getattr(row, name) for name in ("seconds", "cpu_seconds", "per_hour")}
    return vars(row) | figures


def browsers_here(given: list[str]) -> list[Path]:
    """Return the given browsers, by default the headless shell and the full browser.

    Raises:
        UserError: If one is not an executable, or there is none.
    """
    if not given:
        there = [shutil.which(name) for name in ("chromium-headless-shell", "chromium")]
        return [Path(path) for path in there if path] or [find_browser()]
    there = {name: shutil.which(name) for name in given}
    for name, path in there.items():
        if path is None:
            raise UserError(f"--browser {name!r}: not an executable.")
    return [Path(path) for path in there.values() if path]


def options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--data", type=Path, help="TurkingBench data; default: the built-in sample."
    )
    parser.add_argument("--instances", type=int, default=5, help="Instances of each task (5).")
    parser.add_argument("--task", action="append", help="Only this task; repeatable.")
    parser.add_argument(
        "--rounds", type=int, default=3, help="Number of rounds; medians are reported (3)."
    )
    parser.add_argument(
        "--parallel", type=int, action="append", help="Parallel instances; repeatable (1, 2)."
    )
    parser.add_argument(
        "--browser", action="append", default=[], help="Browser executables; default: all."
    )
    parser.add_argument(
        "--json", action="store_true", help="Print one JSON object instead of tables."
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    given = options(arguments)
    lanes = given.parallel or [1, 2]
    data = given.data if given.data and given.data.is_dir() else None

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    if given.data and data is None:
        say(f"{given.data}: not a folder; using the built-in sample.")
    try:
        browsers = browsers_here(given.browser)
        without = {str(browser): why for browser in browsers if (why := selenium_refuses(browser))}
        for browser, why in without.items():
            say(f"{browser}: without Selenium: {why}")
        with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
            choice = chosen(data, given.task)
            work = asyncio.run(record(data, Path(folder), choice, given.instances, max(lanes)))
            check(work, browsers, say)
            rows = measure(work, browsers, lanes, given.rounds, say)
    except (BenchFault, UserError) as fault:
        say(str(fault))
        return 1
    fields = sum(len(job.actions) for job in work.timed) / len(work.timed)
    found = ratios(rows, fields)
    about = {
        "data": "given" if data else "sample",
        "instances": len(work.timed),
        "fields_per_instance": fields,
        "rounds": given.rounds,
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "fields_alike": sorted({name for browser in browsers for name in checked(browser)}),
        "without_selenium": without,
    }
    if given.json:
        timed = [_plain(row) for row in rows]
        compared = [vars(one) | {"met": one.met} for one in found]
        print(json.dumps(about | {"rows": timed, "ratios": compared}))
    else:
        show(rows, found, about)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
