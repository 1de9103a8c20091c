"""Keep the recordings of a browser session: network traffic, trace, video and storage state."""

import json
import shutil
import zipfile
from pathlib import Path

from webproctor.collect.demonstration import traffic
from webproctor.collect.demonstration.masking import Mask
from webproctor.core.errors import UserError
from webproctor.environments.browser import Page
from webproctor.environments.browser.recording import HAR, TRACE, VIDEO, Kind, Recording
from webproctor.environments.browser.video import load_av

ARCHIVE = "session.har.zip"
STORAGE = "storage.json"
FILES = (ARCHIVE, TRACE, VIDEO, STORAGE)
"""Names of the files of a finished session."""


def recording(folder: Path) -> Recording:
    """Return what to record of a session; a video only where PyAV is installed."""
    kinds: set[Kind] = {"trace", "har"}
    try:
        load_av()
        kinds.add("video")
    except UserError:
        pass
    return Recording(folder, frozenset(kinds))


async def store_storage(page: Page, folder: Path, mask: Mask) -> None:
    """Store the cookies and local storage of a page's context."""
    state = await page.recorder.storage()
    text = json.dumps(mask.value(state), ensure_ascii=False)
    (folder / STORAGE).write_text(text, encoding="utf-8", errors="replace")


def finish(folder: Path, mask: Mask) -> list[str]:
    """Mask the recordings of a closed session; return the names of those that were removed.

    A trace and a video cannot be masked: they are removed if there was anything to mask, also if it
    is in no file, as pages can send a password in forms that nobody can read.
    """
    har = folder / HAR
    if har.is_file():
        masked = traffic.masked(har.read_bytes(), mask)
        with zipfile.ZipFile(folder / ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(HAR, masked)
        har.unlink()
    has_secrets = mask.used or mask.passwords
    removed = [name for name in (TRACE, VIDEO) if has_secrets and (folder / name).is_file()]
    for name in removed:
        (folder / name).unlink()
    return removed


def remove(folder: Path) -> None:
    """Remove the files of a finished session from a demonstration."""
    for name in FILES:
        (folder / name).unlink(missing_ok=True)


def keep(closed: Path, folder: Path, mask: Mask) -> None:
    """Mask the files of a closed session, and move them to a demonstration.

    Args:
        closed: The folder of the session's files.
        folder: The folder of the demonstration.
        mask: What is masked; see `finish`.

    Raises:
        OSError: If a file cannot be written.
    """
    finish(closed, mask)
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        if (closed / name).is_file():
            # The folders can be on different file systems.
            temporary = folder / f".{name}"
            shutil.move(closed / name, temporary)
            temporary.replace(folder / name)
