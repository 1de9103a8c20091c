"""Where a page is, and whether it or a frame of it is on its way elsewhere."""

import asyncio
from typing import Any

from webproctor.browser.devtools import Channel
from webproctor.sessions import SessionLost


class Navigation:
    """The navigation of one page, as DevTools tells it.

    Attributes:
        url: The main frame's address: told on the same channel as all else that the page does.
    """

    def __init__(self, channel: Channel) -> None:
        self.url = ""
        self._channel = channel
        self._frame = ""
        self._loading: set[str] = set()
        self._still = asyncio.Event()
        self._still.set()

    async def begin(self) -> None:
        """Begin to take note.

        Raises:
            DevToolsError: If the page is gone.
        """
        self._channel.on("Page.frameStartedLoading", self._on_loading)
        self._channel.on("Page.frameStoppedLoading", self._on_loaded)
        self._channel.on("Page.frameDetached", self._on_loaded)
        self._channel.on("Page.frameNavigated", self._on_navigated)
        self._channel.on("Page.navigatedWithinDocument", self._on_moved)
        await self._channel.send("Page.enable")
        self._on_navigated((await self._channel.send("Page.getFrameTree"))["frameTree"])

    @property
    def going(self) -> bool:
        """Whether a frame of the page is on its way elsewhere."""
        return bool(self._loading)

    async def arrived(self, patience: float) -> None:
        """Wait until no frame of the page is on its way elsewhere.

        Raises:
            SessionLost: If that takes longer than `patience` seconds.
        """
        try:
            async with asyncio.timeout(patience):
                await self._still.wait()
        except TimeoutError as error:
            message = f"the page was still loading after {patience:g} s"
            raise SessionLost("page hangs", message) from error

    def _on_navigated(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        if "parentId" not in frame:
            self.url, self._frame = frame["url"] + frame.get("urlFragment", ""), frame["id"]

    def _on_moved(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self._frame:
            self.url = event["url"]

    def _on_loading(self, event: dict[str, Any]) -> None:
        self._loading.add(event["frameId"])
        self._still.clear()

    def _on_loaded(self, event: dict[str, Any]) -> None:
        self._loading.discard(event["frameId"])
        if not self._loading:
            self._still.set()
