"""Track the address of a page and the loading state of its frames."""

import asyncio
import contextlib
from typing import Any

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import Channel

# Timeout in seconds for a requested navigation to start, after which it counts as refused.
_LATEST_START = 0.5


class Navigation:
    """The navigation state of one page, as reported by DevTools.

    Attributes:
        url: The main frame's address.
        documents: Number of documents that the main frame has shown so far.
        loads: Number of times that a frame of the page has begun to load a document.
        restless: Whether frames or files of this document were still loading when a wait for them
            timed out.
    """

    def __init__(self, channel: Channel) -> None:
        self.url = ""
        self.documents = 0
        self.loads = 0
        self._channel = channel
        self._frame = ""
        self.restless = False
        self._here = asyncio.Event()  # The main frame's document has arrived.
        self._here.set()
        self._loading: set[str] = set()
        self._still = asyncio.Event()
        self._still.set()
        # Frames that were asked to navigate. A script's request is reported before its next answer,
        # the start of loading only later.
        self._requested: set[str] = set()
        self._started = asyncio.Event()
        self._started.set()

    async def begin(self) -> None:
        """Start tracking.

        Raises:
            DevToolsError: If the page is gone.
        """
        self._channel.on("Page.frameRequestedNavigation", self._on_requested)
        self._channel.on("Page.frameStartedLoading", self._on_loading)
        self._channel.on("Page.frameStoppedLoading", self._on_loaded)
        self._channel.on("Page.frameDetached", self._on_loaded)
        self._channel.on("Page.frameNavigated", self._on_navigated)
        self._channel.on("Page.navigatedWithinDocument", self._on_moved)
        _, tree = await self._channel.ask([("Page.enable", {}), ("Page.getFrameTree", {})])
        self._on_navigated(tree["frameTree"])

    @property
    def going(self) -> bool:
        """Whether a frame of the page is loading, or about to."""
        return bool(self._loading or self._requested)

    async def arrived(self, latest: float, frames: float) -> None:
        """Wait until no frame of the page is loading.

        Args:
            latest: Timeout in seconds for the page's document.
            frames: Timeout in seconds for frames and files of a document that has arrived. When it
                expires, `restless` is set.

        Raises:
            SessionLost: If the document does not arrive in time.
        """
        now = asyncio.get_running_loop().time
        end = now() + latest
        if not await _set(self._started, min(_LATEST_START, latest)):
            self._requested.clear()
            self._started.set()
        while await _set(self._here, end - now()):
            if await _set(self._still, min(frames, end - now())):
                return
            if self._here.is_set() and frames < latest:
                self.restless = True
                return
            if now() > end:
                break
        message = f"the page was still loading after {latest:g} s"
        raise SessionLost("page hangs", message)

    def _on_requested(self, event: dict[str, Any]) -> None:
        if event["disposition"] == "currentTab":
            self._requested.add(event["frameId"])
            self._started.clear()

    def _start(self, frame: str) -> None:
        self._requested.discard(frame)
        if not self._requested:
            self._started.set()

    def _on_navigated(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        self._start(frame["id"])
        if "parentId" not in frame:
            self.url, self._frame = frame["url"] + frame.get("urlFragment", ""), frame["id"]
            self.restless = False
            self.documents += 1
            self._here.set()

    def _on_moved(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self._frame:
            self.url = event["url"]

    def _on_loading(self, event: dict[str, Any]) -> None:
        self._start(event["frameId"])
        self.loads += 1
        self._loading.add(event["frameId"])
        if event["frameId"] == self._frame:
            self._here.clear()
        self._still.clear()

    def _on_loaded(self, event: dict[str, Any]) -> None:
        self._start(event["frameId"])
        self._loading.discard(event["frameId"])
        if event["frameId"] == self._frame:
            self._here.set()
        if not self._loading:
            self._still.set()


async def _set(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, up to a timeout; return whether it is set."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
