"""Files that pages give, kept in the episode's folder."""

import asyncio
import contextlib
from collections.abc import Awaitable
from pathlib import Path

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

# Seconds in which a download begins after the click on its link.
_LATEST = 5.0


class Downloads:
    """The downloads of an episode, from all its tabs.

    Attributes:
        files: Where each lies, in the order in which they came.

    Args:
        folder: The episode's folder for files.
        errors: Where it is noted that one could not be kept.
    """

    def __init__(self, folder: Path, errors: list[str]) -> None:
        self.files: list[Path] = []
        self._folder = folder
        self._errors = errors
        self._working: set[asyncio.Future[None]] = set()
        self._came = asyncio.Event()
        self._due = 0

    def take(self, download: Download) -> None:
        """Keep a file that a page gives."""
        # Names come from the page: only their last part is used.
        name = Path(download.suggested_filename).name or "download"
        path = self._folder / name
        if path in self.files or path.exists():
            path = self._folder / f"{len(self.files)}-{name}"
        self.files.append(path)
        self._came.set()
        self.finish(download.save_as(path))

    def finish(self, work: Awaitable[None]) -> None:
        """Have something finished in the background; `saved` waits for it."""

        async def finish() -> None:
            try:
                await work
            except PlaywrightError as error:
                self._errors.append(f"webproctor: {error.message}")

        working = asyncio.ensure_future(finish())
        self._working.add(working)
        working.add_done_callback(self._working.discard)

    async def saved(self, asked: int) -> None:
        """Wait until every download so far lies in the folder.

        Args:
            asked: How many were asked for since the last time.
        """
        self._due += asked
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LATEST):
                while len(self.files) < self._due:
                    self._came.clear()
                    await self._came.wait()
        self._due = len(self.files)  # One that has not come by now was refused.
        while self._working:
            await asyncio.gather(*self._working)
