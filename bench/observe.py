"""Measure milliseconds per observation of webproctor and BrowserGym, on the same pages in one run.

    python bench/observe.py [--baseline PYTHON] [--rounds N] [--json]

PYTHON is the interpreter of an environment with `browsergym-core`; without it, only webproctor is
measured. See README.md in this folder for the method.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from observe_pages import PAGES
from printing import show
from pydantic import TypeAdapter
from results import Measured, Row
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from stopwatch import Stopwatch

from webproctor.core.observations import View
from webproctor.environments.browser import Browser, find_browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import serve

HOST = "bench.localhost"
AGENT: tuple[View, ...] = ("content", "marked_screenshot", "tabs")
FULL: tuple[View, ...] = ("elements", "text", "axtree", "html", "screenshot")
ALONE: tuple[View, ...] = ("elements", "text", "axtree", "html", "screenshot")
_ELEMENTS = """JSON.stringify([...document.querySelectorAll('*')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.tagName, x, y, width, height];
}))"""

Figures = dict[str, dict[str, Measured]]
_FIGURES = TypeAdapter(Figures)
# Name, webproctor's key in `Figures`, name of the baseline, and the baseline's values.
Comparison = tuple[str, str, str, Measured | None]
OURS, BASELINE = "webproctor", "BrowserGym"


async def timed(work: Callable[[], Awaitable[Any]], rounds: int) -> Measured:
    """Return milliseconds of each call, after one warm-up call."""
    await work()
    taken = []
    with Stopwatch() as all_took:
        for _ in range(rounds):
            began = time.perf_counter()
            await work()
            taken.append(1000 * (time.perf_counter() - began))
    return Measured(rounds=taken, processor=[1000 * all_took.processor / rounds])


async def bare(session: WebSession) -> None:
    """Make the DevTools calls that return the data of all views, without processing the results."""
    send = session.page.channel.send
    await send("Runtime.evaluate", {"expression": _ELEMENTS, "returnByValue": True})
    await send("Accessibility.getFullAXTree")
    await send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    await send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})


async def ours(browser: Browser, pages: dict[str, str], rounds: int) -> Figures:
    figures: Figures = {}
    for name, url in pages.items():
        async with browser.page() as page:
            session = await WebSession.open(page, url)
            views: dict[str, tuple[View, ...]] = {"agent": AGENT, "full": FULL}
            views |= {f"{one} alone": (one,) for one in ALONE}
            found = {
                what: await timed(partial(session.observe, frozenset(which)), rounds)
                for what, which in views.items()
            }
            found["bare"] = await timed(partial(bare, session), rounds)
        found["reset"] = await timed(partial(reset, browser, url), max(2, rounds // 4))
        figures[name] = found
    return figures


async def reset(browser: Browser, url: str) -> None:
    """Start a new episode up to its first observation, including the end of the previous one."""
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(frozenset(AGENT))


def baseline(
    python: str, browser: Path, pages: dict[str, str], rounds: int, delay: float | None
) -> tuple[Figures, str]:
    """Return BrowserGym's measurements and its version."""
    request = {"pages": pages, "browser": str(browser), "rounds": rounds, "delay": delay}
    script = str(Path(__file__).with_name("observe_rival.py"))
    done = subprocess.run(
        [python, script], input=json.dumps(request), text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"BrowserGym failed:\n{done.stderr[-2000:]}")
    data = json.loads(done.stdout)
    return _FIGURES.validate_python(data["pages"]), data["version"]


def application() -> Starlette:
    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(list(PAGES.values())[int(request.path_params["number"])])

    return Starlette(routes=[Route("/{number:int}", page)])


async def measure(
    python: str | None, executable: Path, rounds: int
) -> tuple[dict[str, Figures], dict[str, str]]:
    """Return all measurements, and BrowserGym's version if it is measured."""
    async with serve(application()) as port:
        plain = {name: f"http://127.0.0.1:{port}/{n}" for n, name in enumerate(PAGES)}
        walled = {name: f"http://{HOST}/{n}" for n, name in enumerate(PAGES)}
        found: dict[str, Figures] = {}
        versions: dict[str, str] = {}
        if python:
            found[BASELINE], versions[BASELINE] = await asyncio.to_thread(
                baseline, python, executable, plain, rounds, None
            )
        async with Browser({HOST: port}, executable=executable) as browser:
            found[OURS] = await ours(browser, walled, rounds)
        if python:
            found[f"{BASELINE}, no waits"], _ = await asyncio.to_thread(
                baseline, python, executable, plain, rounds, 0.0
            )
    return found, versions


def compared(found: dict[str, Figures]) -> list[Row]:
    """Return the measurements of each page with what they are compared with."""
    rows = []
    baselines = [name for name in found if name != OURS]
    for page, mine in found[OURS].items():

        def beside(name: str, key: str, theirs: str, page: str = page) -> list[Comparison]:
            return [(name, key, one, found[one][page][theirs]) for one in baselines] or [
                (name, key, "", None)
            ]

        measured: list[Comparison] = [
            *beside("observation of the `web` agent", "agent", "step"),
            ("all views", "full", "the same DevTools calls", mine["bare"]),
            *((f"`{view}` alone", f"{view} alone", "", None) for view in ALONE),
            *beside("new episode", "reset", "reset"),
        ]
        rows += [
            Row(name=f"{page}: {name}", unit="ms", ours=mine[key], against=against, theirs=theirs)
            for name, key, against, theirs in measured
        ]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--baseline",
        default=".venv-browsergym/bin/python",
        help="a Python interpreter with browsergym-core; default: %(default)s",
    )
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument(
        "--browser", help="the browser for both; default: the one that webproctor finds"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    python = shutil.which(given.baseline)
    if not python:
        print(
            f"Without BrowserGym: there is no {given.baseline}, see bench/README.md.",
            file=sys.stderr,
        )
    browser = (
        Path(shutil.which(given.browser) or given.browser) if given.browser else find_browser()
    )
    found, versions = asyncio.run(measure(python, browser, given.rounds))
    show(
        f"Observations, {browser.name}",
        compared(found),
        as_json=given.json,
        versions=versions,
    )


if __name__ == "__main__":
    sys.exit(main())
