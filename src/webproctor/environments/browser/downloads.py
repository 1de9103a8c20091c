"""Save downloads of pages in the episode's folder."""

import asyncio
import contextlib
from collections.abc import Awaitable
from pathlib import Path

from webproctor.core.evidence import EntryList
from webproctor.core.sanitize import clean_text
from webproctor.environments.browser.devtools import DevTools, DevToolsError

# Longest time in seconds between the click on a link and the start of the download.
_START_TIMEOUT = 5.0
# Maximum number of files per episode, and maximum total size in bytes.
MAX_FILES, MAX_BYTES = 100, 200_000_000
# Maximum length of a file name in bytes, without its extension.
_MAX_NAME_BYTES = 150


class Download:
    """A download that has begun.

    Attributes:
        context: The browser's id of its context.
        frame: The browser's id of the frame that it was requested for.
        name: The file name that the page suggests.
        path: Where the browser stores it.
    """

    def __init__(
        self, devtools: DevTools, context: str, frame: str, id: str, name: str, path: Path
    ) -> None:
        self.context = context
        self.frame = frame
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
            parameters = {"guid": self._id, "browserContextId": self.context}
            await self._devtools.send(None, [("Browser.cancelDownload", parameters)])

    async def delete(self) -> None:
        """Delete the file."""
        await asyncio.to_thread(self.path.unlink, missing_ok=True)

    async def move(self, to: Path) -> None:
        """Move the file to the same file system. A link at the new path is replaced, not followed:
        a program may have put it there.

        Raises:
            DevToolsError: If it was cancelled, or cannot be moved.
        """
        path = await self.finished()
        try:
            await asyncio.to_thread(path.replace, to)
        except OSError as error:
            raise DevToolsError(f"the download of {self.name!r} was not saved: {error}") from error


class Downloads:
    """The downloads of an episode, from all its tabs.

    Attributes:
        files: The paths of the files, in the order of the downloads.

    Args:
        folder: The episode's folder for files.
        errors: Receives a message for each download that could not be saved.

    At most `MAX_FILES` files with a total of `MAX_BYTES` are kept; others are refused.
    """

    def __init__(self, folder: Path, errors: EntryList) -> None:
        self.files: list[Path] = []
        self._folder = folder
        self._errors = errors
        self._working: set[asyncio.Future[None]] = set()
        self._begun_event = asyncio.Event()
        # Downloads that began, those expected at the last `wait_until_saved`, and their total size.
        self._begun_count = self._expected = self._total_bytes = 0

    def save(self, download: Download) -> None:
        """Save a download."""
        name = _safe_name(download.name)
        self._begun_count += 1
        self._begun_event.set()
        if len(self.files) >= MAX_FILES:
            self.finish(self._refuse(download, name, f"the limit of {MAX_FILES} files is reached"))
            return
        path, number = self._folder / name, self._begun_count - 1
        while path in self.files or path.exists():
            path, number = self._folder / f"{number}-{name}", number + 1
        self.files.append(path)
        self.finish(self._save(download, path))

    async def _save(self, download: Download, path: Path) -> None:
        try:
            size = (await download.finished()).stat().st_size
        except asyncio.CancelledError:  # Timed out in `wait_until_saved`.
            await download.cancel()
            raise
        if self._total_bytes + size > MAX_BYTES:
            self.files.remove(path)
            reason = f"with its {size:,} bytes, all files would exceed {MAX_BYTES:,} bytes"
            await self._refuse(download, path.name, reason)
            return
        self._total_bytes += size
        await download.move(path)

    async def _refuse(self, download: Download, name: str, reason: str) -> None:
        self._errors.append(f"webproctor: the download of {name!r} was refused: {reason}")
        await download.cancel()
        await download.delete()

    def finish(self, work: Awaitable[None]) -> None:
        """Run a task in the background; `wait_until_saved` waits for it."""

        async def finish() -> None:
            try:
                await work
            except DevToolsError as error:
                self._errors.append(f"webproctor: {error}")

        task = asyncio.ensure_future(finish())
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    @property
    def working(self) -> bool:
        """Whether a task has not finished."""
        return bool(self._working)

    async def wait_until_saved(self, asked: int, seconds: float) -> None:
        """Wait until all downloads so far are in the folder.

        Args:
            asked: Number of download links clicked since the last call.
            seconds: Timeout for downloads; those that take longer are cancelled.
        """
        self._expected += asked
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_START_TIMEOUT):
                while self._begun_count < self._expected:
                    self._begun_event.clear()
                    await self._begun_event.wait()
        self._expected = self._begun_count  # Downloads that have not begun by now were refused.
        if self._working:
            _, late = await asyncio.wait(self._working, timeout=seconds)
            for one in late:
                one.cancel()
                self._errors.append(f"webproctor: a download had not finished after {seconds:g} s")


def _safe_name(suggested: str) -> str:
    """Convert a file name suggested by a page to one that is valid on every file system."""
    cleaned = "".join(
        c if c.isprintable() and c not in "/\\" else "-" for c in Path(clean_text(suggested)).name
    )
    name, dot, extension = cleaned.rpartition(".")
    stem = name if dot else cleaned
    shortened = stem.encode()[:_MAX_NAME_BYTES].decode(errors="ignore")
    return f"{shortened}.{extension[:20]}" if dot else shortened or "download"
