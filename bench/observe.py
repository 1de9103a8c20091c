"""Measure milliseconds per observation of webproctor and BrowserGym, on the same pages in one run.

    python bench/observe.py --rival PYTHON [--rounds N] [--json]

PYTHON is the interpreter of an environment with `browsergym-core`. See README.md in this folder for
the method.
"""

import argparse
import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from observe_pages import PAGES
from rich.console import Console
from rich.table import Table
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from webproctor.core.observations import View
from webproctor.environments.browser import Browser, find_browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import serve

HOST = "bench.localhost"
AGENT: tuple[View, ...] = ("content", "marked_screenshot", "tabs")
FULL: tuple[View, ...] = ("elements", "text", "axtree", "html", "screenshot")
ALONE: tuple[View, ...] = ("elements", "text", "axtree", "html", "screenshot")
# Minimum ratio of BrowserGym's step to ours, with its default waits and without waits.
TARGETS = {"small form": (6, 2.5), "1,100 elements": (15, 8), "5,000 elements": (30, 25)}
RESET, BARE = 3.5, 1.3
_ELEMENTS = """JSON.stringify([...document.querySelectorAll('*')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.tagName, x, y, width, height];
}))"""

Figures = dict[str, dict[str, float]]


async def timed(work: Callable[[], Awaitable[Any]], rounds: int) -> float:
    """Return median milliseconds, after one warm-up call."""
    await work()
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        await work()
        taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken)


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


def rival(
    python: str, browser: Path, pages: dict[str, str], rounds: int, delay: float | None
) -> Figures:
    asked = {"pages": pages, "browser": str(browser), "rounds": rounds, "delay": delay}
    script = str(Path(__file__).with_name("observe_rival.py"))
    done = subprocess.run(
        [python, script], input=json.dumps(asked), text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"BrowserGym failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def application() -> Starlette:
    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(list(PAGES.values())[int(request.path_params["number"])])

    return Starlette(routes=[Route("/{number:int}", page)])


async def measure(python: str, executable: Path, rounds: int) -> dict[str, Figures]:
    async with serve(application()) as port:
        plain = {name: f"http://127.0.0.1:{port}/{n}" for n, name in enumerate(PAGES)}
        walled = {name: f"http://{HOST}/{n}" for n, name in enumerate(PAGES)}
        found: dict[str, Figures] = {}
        found["rival"] = await asyncio.to_thread(rival, python, executable, plain, rounds, None)
        async with Browser({HOST: port}, executable=executable) as browser:
            found["ours"] = await ours(browser, walled, rounds)
        found["rival, no waits"] = await asyncio.to_thread(
            rival, python, executable, plain, rounds, 0.0
        )
    return found


def ratios(found: dict[str, Figures]) -> list[tuple[str, float, float]]:
    """Return name, ratio and target of each comparison; a negative target is a maximum."""
    rows = []
    for page, (least, without) in TARGETS.items():
        mine = found["ours"][page]
        rows += [
            (f"step, {page}", found["rival"][page]["step"] / mine["agent"], least),
            (
                f"step without waits, {page}",
                found["rival, no waits"][page]["step"] / mine["agent"],
                without,
            ),
            (f"full set over bare calls, {page}", mine["full"] / mine["bare"], -BARE),
            (f"reset, {page}", found["rival"][page]["reset"] / mine["reset"], RESET),
        ]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rival", required=True, help="a Python interpreter with browsergym-core")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument(
        "--browser", help="the browser for both; default: the one that webproctor finds"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    chosen = Path(shutil.which(given.browser) or given.browser) if given.browser else find_browser()
    found = asyncio.run(measure(given.rival, chosen, given.rounds))
    rows = ratios(found)
    if given.json:
        print(json.dumps({"browser": str(chosen), "milliseconds": found, "ratios": rows}))
        return
    console = Console(width=110)
    times = Table(
        title=f"Milliseconds, medians of {given.rounds} ({chosen.name})",
        title_justify="left",
        box=None,
    )
    for column in ("", *TARGETS):
        times.add_column(column, justify="left" if not column else "right")
    for who, what in (
        ("rival", "step"),
        ("rival, no waits", "step"),
        ("ours", "agent"),
        ("ours", "full"),
        ("ours", "bare"),
        *(("ours", f"{one} alone") for one in ALONE),
        ("rival", "reset"),
        ("rival, no waits", "reset"),
        ("ours", "reset"),
    ):
        times.add_row(f"{who}: {what}", *(f"{found[who][page][what]:.1f}" for page in TARGETS))
    console.print(times)
    compared = Table(title="\nRatios", title_justify="left", box=None)
    for column in ("", "ratio", "target"):
        compared.add_column(column, justify="left" if not column else "right")
    for name, ratio, target in rows:
        wanted = f"at least {target:g}" if target > 0 else f"at most {-target:g}"
        kept = ratio >= target if target > 0 else ratio <= -target
        compared.add_row(name, f"{ratio:.2f}", wanted, style="" if kept else "yellow")
    console.print(compared)


if __name__ == "__main__":
    sys.exit(main())
