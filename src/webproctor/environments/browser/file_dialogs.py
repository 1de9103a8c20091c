"""The file dialogs of a page, which are reported instead of shown."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webproctor.environments.browser.devtools import Channel, DevToolsError

# Longest time in seconds between the click on a file input and its file dialog.
_DIALOG_TIMEOUT = 1.0
# The browser's messages for an element that no longer exists, or is in a former document.
_GONE = ("No node found for given", "find node with given", "does not belong to the document")


class FileDialogs:
    """The file dialogs of one page.

    Attributes:
        reported: Whether the browser reports them, which lasts as long as the DevTools session.
        node: Backend node id of the input whose dialog is open; None if none is open.
        multiple: Whether the last dialog allows several files.
    """

    def __init__(self, *, reported: bool = False) -> None:
        self.reported = reported
        self.node: int | None = None
        self.multiple = False
        self._frame = ""  # The frame of that input.
        self._opened = asyncio.Event()

    def listen(self, channel: Channel) -> None:
        """Note the dialogs that the browser reports, and those whose document is gone."""
        channel.on("Page.fileChooserOpened", self._on_opened)
        channel.on("Page.frameNavigated", self._on_navigated)
        channel.on("Page.frameDetached", self._on_detached)

    def _on_opened(self, event: dict[str, Any]) -> None:
        self.node, self._frame = event.get("backendNodeId"), event["frameId"]
        self.multiple = event.get("mode") == "selectMultiple"
        self._opened.set()

    def _on_navigated(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        if "parentId" not in frame or frame["id"] == self._frame:
            self.close()

    def _on_detached(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self._frame:
            self.close()

    async def wait_until_open(self) -> int | None:
        """Wait until a dialog is open, up to a timeout; return its input."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_DIALOG_TIMEOUT):
                await self._opened.wait()
        return self.node

    def close(self) -> None:
        """Note that the dialog is closed."""
        self.node = None
        self._opened.clear()


async def set_files(channel: Channel, node: int, files: Sequence[Path]) -> bool:
    """Choose files for a file input; return whether the input still exists.

    Args:
        node: Its backend node id.

    Raises:
        DevToolsError: If the page is gone.
    """
    parameters = {"files": [str(file) for file in files], "backendNodeId": node}
    try:
        await channel.send("DOM.setFileInputFiles", parameters)
    except DevToolsError as error:
        if any(sign in str(error) for sign in _GONE):
            return False
        raise
    return True
