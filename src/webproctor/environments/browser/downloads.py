"""Save downloads of pages in the episode's folder."""

import asyncio
import contextlib
import shutil
from collections.abc import Awaitable
from pathlib import Path

from webproctor.core.evidence import EntryList
from webproctor.core.sanitize import clean_text
from webproctor.environments.browser.devtools import DevTools, DevToolsError

# Longest time in seconds between the click on a link and the start of the download.
_LATEST = 5.0
# Maximum number of files per episode, and maximum total size in bytes.
MOST_FILES, MOST_BYTES = 100, 200_000_000
# Maximum length of a file name in bytes, without its extension.
_LONGEST_NAME = 150


class Download:
    """A download that has begun.

    Attributes:
        context: The browser's id of its context.
        name: The file name that the page suggests.
        path: Where the browser stores it.
    """

    def __init__(self, devtools: DevTools, context: str, id: str, name: str, path: Path) -> None:
        self.context = context
        self.name = name
        self.path = path
        self._devtools = devtools
        self._id = id
        self._ended = asyncio.Event()
        self._completed = False

    def end(self, *, completed: bool) -> None:
        """Note that the browser has completed or cancelled it."""
        if not self._ended.is_set():
            self._completed = completed
            self._ended.set()

    async def finished(self) -> Path:
        """Wait until it is complete, and return the path of the file.

        Raises:
            DevToolsError: If it was cancelled.
        """
        await self._ended.wait()
        if not self._completed:
            raise DevToolsError(f"the download of {self.name!r} was cancelled")
        return self.path

    async def cancel(self) -> None:
        """Cancel it, if it is not complete.

        Raises:
            DevToolsError: If the browser died.
        """
        if not self._ended.is_set():
            cancelled = {"guid": self._id, "browserContextId": self.context}
            await self._devtools.send(None, [("Browser.cancelDownload", cancelled)])

    async def delete(self) -> None:
        """Delete the file."""
        await asyncio.to_thread(self.path.unlink, missing_ok=True)

    async def move(self, to: Path) -> None:
        """Move the file.

        Raises:
            DevToolsError: If it was cancelled.
        """
        await asyncio.to_thread(shutil.move, await self.finished(), to)


class Downloads:
    """The downloads of an episode, from all its tabs.

    Attributes:
        files: The paths of the files, in the order of the downloads.

    Args:
        folder: The episode's folder for files.
        errors: Receives a message for each download that could not be saved.

    At most `MOST_FILES` files with a total of `MOST_BYTES` are kept; others are refused.
    """

    def __init__(self, folder: Path, errors: EntryList) -> None:
        self.files: list[Path] = []
        self._folder = folder
        self._errors = errors
        self._working: set[asyncio.Future[None]] = set()
        self._came = asyncio.Event()
        # Downloads that began, those expected at the last `saved`, and the total size kept.
        self._begun = self._due = self._bytes = 0

    def take(self, download: Download) -> None:
        """Save a download."""
        name = _named(download.name)
        self._begun += 1
        self._came.set()
        if len(self.files) >= MOST_FILES:
            self.finish(self._refuse(download, name, f"the limit of {MOST_FILES} files is reached"))
            return
        path = self._folder / name
        if path in self.files or path.exists():
            path = self._folder / f"{self._begun - 1}-{name}"
        self.files.append(path)
        self.finish(self._keep(download, path))

    async def _keep(self, download: Download, path: Path) -> None:
        try:
            size = (await download.finished()).stat().st_size
        except asyncio.CancelledError:  # Timed out in `saved`.
            await download.cancel()
            raise
        if self._bytes + size > MOST_BYTES:
            self.files.remove(path)
            why = f"with its {size:,} bytes, all files would exceed {MOST_BYTES:,} bytes"
            await self._refuse(download, path.name, why)
            return
        self._bytes += size
        await download.move(path)

    async def _refuse(self, download: Download, name: str, why: str) -> None:
        self._errors.append(f"webproctor: the download of {name!r} was refused: {why}")
        await download.cancel()
        await download.delete()

    def finish(self, work: Awaitable[None]) -> None:
        """Run a task in the background; `saved` waits for it."""

        async def finish() -> None:
            try:
                await work
            except DevToolsError as error:
                self._errors.append(f"webproctor: {error}")

        working = asyncio.ensure_future(finish())
        self._working.add(working)
        working.add_done_callback(self._working.discard)

    @property
    def working(self) -> bool:
        """Whether a task has not finished."""
        return bool(self._working)

    async def saved(self, asked: int, seconds: float) -> None:
        """Wait until all downloads so far are in the folder.

        Args:
            asked: Number of download links clicked since the last call.
            seconds: Timeout for downloads; those that take longer are cancelled.
        """
        self._due += asked
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LATEST):
                while self._begun < self._due:
                    self._came.clear()
                    await self._came.wait()
        self._due = self._begun  # Downloads that have not begun by now were refused.
        if self._working:
            _, late = await asyncio.wait(self._working, timeout=seconds)
            for one in late:
                one.cancel()
                self._errors.append(f"webproctor: a download had not finished after {seconds:g} s")


def _named(suggested: str) -> str:
    """Convert a file name suggested by a page to one that is valid on every file system."""
    plain = "".join(
        c if c.isprintable() and c not in "/\\" else "-" for c in Path(clean_text(suggested)).name
    )
    name, dot, ending = plain.rpartition(".")
    stem = name if dot else plain
    kept = stem.encode()[:_LONGEST_NAME].decode(errors="ignore")
    return f"{kept}.{ending[:20]}" if dot else kept or "download"
