"""Measure how long programs take to start: `--help`, and a run until its agent has acted once.

    python bench/start.py [--rounds N] [--game ID] [--json]

See README.md in this folder for the method.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from first_action import REPORT
from rich.console import Console
from rich.table import Table

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
Times = tuple[float, float]  # seconds and processor seconds


def whole(command: Sequence[str]) -> Times:
    """Return the times of a command, from its start to its end.

    Raises:
        subprocess.CalledProcessError: If it failed.
    """
    before, start = _children(), time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    return time.monotonic() - start, _children() - before


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
            env={**os.environ, REPORT: str(report)},
        )
        told = json.loads(report.read_text(encoding="utf-8"))
    return told["at"] - start, told["processor"]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(game: str, rounds: int) -> dict[str, list[Times]]:
    """Return the times of each program in each round, after one round that is not counted."""
    browser = str(find_browser())
    python, ours = [sys.executable, "-c"], [sys.executable, "-m", "webproctor"]
    headless = [browser, "--headless", "--no-sandbox", "--dump-dom", PAGE]
    programs = {
        "python -c pass": lambda: whole([*python, "pass"]),
        "webproctor --help": lambda: whole([*ours, "--help"]),
        "import inspect_ai": lambda: whole([*python, "import inspect_ai"]),
        "Chromium, one page": lambda: whole(headless),
        "Playwright script, one key": lambda: whole([*python, SCRIPT, browser, PAGE]),
        "webproctor run, first action": lambda: until_acted(game),
    }
    rows = [{name: take() for name, take in programs.items()} for _ in range(rounds + 1)]
    return {name: [row[name] for row in rows[1:]] for name in programs}


def ratios(measured: dict[str, list[Times]]) -> dict[str, list[float]]:
    """Return ratios of processor time in each round."""
    used = {name: [processor for _, processor in times] for name, times in measured.items()}

    def over(one: str, *others: str) -> list[float]:
        base = map(sum, zip(*(used[other] for other in others), strict=True))
        return [a / b for a, b in zip(used[one], base, strict=True)]

    run, chromium = "webproctor run, first action", "Chromium, one page"
    return {
        "--help / python -c pass": over("webproctor --help", "python -c pass"),
        "run / Chromium": over(run, chromium),
        "run / Playwright script": over(run, "Playwright script, one key"),
        "run / (import inspect_ai + Chromium)": over(run, "import inspect_ai", chromium),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", default="date", help="A task of WebGames.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    measured = measure(given.game, given.rounds)
    compared = ratios(measured)
    if given.json:
        print(json.dumps({"times": measured, "ratios": compared}))
        return
    times = Table("", "wall s", "processor s", "from", "to", box=None)
    for name, rows in measured.items():
        wall, used = ([row[i] for row in rows] for i in (0, 1))
        cells = statistics.median(wall), statistics.median(used), min(used), max(used)
        times.add_row(name, *(f"{cell:.3f}" for cell in cells))
    shown = Table("processor time", "ratio", "from", "to", box=None)
    for name, values in compared.items():
        cells = statistics.median(values), min(values), max(values)
        shown.add_row(name, *(f"{cell:.2f}" for cell in cells))
    Console(width=100).print(times, shown)


if __name__ == "__main__":
    main()
