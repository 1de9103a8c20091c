"""Measure seconds per TurkingBench instance: webproctor, baselines, and the same commands alone.

    python bench/speed.py --data FOLDER [--instances N] [--rounds N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import bare
import ours
import plain_playwright
from printing import show
from results import Measured, Row
from work import BenchFault, Outcome, Work, chosen, record

from webproctor.core.errors import UserError
from webproctor.environments.browser import find_browser

# The original harness (Selenium, Turkle), measured earlier on this kind of machine: seconds per
# instance of its oracle, per field, and per instance without actions.
ORIGINAL, ORIGINAL_FIELD, ORIGINAL_NOTHING = 9.0, 0.9, 1.96

HARNESS, CORE = "webproctor run", "webproctor core"
PLAYWRIGHT, SELENIUM = "plain Playwright", "plain Selenium"
BARE = "bare DevTools commands"
HARNESS_NOTHING, CORE_NOTHING = "webproctor run, do-nothing", "webproctor core, do-nothing"

Contestant = Callable[[Work, Path, int], Outcome]


class Checked(Protocol):
    """A contestant that can also return the final values of the fields."""

    def __call__(
        self, work: Work, browser: Path, lanes: int, *, check: bool = False
    ) -> Outcome: ...


@dataclass(frozen=True)
class Times:
    """The rounds of all contestants with one browser and `lanes` parallel instances."""

    browser: str
    lanes: int
    outcomes: dict[str, list[Outcome]]

    def of(self, contestant: str) -> Measured:
        """Return seconds per instance."""
        mine = self.outcomes[contestant]
        return Measured(
            rounds=[one.seconds for one in mine], processor=[one.cpu_seconds for one in mine]
        )


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
    taking: dict[str, Checked] = {CORE: ours.core, BARE: bare.run, PLAYWRIGHT: plain_playwright.run}
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
) -> list[Times]:
    """Run all contestants in turn, round by round, so that disturbances affect all of them."""
    found: list[Times] = []
    for browser in browsers:
        for many in lanes:
            outcomes: dict[str, list[Outcome]] = {name: [] for name in contestants(browser)}
            for step in range(rounds):
                for name, contestant in contestants(browser).items():
                    outcome = contestant(work, browser, many)
                    outcomes[name].append(outcome)
                    took = f"{outcome.seconds:.3f} s, {outcome.cpu_seconds:.3f} s of CPU time"
                    say(f"{browser.name}, {many} at a time, round {step + 1}, {name}: {took}")
            found.append(Times(browser.name, many, outcomes))
    return found


def compared(times: Times, fields: float) -> list[Row]:
    """Return seconds per instance, compared with the baselines and the quoted original.

    Args:
        fields: Filled-in fields per instance.
    """

    def row(name: str, against: str, theirs: Measured | None) -> Row:
        place = f"{name}, {times.lanes} at a time, {times.browser}"
        ours = times.of(name)
        return Row(name=place, unit="s per instance", ours=ours, against=against, theirs=theirs)

    def quoted(name: str, against: str, seconds: float) -> Row:
        original = Measured(rounds=[seconds] * len(times.outcomes[name]))
        return row(name, f"{against} (quoted)", original)

    scripts = [name for name in (PLAYWRIGHT, SELENIUM, BARE) if name in times.outcomes]
    return [
        *(row(HARNESS, script, times.of(script)) for script in scripts),
        row(HARNESS, CORE, times.of(CORE)),
        quoted(HARNESS, "original", ORIGINAL),
        quoted(HARNESS, "original, by field", ORIGINAL_FIELD * fields),
        *(row(CORE, script, times.of(script)) for script in scripts),
        quoted(HARNESS_NOTHING, "original, do-nothing", ORIGINAL_NOTHING),
        row(CORE_NOTHING, "", None),
    ]


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
            found = measure(work, browsers, lanes, given.rounds, say)
    except (BenchFault, UserError) as fault:
        say(str(fault))
        return 1
    fields = sum(len(job.actions) for job in work.timed) / len(work.timed)
    instances = f"{len(work.timed)} instances with {fields:.1f} fields filled in each"
    show(
        f"Speed, {instances}",
        [row for times in found for row in compared(times, fields)],
        as_json=given.json,
        fields_alike=sorted({name for browser in browsers for name in checked(browser)}),
        without_selenium=without,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
