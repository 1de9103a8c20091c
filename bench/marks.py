"""Measure how many targets of pages have marks, and how many marks are not on a target.

    PYTHONPATH=tests python bench/marks.py [--miniwob FOLDER] [--json]

Without options, the pages in `tests/environments/browser/frameworks`, whose targets are known. With
`--miniwob`, 40 pages of MiniWoB++, whose targets are found by clicking. See README.md.
"""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from environments.browser.framework_pages import CASES, Count, count, responses
from printing import show
from results import Measured, Row
from rich.console import Console
from rich.table import Table
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from webproctor.environments.browser import Browser, Page, mouse
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import serve

HOST = "bench.localhost"
MINIWOB = tuple(
    """choose-list click-button click-button-sequence click-checkboxes click-checkboxes-large
    click-checkboxes-soft click-collapsible click-collapsible-2 click-color click-dialog
    click-dialog-2 click-link click-menu click-menu-2 click-option click-scroll-list click-shades
    click-shape click-tab click-tab-2 click-test click-test-2 click-widget count-shape
    daily-calendar drag-items drag-items-grid drag-shapes email-inbox enter-date enter-password
    grid-coordinate identify-shape login-user navigate-tree number-checkboxes order-food
    search-engine social-media tic-tac-toe""".split()  # noqa: SIM905 - a list of 40 lines
)
SEED = 3
# Maximum numbers of points tried per page, and distance of a drag in CSS pixels.
MOST_POINTS, DRAG = 60, 12
_LENGTH = re.compile(r"-?[\d.]+(?=px)")
_START = f"""(core.EPISODE_MAX_TIME = 1e9, Math.seedrandom({SEED}), core.startEpisodeReal(), 1)"""
# What a user can see of the task's page, and whether the episode is over. The page sets
# `data-tampered` wherever it is clicked.
_STATE = """(() => {
  const shown = [...document.body.children].filter((one) => !one.matches(
    'script, #reward-display, #sync-task-cover, #click-canvas'));
  const held = [...document.querySelectorAll('input, textarea, select')];
  const html = shown.map((one) => one.outerHTML.replace(/ data-tampered="[^"]*"/g, ''));
  return JSON.stringify([html, held.map((one) => [one.value, one.checked]),
    held.indexOf(document.activeElement), WOB_DONE_GLOBAL, Math.sign(WOB_RAW_REWARD_GLOBAL)]);
})()"""
# The centres of all visible elements of the task's page, one per element that a click there hits.
# Options of lists have no mark of their own: actions select them by name.
_POINTS = """(() => {
  const hit = new Map();
  for (const one of document.querySelectorAll('#wrap *, body > .ui-dialog *')) {
    const { left, top, width, height } = one.getBoundingClientRect();
    const x = Math.round(left + width / 2), y = Math.round(top + height / 2);
    const found = width > 2 && height > 2 ? document.elementFromPoint(x, y) : null;
    if (!found?.closest('#area, .ui-dialog') || found.matches('#area, option')) continue;
    hit.set(found, [x, y]);
  }
  return JSON.stringify([...hit.values()]);
})()"""
# The points where the marks of the last list are clicked, and their HTML.
_MARKS = """((count) => Array.from({length: count}, (_, index) => elements.at(index))
  .filter((one) => one.closest('#area, .ui-dialog'))
  .map((one) => [marks.point(one), one.outerHTML.slice(0, 90)])
  .filter(([at]) => at).map(([{ x, y }, html]) => [Math.round(x), Math.round(y), html]))"""

Point = tuple[int, int]


@dataclass(frozen=True)
class Effects:
    """The effects of clicks on a page.

    Attributes:
        expected: Number of different effects of clicks and drags on all elements.
        found: How many of them clicks and drags on the marks have.
        marks: Number of marks.
        idle: The HTML of marks on which neither a click nor a drag has an effect.
        missed: Points whose effect no mark has.
    """

    expected: int
    found: int
    marks: int
    idle: tuple[str, ...]
    missed: tuple[Point, ...]


class _Pages:
    """Serves responses by path."""

    def __init__(self) -> None:
        self.responses: dict[str, Response] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self.responses.get(scope["path"]) or Response(status_code=404)
        await response(scope, receive, send)


async def frameworks() -> dict[str, Count]:
    """Count the marks of all pages of frameworks."""
    pages, found = _Pages(), dict[str, Count]()
    async with serve(pages) as port, Browser({HOST: port}) as browser:
        for name, case in CASES.items():
            pages.responses = {f"/{name}/{path}": one for path, one in responses(name).items()}
            async with browser.page() as page:
                found[name] = await count(page, f"http://{HOST}/{quote(name)}/{case.page}.html")
    return found


async def _start(page: Page, url: str) -> None:
    await page.go("to", url=url)
    await page.try_evaluate(_START)


