"""The file dialogs of a page, which are reported instead of shown."""

import asyncio
import contextlib
from typing import Any

from webproctor.environments.browser.devtools import Channel

# Longest time in seconds between the click on a file input and its file dialog.
_LATEST_DIALOG = 1.0


class FileDialogs:
    """The file dialogs of one page.

    Attributes:
        reported: Whether the browser reports them, which lasts as long as the DevTools session.
        node: Backend node id of the input whose dialog is open; None if none is open.
    """

    def __init__(self, *, reported: bool = False) -> None:
        self.reported = reported
        self.node: int | None = None
        self._opened = asyncio.Event()

    def listen(self, channel: Channel) -> None:
        """Note the dialogs that the browser reports."""
        channel.on("Page.fileChooserOpened", self._on_opened)

    def _on_opened(self, event: dict[str, Any]) -> None:
        self.node = event.get("backendNodeId")
        self._opened.set()

    async def opened(self) -> int | None:
        """Wait until a dialog is open, up to a timeout; return its input."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LATEST_DIALOG):
                await self._opened.wait()
        return self.node

    def close(self) -> None:
        """Note that no dialog is open any more."""
        self.node = None
        self._opened.clear()
