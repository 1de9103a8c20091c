"""Track the address of a page and the loading state of its frames."""

import asyncio
import contextlib
from typing import Any, NamedTuple

from webproctor.environments.browser.devtools import (
    DETACHED,
    FAILED,
    Channel,
    DevToolsError,
    PageClosed,
)
from webproctor.environments.browser.timeouts import LOADING

# Timeout in seconds for a requested navigation to start, after which it counts as refused.
_START_TIMEOUT = 0.5


class NavigationState(NamedTuple):
    """Counts of a page's navigations at one moment; see `Navigation`."""

    changes: int
    frame_changes: int
    documents: int
    loads: int
    loads_ended: int
    loading: int
    cancelled_navigations: int
    unanswered: int


class Navigation:
    """The navigation state of one page, as reported by DevTools.

    Attributes:
        url: The main frame's address.
        frame: The main frame's id.
        documents: Number of documents that the main frame has shown so far.
        loads: Number of times that a frame of the page has begun to load a document.
        changes: Number of times that the page's address or document has changed.
        frame_changes: The same for the frames in the page.
        loads_ended: Number of times that a frame of the page has stopped loading.
        cancelled_navigations: Number of times that a dialog asked whether to leave the
            page and was dismissed.
        is_download: Whether the last address that was opened is that of a download.
        unreachable: The address whose error page the browser shows; "" otherwise.
        unanswered: Number of documents that did not arrive in time.
        load_timed_out: Whether frames or files of this document were still loading when a wait for
            them timed out.
    """

    def __init__(self, channel: Channel) -> None:
        self.url = self.frame = ""
        self.documents = 0
        self.loads = 0
        self.changes = self.frame_changes = self.loads_ended = self.cancelled_navigations = 0
        self._leave_dialog_open = False  # Whether that dialog is open.
        self.unreachable = ""
        self.unanswered = 0
        self.is_download = False
        self._channel = channel
        # The ids of the documents so far that the page has shown, and whether the last one has
        # loaded.
        self._shown: set[str] = set()
        self._complete = self._closed = False
        self._changed = asyncio.Event()
        self.load_timed_out = False
        self._document_arrived = asyncio.Event()  # The main frame's document has arrived.
        self._document_arrived.set()
        self._loading: set[str] = set()
        self._all_loaded = asyncio.Event()
        self._all_loaded.set()
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
        self._channel.on("Page.loadEventFired", self._on_complete)
        self._channel.on("Page.javascriptDialogOpening", self._on_dialog)
        self._channel.on("Page.javascriptDialogClosed", self._on_answer)
        self._channel.on(FAILED, lambda _: self._changed.set())
        self._channel.on(DETACHED, self._on_gone)
        tree = (await self._channel.send("Page.getFrameTree"))["frameTree"]
        if not self.documents:  # Otherwise a document that has arrived since is newer.
            self._on_navigated(tree)

    async def open(self, url: str) -> str:
        """Open an address; return the browser's reason if it cannot be opened, else "".

        Raises:
            DevToolsError: If the page is gone.
        """
        self.is_download = False
        try:
            answer = await self._channel.send("Page.navigate", {"url": url})
        except DevToolsError as error:
            if "Cannot navigate" in str(error):
                return str(error)
            raise
        self.is_download = bool(answer.get("isDownload"))
        if failure := answer.get("errorText", ""):
            return failure
        if document := answer.get("loaderId", ""):
            await self.wait_until_document_loaded(document)
        return ""

    def expect_document(self) -> None:
        """Note that the page was opened for an address, unless its document has arrived."""
        if not self.url:
            self._requested.add(self.frame)
            self._started.clear()

    @property
    def is_loading(self) -> bool:
        """Whether a frame of the page is loading, or about to."""
        return bool(self._loading or self._requested)

    async def wait_until_document_loaded(self, document: str) -> None:
        """Wait until the page has shown a document, and the one that it shows has loaded.

        One that does not finish loading is waited for up to `LOADING` seconds; then
        `load_timed_out` is set.

        Args:
            document: The document's loader id.

        Raises:
            DevToolsError: If the page is gone.
        """
        while document not in self._shown:
            await self._wait_for_change()
        await self._wait_until_complete()

    @property
    def state(self) -> NavigationState:
        """What `wait_until_changed` compares with."""
        return NavigationState(
            *(self.changes, self.frame_changes, self.documents, self.loads, self.loads_ended),
            *(len(self._loading), self.cancelled_navigations, self.unanswered),
        )

    async def wait_until_changed(self, previous: NavigationState) -> bool:
        """Wait until the page, or a frame in it, shows another entry of the history.

        Args:
            previous: The former `state`.

        Returns:
            False if nothing changed: a dialog asked whether to leave the page and was dismissed, or
            the server answered without a document.

        Raises:
            DevToolsError: If the page is gone.
        """
        while self.changes == previous.changes and not self._loaded_since(previous):
            if self.cancelled_navigations != previous.cancelled_navigations:
                return False
            await self._wait_for_change()
        if self.documents != previous.documents:
            await self._wait_until_complete()
        now = self.changes, self.frame_changes
        return now != (previous.changes, previous.frame_changes)

    async def wait_until_closed(self, previous: NavigationState) -> bool:
        """Wait until the page is closed; return False if a dialog that asked was dismissed."""
        with contextlib.suppress(PageClosed):
            while self.cancelled_navigations == previous.cancelled_navigations:
                await self._wait_for_change()
            return False
        return True

    def _loaded_since(self, previous: NavigationState) -> bool:
        """Whether a frame began and ended to load, and the page itself is not loading.

        The end of an earlier load can be reported after the beginning of the next.
        """
        ended = self.loads_ended - previous.loads_ended > previous.loading
        return self.loads != previous.loads and ended and self._document_arrived.is_set()

    async def _wait_until_complete(self) -> None:
        try:
            async with asyncio.timeout(LOADING):
                while not (self._complete or self.unreachable):
                    await self._wait_for_change()
        except TimeoutError:
            self.load_timed_out = True

    async def _wait_for_change(self) -> None:
        if not self._closed:
            self._changed.clear()
            await self._changed.wait()
        self._channel.check()
        if self._closed:
            raise PageClosed

    def _on_gone(self, _: dict[str, Any]) -> None:
        self._closed = True
        for event in (self._changed, self._started, self._document_arrived, self._all_loaded):
            event.set()

    async def wait_until_loaded(self, document_timeout: float, frames_timeout: float) -> bool:
        """Wait until no frame of the page is loading.

        Args:
            document_timeout: Timeout in seconds for the page's document.
            frames_timeout: Timeout in seconds for frames and files of a document that has arrived.
                When it expires, `load_timed_out` is set.

        Returns:
            False if the document does not arrive in time.
        """
        now = asyncio.get_running_loop().time
        deadline = now() + document_timeout
        if not await _wait_for(self._started, min(_START_TIMEOUT, document_timeout)):
            self._requested.clear()
            self._started.set()
        documents = self.documents
        while await _wait_for(self._document_arrived, deadline - now()):
            loaded = await _wait_for(self._all_loaded, min(frames_timeout, deadline - now()))
            # The document may have begun to load another one since, as those that redirect do.
            arrived = self._document_arrived.is_set()
            if arrived and loaded:
                return True
            if now() > deadline or (arrived and frames_timeout < document_timeout):
                break
        # A document that is replaced again and again is used as it is.
        arrived = self._document_arrived.is_set() or self.documents != documents
        self.load_timed_out = self.load_timed_out or arrived
        return arrived

    def _on_requested(self, event: dict[str, Any]) -> None:
        if event["disposition"] == "currentTab":
            self._requested.add(event["frameId"])
            self._started.clear()

    def _on_frame_started(self, frame: str) -> None:
        self._requested.discard(frame)
        if not self._requested:
            self._started.set()

    def _on_navigated(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        self._on_frame_started(frame["id"])
        if "parentId" not in frame:
            self.url, self.frame = frame["url"] + frame.get("urlFragment", ""), frame["id"]
            self.unreachable = frame.get("unreachableUrl", "")
            self._shown.add(frame["loaderId"])
            self._complete = False
            self._note_change()
            self.load_timed_out = False
            self.documents += 1
            self._document_arrived.set()
        else:
            self._note_frame_change()

    def _on_moved(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self.frame:
            self.url = event["url"]
            self._note_change()
        else:
            self._note_frame_change()

    def _on_complete(self, _: dict[str, Any]) -> None:
        self._complete = True
        self._changed.set()

    def _on_dialog(self, event: dict[str, Any]) -> None:
        self._leave_dialog_open = event["type"] == "beforeunload"

    def _on_answer(self, event: dict[str, Any]) -> None:
        if self._leave_dialog_open and not event["result"]:
            self.cancelled_navigations += 1
            self._changed.set()
        self._leave_dialog_open = False

    def _note_change(self) -> None:
        self.changes += 1
        self._changed.set()

    def _note_frame_change(self) -> None:
        self.frame_changes += 1
        self._changed.set()

    def _on_loading(self, event: dict[str, Any]) -> None:
        self._on_frame_started(event["frameId"])
        self.loads += 1
        self._loading.add(event["frameId"])
        if event["frameId"] == self.frame:
            self._document_arrived.clear()
        self._all_loaded.clear()

    def _on_loaded(self, event: dict[str, Any]) -> None:
        self._on_frame_started(event["frameId"])
        self._loading.discard(event["frameId"])
        if event["frameId"] == self.frame:
            self._document_arrived.set()
        if not self._loading:
            self._all_loaded.set()
        self.loads_ended += 1
        self._changed.set()


def history_entry(history: dict[str, Any], offset: int) -> int | None:
    """Return the id of the entry before (-1) or after (1) the one that is shown; None without one.

    Args:
        history: The answer to `Page.getNavigationHistory`.
    """
    entries, index = history["entries"], history["currentIndex"] + offset
    # A context starts with a blank page, which is an entry unless it was still loading when the
    # first address was opened. A tab that a page opens has no such entry.
    first = 1 if entries[0]["url"] == "about:blank" else 0
    return entries[index]["id"] if first <= index < len(entries) else None


async def _wait_for(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, up to a timeout; return whether it was set in that time.

    It may have been cleared since.
    """
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
