"""DOM snapshots of the raw dump's archived pages (MHTML), taken in a browser."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.raw_dump import DOM, PICTURES, recorded
from webproctor.core.errors import UserError
from webproctor.environments.browser import Browser, Page, Viewport, find_browser
from webproctor.files.writing import write_atomically

ARCHIVES = "processed/snapshots"
_BEFORE = "_before.mhtml"
# The window size that the pages were recorded with.
VIEWPORT = Viewport(1280, 1080)


async def rebuild(folder: Path, progress: Callable[[], None] | None = None) -> int:
    """Write `dom_content.json` for every task that has archived pages and no such file.

    Returns:
        The number of pages converted.

    Raises:
        UserError: If there are no archived pages, or no browser.
        SessionLost: If a page cannot be opened.
    """
    tasks = sorted({path.parents[2] for path in _archived(folder)})
    if not tasks:
        raise UserError(f"{folder}: found no archived pages (task/*/{ARCHIVES}/*{_BEFORE}).")
    find_browser()
    count = 0
    async with Browser({}) as browser, browser.page(viewport=VIEWPORT) as page:
        for task in tasks:
            if (task / DOM).is_file():
                continue
            snapshots = []
            for uid in _in_order(task):
                dom = await snapshot_of(page, task / ARCHIVES / f"{uid}{_BEFORE}")
                snapshots.append({"action_uid": uid, "before": {"dom": dom}})
                count += 1
                if progress is not None:
                    progress()
            # A file that is there is not written again, so it must be complete.
            write_atomically(task / DOM, json.dumps(snapshots))
    return count


async def snapshot_of(page: Page, archive: Path) -> dict[str, Any]:
    """Return a DOM snapshot of an archived page. Resources outside the archive are not fetched.

    Raises:
        SessionLost: If the page cannot be opened.
    """
    # A sandboxed browser can read the page's own folder, but not the data set's.
    copy = page.folder / archive.name
    shutil.copyfile(archive, copy)
    try:
        await page.open(copy.resolve().as_uri())
        return await page.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    finally:
        copy.unlink()


def _archived(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"task/*/{ARCHIVES}/*{_BEFORE}"))


def _in_order(task: Path) -> list[str]:
    """Return a task's action ids in the order of its screenshots, or by file time without any."""
    archives = sorted(
        (task / ARCHIVES).glob(f"*{_BEFORE}"), key=lambda path: path.stat().st_mtime_ns
    )
    uids = [path.name.removesuffix(_BEFORE) for path in archives]
    if (task / PICTURES).is_file():
        ordered = [action["action_uid"] for action in recorded(task / PICTURES)]
        return [uid for uid in ordered if uid in uids]
    return uids