async def _state(page: Page) -> str:
    await page.call("webproctor.settle")
    return str(await page.try_evaluate(_STATE))


def _change(before: str, after: str) -> str:
    """Return what identifies a change: the new state without lengths, and where it begins if only
    lengths have changed; "" if there is none."""
    if before == after:
        return ""
    same = _LENGTH.sub("", after)
    if same != _LENGTH.sub("", before):
        return same
    pairs = zip(before, after, strict=False)
    return f"at {next((at for at, (one, other) in enumerate(pairs) if one != other), 0) // 20}"


async def _effect(page: Page, url: str, x: int, y: int) -> str:
    """Return what a click at a point changes, or a drag if a click changes nothing."""
    await _start(page, url)
    await page.mouse(mouse.move(x, y))
    before = await _state(page)
    await page.click(x, y)
    if change := _change(before, await _state(page)):
        return change
    await page.mouse(mouse.down(x, y))
    way = mouse.points_between((x, y), (x + DRAG, y + DRAG), 4)
    await page.mouse(*(mouse.move(left, top, "left") for left, top in way))
    dragged = await _state(page)
    await page.mouse(mouse.up(x + DRAG, y + DRAG))
    return _change(before, dragged)


async def effects(page: Page, url: str) -> Effects:
    """Click all elements and all marks of a page of MiniWoB++, each in a new episode."""
    session = await WebSession.open(page, url)
    await _start(page, url)
    elements = (await session.observe(frozenset({"elements"}))).read("elements")
    marks = await page.call(_MARKS, len(elements))
    points: list[Point] = [
        (x, y) for x, y in json.loads(str(await page.try_evaluate(_POINTS)))[:MOST_POINTS]
    ]
    by_mark = [(html, await _effect(page, url, x, y)) for x, y, html in marks]
    by_point = {at: await _effect(page, url, *at) for at in points}
    expected = {effect for effect in by_point.values() if effect}
    found = expected & {effect for _, effect in by_mark}
    missed = {effect: at for at, effect in by_point.items() if effect and effect not in found}
    idle = tuple(html for html, effect in by_mark if not effect)
    return Effects(len(expected), len(found), len(marks), idle, tuple(missed.values()))


async def miniwob(folder: Path, names: Sequence[str]) -> dict[str, Effects]:
    """Measure pages of MiniWoB++.

    Args:
        folder: The folder `miniwob/html` of the Python package.
        names: Names of pages, without ".html".
    """
    application = Starlette(routes=[Mount("/", StaticFiles(directory=folder))])
    found: dict[str, Effects] = {}
    async with serve(application) as port, Browser({HOST: port}) as browser:
        for name in names:
            async with browser.page() as page:
                found[name] = await effects(page, f"http://{HOST}/miniwob/{name}.html")
            print(name, found[name], file=sys.stderr)
    return found


def framework_table(found: dict[str, Count]) -> Table:
    table = Table("page", "targets", "found", "marks", "false", box=None)
    for name, one in found.items():
        row = (one.targets, one.found, one.marks, len(one.false))
        table.add_row(name, *map(str, row))
    return table


def miniwob_table(found: dict[str, Effects]) -> Table:
    table = Table("page", "effects", "found", "marks", "without effect", box=None)
    rows = {
        name: (one.expected, one.found, one.marks, len(one.idle)) for name, one in found.items()
    }
    total = tuple(sum(column) for column in zip(*rows.values(), strict=True))
    for name, row in {**rows, "all": total}.items():
        table.add_row(name, *map(str, row))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--miniwob", type=Path, help="the folder `miniwob/html` of the package")
    parser.add_argument("--page", action="append", help="a page of MiniWoB++; repeatable")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, Any]
    if given.miniwob:
        found = asyncio.run(miniwob(given.miniwob, given.page or MINIWOB))
    else:
        found = asyncio.run(frameworks())
    if given.json:
        pages = {name: asdict(one) for name, one in found.items()}
        show("Marks", shares(found), as_json=True, pages=pages)
    else:
        Console(width=100).print((miniwob_table if given.miniwob else framework_table)(found))


def shares(found: Mapping[str, Count | Effects]) -> list[Row]:
    """Return the shares of targets with marks, and of marks that are not on a target."""
    targets = marked = marks = false = 0
    for one in found.values():
        targets += one.targets if isinstance(one, Count) else one.expected
        false += len(one.false if isinstance(one, Count) else one.idle)
        marked, marks = marked + one.found, marks + one.marks
    return [
        Row(
            name=f"marks of {targets} targets on {len(found)} pages",
            unit="% of targets",
            ours=Measured.single(100 * marked / targets),
        ),
        Row(
            name=f"false ones of {marks} marks",
            unit="% of marks",
            ours=Measured.single(100 * false / marks),
        ),
    ]


if __name__ == "__main__":
    main()
