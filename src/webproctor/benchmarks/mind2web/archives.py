"""The raw dump's archived pages (MHTML), opened in a browser and taken as DOM snapshots anew."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.raw_dump import DOM, PICTURES
from webproctor.browser import Browser, Page, Viewport, find_browser
from webproctor.errors import UserError

ARCHIVES = "processed/snapshots"
_BEFORE = "_before.mhtml"
# The window that the pages were recorded in (catalogue, section 1.4).
VIEW = Viewport(1280, 1080)


async def rebuild(folder: Path, progress: Callable[[], None] | None = None) -> int:
    """Make `dom_content.json` of every task that has archived pages and no such file.

    Returns:
        How many pages were taken.

    Raises:
        UserError: If no archived page is there, or no browser.
        SessionLost: If a page cannot be opened.
    """
    tasks = sorted({path.parents[2] for path in _archived(folder)})
    if not tasks:
        raise UserError(f"{folder}: no archived page task/*/{ARCHIVES}/*{_BEFORE} is there.")
    find_browser()
    taken = 0
    async with Browser({}) as browser, browser.page(viewport=VIEW) as page:
        for task in tasks:
            if (task / DOM).is_file():
                continue
            recorded = []
            for uid in _in_order(task):
                dom = await snapshot_of(page, task / ARCHIVES / f"{uid}{_BEFORE}")
                recorded.append({"action_uid": uid, "before": {"dom": dom}})
                taken += 1
                if progress is not None:
                    progress()
            (task / DOM).write_text(json.dumps(recorded), encoding="utf-8")
    return taken


async def snapshot_of(page: Page, archive: Path) -> dict[str, Any]:
    """A DOM snapshot of an archived page; nothing that it names is fetched.

    Raises:
        SessionLost: If it cannot be opened.
    """
    await page.open(_address(archive))
    return await page.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})


def _address(path: Path) -> str:
    return path.resolve().as_uri()


def _archived(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"task/*/{ARCHIVES}/*{_BEFORE}"))


def _in_order(task: Path) -> list[str]:
    """The actions of a task, in the order of its screenshots; else in that of the files' times."""
    found = sorted((task / ARCHIVES).glob(f"*{_BEFORE}"), key=lambda path: path.stat().st_mtime_ns)
    uids = [path.name.removesuffix(_BEFORE) for path in found]
    if (task / PICTURES).is_file():
        listed = [one["action_uid"] for one in json.loads((task / PICTURES).read_bytes())]
        return [uid for uid in listed if uid in uids]
    return uids
