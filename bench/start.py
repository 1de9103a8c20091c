"""Measure how long programs take to start: `--help`, and a run until its agent has acted once.

    python bench/start.py [--rounds N] [--game ID] [--json]

See README.md in this folder for the method.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from first_action import REPORT
from printing import show
from results import Measured, Row
from stopwatch import count_orphans, orphans_awaited

from webproctor.environments.browser import find_browser

PAGE = "data:text/html,<title>page</title><input>"
# What a script without harness does for its first action. Arguments: browser, address.
SCRIPT = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1])
    page = browser.new_page()
    page.goto(sys.argv[2])
    page.keyboard.press("Tab")
    browser.close()
"""
AGENT = Path(__file__).with_name("first_action.py")
NOTHING, HELP, INSPECT = "`python -c pass`", "`webproctor --help`", "`import inspect_ai`"
CHROMIUM, SCRIPTED = "Chromium, one page", "Playwright script, one key"
RUN = "`webproctor run`, first action"
# Python keeps compiled modules, as in an installation: the round that is not counted writes them.
_ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
Times = tuple[float, float]  # seconds and processor seconds


def whole(command: Sequence[str]) -> Times:
    """Return the times of a command, from its start to its end.

    Raises:
        subprocess.CalledProcessError: If it failed.
    """
    before, start = _children(), time.monotonic()
    with orphans_awaited():
        subprocess.run(command, check=True, capture_output=True, env=_ENVIRONMENT)
        seconds = time.monotonic() - start
    return seconds, _children() - before


def until_acted(game: str) -> Times:
    """Return the times of a run until its agent has acted once."""
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "webproctor", "run", "webgames", "--task", game]
        command += ["--agent", f"{AGENT}:FirstAction", "--clock", "virtual", "--parallel", "1"]
        start = time.monotonic()
        subprocess.run(
            [*command, "--out", f"{folder}/run"],
            check=True,
            capture_output=True,
            env={**_ENVIRONMENT, REPORT: str(report)},
        )
        data = json.loads(report.read_text(encoding="utf-8"))
    return data["at"] - start, data["processor"]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(game: str, rounds: int) -> dict[str, list[Times]]:
    """Return the times of each program in each round, after one round that is not counted."""
    count_orphans()
    browser = str(find_browser())
    python, ours = [sys.executable, "-c"], [sys.executable, "-m", "webproctor"]
    headless = [browser, "--headless", "--no-sandbox", "--dump-dom", PAGE]
    programs = {
        NOTHING: lambda: whole([*python, "pass"]),
        HELP: lambda: whole([*ours, "--help"]),
        INSPECT: lambda: whole([*python, "import inspect_ai"]),
        CHROMIUM: lambda: whole(headless),
        SCRIPTED: lambda: whole([*python, SCRIPT, browser, PAGE]),
        RUN: lambda: until_acted(game),
    }
    rows = [{name: take() for name, take in programs.items()} for _ in range(rounds + 1)]
    return {name: [row[name] for row in rows[1:]] for name in programs}


def compared(measured: Mapping[str, Sequence[Times]]) -> list[Row]:
    """Return webproctor's times, each compared with programs that do a part of the same."""

    def of(*programs: str) -> Measured:
        rounds = zip(*(measured[name] for name in programs), strict=True)
        sums = [tuple(map(sum, zip(*one, strict=True))) for one in rounds]
        return Measured(rounds=[wall for wall, _ in sums], processor=[used for _, used in sums])

    def row(name: str, *others: str) -> Row:
        against = " and ".join(others)
        return Row(name=name, unit="s", ours=of(name), against=against, theirs=of(*others))

    return [row(HELP, NOTHING), row(RUN, SCRIPTED), row(RUN, CHROMIUM), row(RUN, INSPECT, CHROMIUM)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", default="date", help="A task of WebGames.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    show("Start", compared(measure(given.game, given.rounds)), as_json=given.json)


if __name__ == "__main__":
    main()
