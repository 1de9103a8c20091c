"""Measure the time to create and to open a run's report, compared with Inspect on the same log.

    python bench/reports.py [--episodes N] [--rounds K] [--json]

- *Making*: `webproctor report`, from the start of the program: both pages of a run from its log,
  including intervals; compared with only reading the log with Inspect.
- *Opening*: `episodes.html` from its file until its first episode is shown, compared with Inspect's
  viewer on its own server until its first sample is listed. Each round has a new browser context.
"""

import argparse
import contextlib
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from inspect_ai.log import read_eval_log
from playwright.sync_api import Browser, Page, sync_playwright
from printing import show
from results import Measured, Row
from stopwatch import Stopwatch, timed

from webproctor.environments.browser import find_browser
from webproctor.harness.runs import run

_TASKS = 80  # Of the built-in sample.
_TIMEOUT = 30_000  # Timeout for a page in milliseconds.


def program(name: str) -> str:
    """Return the path of a program of the current environment."""
    return str(Path(sys.executable).parent / name)


@contextlib.contextmanager
def viewer(logs: Path) -> Iterator[str]:
    """Start Inspect's viewer for a folder of logs; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = ["--log-dir", str(logs), "--host", "127.0.0.1", "--port", str(port)]
    command = [program("inspect"), "view", "start", *where]
    with subprocess.Popen(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if "Running on" in line:
                    break
            else:
                sys.exit(f"{' '.join(command)} exited with status {process.wait()}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def opening(browser: Browser, address: str, ready: Callable[[Page], Any]) -> Stopwatch:
    """Measure the time from opening a page until it is ready."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(_TIMEOUT)
        return timed(lambda: (page.goto(address), ready(page)))


def openings(folder: Path, log: Path, rounds: int) -> list[tuple[Stopwatch, Stopwatch]]:
    """Measure the opening of the first episode of a report, and of its sample in `inspect view`.

    The first round is a warm-up of files and server, and left out.
    """
    with sync_playwright() as playwright, viewer(folder) as address:
        browser = playwright.chromium.launch(executable_path=find_browser())
        episodes = (folder / "episodes.html").as_uri()
        samples = f"{address}/#/logs/{quote(log.name)}"

        def episode_shown(page: Page) -> None:
            page.get_by_text("step 1 of").wait_for()

        def sample_shown(page: Page) -> None:
            page.get_by_text("1/1", exact=True).first.wait_for()

        measured = [
            (opening(browser, episodes, episode_shown), opening(browser, samples, sample_shown))
            for _ in range(rounds + 1)
        ]
        browser.close()
    return measured[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--episodes", type=int, default=5040, help=f"in whole epochs of {_TASKS}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    epochs = max(1, given.episodes // _TASKS)
    with tempfile.TemporaryDirectory(prefix="webproctor-") as named:
        folder = Path(named) / "run"
        run(
            "grounding",
            "noisy-oracle",
            agent_settings={"error_rate": 0.3},
            epochs=epochs,
            folder=folder,
        )
        logs = sorted(folder.glob("*.eval"))
        report = [program("webproctor"), "report", folder, "--json"]
        made = [
            (
                timed(lambda: subprocess.run(report, check=True, capture_output=True)),
                timed(lambda: [read_eval_log(str(log)) for log in logs]),
            )
            for _ in range(given.rounds)
        ]
        pages = [folder / "report.html", folder / "episodes.html", *folder.glob("episodes/*")]
        size = sum(page.stat().st_size for page in pages) / 1e6
        opened = openings(folder, logs[0], given.rounds)
    ours, reading = (Measured.times(side) for side in zip(*made, strict=True))
    shown, viewed = (Measured.times(side) for side in zip(*opened, strict=True))
    rows = [
        Row(
            name="writing the pages",
            unit="s",
            ours=ours,
            against="Inspect reads the log",
            theirs=reading,
        ),
        Row(
            name="first episode shown",
            unit="s",
            ours=shown,
            against="first sample in `inspect view`",
            theirs=viewed,
        ),
        Row(name="size of the pages", unit="MB", ours=Measured.single(size)),
    ]
    show(f"Reports of {epochs * _TASKS:,} episodes", rows, as_json=given.json)


if __name__ == "__main__":
    main()
