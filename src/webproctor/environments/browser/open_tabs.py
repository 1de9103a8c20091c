"""The tabs of a session: those that its pages open and close, and which of them is in front."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError, PageClosed
from webproctor.environments.browser.downloads import Download
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.tabs import Tab
from webproctor.environments.browser.timeouts import TabClosed

# Maximum number of open tabs; further tabs are closed at once.
MAX_TABS = 20
# Timeout in seconds for a tab that was announced (it never opens if it is a blocked pop-up).
_TAB_TIMEOUT = 5

T = TypeVar("T")


class OpenTabs:
    """The open tabs of a session.

    Attributes:
        pages: Their pages, in the order in which they were opened.
        front: The tab in front.
        acting: Whether an action is carried out: tabs that its input opens come to the front.
        closed_count: Number of tabs that have closed.
        observed_closed: Whether the tab in front was closed since the last observation or action.

    Args:
        first: The first tab.
        join: Sets up the page of a further tab.
    """

    def __init__(self, first: Page, join: Callable[[Page], Awaitable[None]]) -> None:
        self.pages = [first]
        self.front = first
        self.acting = False
        self.closed_count = 0
        self.observed_closed = False
        self._join = join
        self._joining: set[asyncio.Task[None]] = set()
        # Tabs that were announced but have not opened yet, in order: for each, whether an input
        # event caused it, and its address.
        self._announced: list[tuple[bool, str]] = []
        # The tab that was in front when each tab opened.
        self._openers: dict[Page, Page] = {}
        # Tabs that were opened for an address; those of them whose address is that of a download.
        self._for_address: set[str] = set()
        self._for_download: set[str] = set()

    def listen(self) -> None:
        """Listen to what the pages open and close."""
        page = self.pages[0]
        page.listeners.add(page.tab.context, "tab", self._on_tab)
        page.listeners.add(page.tab.context, "closed", self._on_close)
        page.listeners.add(page.tab.context, "download", self._on_download)

    def on_announced(self, event: dict[str, Any]) -> None:
        """Note that a page opens a tab."""
        self._announced.append((bool(event.get("userGesture")), event["url"]))

    def _on_tab(self, tab: Tab) -> None:
        # A tab that a page opens without input stays in the background.
        by_input, url = self._announced.pop(0) if self._announced else (True, "")
        full = len(self.pages) + len(self._joining) >= MAX_TABS
        in_front = by_input and (self.acting or self.pages[0].agent_handles_dialogs)
        if url.startswith("http"):
            self._for_address.add(tab.target)
        self._run(self._add(tab, full=full, in_front=in_front))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Open a tab in the background; `wait` waits for it."""
        joining = asyncio.ensure_future(work)
        self._joining.add(joining)
        joining.add_done_callback(self._joining.discard)

    async def _add(self, tab: Tab, *, full: bool, in_front: bool) -> None:
        first = self.pages[0]
        try:
            await asyncio.shield(tab.ready)
            if full:
                first.errors.append(f"a new tab was closed: {MAX_TABS} are open")
                await tab.close()
                return
            page = await first.for_tab(tab)
            if tab.target in self._for_address:
                page.navigation.expect_document()
            await self._join(page)
            if tab.target in self._for_download:
                await tab.close()
        except (SessionLost, DevToolsError) as error:
            if not tab.closed.is_set():
                first.errors.append(f"a new tab was closed: {error}")
            return
        except Exception as error:  # noqa: BLE001 - nothing else handles a task's errors
            first.channel.fail(error)
            return
        if tab.closed.is_set():
            return
        # The last tab was closed; this one opens in its place.
        if first.tab.closed.is_set() and first in self.pages:
            self.pages.remove(first)
            in_front = True
        self.pages.append(page)
        self._openers[page] = self.front
        if in_front:
            self.front = page
        else:
            with contextlib.suppress(SessionLost):
                await self.front.send("Page.bringToFront")

    def _on_close(self, tab: Tab) -> None:
        page = self._of(tab.target)
        if tab.context.closing:
            return
        if page is None:  # It was still opening, perhaps to replace the last tab.
            last = self.pages[0]
            if last.tab.closed.is_set() and not tab.context.tabs:
                self._run(self._open_empty(last))
            return
        self.closed_count += 1
        self.observed_closed |= self.front is page and not self.acting
        if len(self.pages) == 1:
            self._run(self._open_empty(page))
            return
        self.pages.remove(page)
        if self.front is page:
            opener = self._openers.get(page)
            self.front = opener if opener in self.pages else self.pages[-1]

    async def _open_empty(self, last: Page) -> None:
        """Replace the last tab by an empty one."""
        try:
            await last.tab.context.new_tab()
        except PageClosed:
            pass  # Another one opens in its place: `_on_close`.
        except DevToolsError as error:
            last.errors.append(f"no tab could be opened in place of the last one: {error}")

    def _on_download(self, download: Download) -> None:
        """Close the tab that a page has opened for a download, as browsers with a window do."""
        target = download.frame
        if target not in self._for_address:
            return
        page = self._of(target)
        if page is None:  # It is opening.
            self._for_download.add(target)
        elif page.url in ("", "about:blank"):
            page.files.finish(page.tab.close())

    def _of(self, target: str) -> Page | None:
        return next((one for one in self.pages if one.tab.target == target), None)

    async def wait(self) -> None:
        """Wait until announced tabs have opened, up to a timeout."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_TAB_TIMEOUT):
                while self._announced or self._joining:
                    if self._joining:
                        await asyncio.wait(self._joining)
                    with contextlib.suppress(TabClosed):
                        await self.pages[0].catch_up()
        self._announced.clear()

    async def in_front(self, work: Callable[[Page], Awaitable[T]]) -> T:
        """Do something with the tab in front; again with the next one if a tab is closed meanwhile.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        while True:
            if self.front.tab.closed.is_set():  # An empty tab is opening in its place.
                await self.wait()
            count = self.closed_count
            try:
                return await work(self.front)
            except TabClosed:
                if self.closed_count == count:
                    raise

    async def evaluate(self, expression: str) -> None:
        """Evaluate an expression in the world of each page that is open."""
        for page in list(self.pages):
            with contextlib.suppress(TabClosed):
                await page.try_evaluate(expression)
