"""Pages that a browser prepares ahead of demand, so that an episode need not wait for them.

A prepared page is a blank page in its own context. It is new, or was made blank after an episode;
see `renewal`. If the benchmark names an address that loads the files that its pages share, a new
page has them in its cache.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.launching import Running
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.tabs import Context
from webproctor.environments.browser.timeouts import OPENING, answering

Size = TypeVar("Size")
_log = logging.getLogger(__name__)
# Number of episodes after which a context is closed, as its process grows.
_MAX_EPISODES = 100
# Number of pages that are kept, for each page that is to be ready; others are closed.
_KEPT_PER_READY = 2


@dataclass(frozen=True)
class Opened:
    """A page that was opened in a new context.

    Attributes:
        running: The browser that it belongs to.
        context: Its context.
        page: The page.
    """

    running: Running
    context: Context
    page: Page


@dataclass(frozen=True)
class PreparedPage(Generic[Size]):
    """A prepared page.

    Attributes:
        size: The size that it was opened in.
        opened: The page.
        stack: Closes it.
        episodes: Number of episodes that it was used for.
    """

    size: Size
    opened: Opened
    stack: AsyncExitStack
    episodes: int = 0

    @property
    def alive(self) -> bool:
        """Whether its tab and its browser are not known to have ended."""
        running = self.opened.running
        try:
            self.opened.page.channel.check()
        except DevToolsError:
            return False
        return running.ending is None and not running.devtools.ended.is_set()


class PreparedPages(Generic[Size]):
    """The prepared pages of a browser.

    Nothing waits for a page that is being prepared. If a page cannot be prepared, the episode opens
    one itself. The pages of a browser that has died are discarded.

    Args:
        open: Opens a page of a size in the running browser, and closes it at the end of the block.
        renew: Makes the page of an ended episode blank; None if that is not possible.
    """

    def __init__(
        self,
        open: Callable[[Size], AbstractAsyncContextManager[Opened]],
        renew: Callable[[Opened], Awaitable[Opened | None]],
    ) -> None:
        self._open = open
        self._renew = renew
        self._count = 0
        self._ready: list[PreparedPage[Size]] = []
        self._renewing: set[asyncio.Task[None]] = set()
        self._filling: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def ready(self) -> int:
        """Number of pages that can be taken."""
        return sum(one.alive for one in self._ready)

    async def take(self, size: Size) -> PreparedPage[Size] | None:
        """Return a prepared page of a size, or None. The caller closes it."""
        while (prepared := self._take_ready(size)) is None and self._renewing:
            # It takes less time than a new page.
            await asyncio.wait(self._renewing, return_when=asyncio.FIRST_COMPLETED)
        return prepared

    def _take_ready(self, size: Size) -> PreparedPage[Size] | None:
        # The page that was used last has most in its caches.
        for prepared in reversed(list(self._ready)):
            if not prepared.alive:
                self._ready.remove(prepared)
                self.discard(prepared)
            elif prepared.size == size:
                self._ready.remove(prepared)
                return prepared
        return None

    def give_back(self, prepared: PreparedPage[Size]) -> None:
        """Make the page of an ended episode blank in the background, or close it."""
        renewing = asyncio.create_task(self._give_back(prepared))
        self._renewing.add(renewing)
        renewing.add_done_callback(self._renewing.discard)

    async def _give_back(self, prepared: PreparedPage[Size]) -> None:
        episodes = prepared.episodes + 1
        needed = len(self._ready) + len(self._renewing) <= _KEPT_PER_READY * self._count
        if needed and episodes < _MAX_EPISODES and prepared.alive:
            try:
                blank = await self._renew(prepared.opened)
            except (SessionLost, OSError) as error:
                _log.info("a page is not used again: %s", error)
                blank = None
            if blank is not None:
                self._ready.append(replace(prepared, opened=blank, episodes=episodes))
                return
        self.discard(prepared)

    def clear(self) -> None:
        """Close all prepared pages in the background."""
        for one in self._ready:
            self.discard(one)
        self._ready.clear()

    def discard(self, prepared: PreparedPage[Size]) -> None:
        """Close a page in the background."""
        closing = asyncio.create_task(prepared.stack.aclose())
        self._closing.add(closing)
        closing.add_done_callback(self._closed)

    def _closed(self, closing: asyncio.Task[None]) -> None:
        self._closing.discard(closing)
        if not closing.cancelled() and (error := closing.exception()) is not None:
            _log.warning("closing a prepared page failed: %s", error)

    def fill(self, size: Size, count: int, address: str = "") -> None:
        """Prepare up to `count` pages of a size in the background; close those of other sizes.

        Args:
            address: The address of a page that loads shared files; "" for none.
        """
        self._count = count
        if self._filling is None or self._filling.done():
            self._filling = asyncio.create_task(self._fill(size, count, address))

    async def wait_until_filled(self) -> None:
        """Wait until the pages are prepared, or cannot be."""
        if working := {*self._renewing, *([self._filling] if self._filling else [])}:
            await asyncio.wait(working)

    async def close(self) -> None:
        """Close all prepared pages."""
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.wait({self._filling})
        if self._renewing:
            await asyncio.wait(self._renewing)
        self.clear()
        if self._closing:
            await asyncio.wait(self._closing)

    async def _fill(self, size: Size, count: int, address: str) -> None:
        for one in [one for one in self._ready if one.size != size or not one.alive]:
            self._ready.remove(one)
            self.discard(one)
        while len(self._ready) + len(self._renewing) < count:
            async with AsyncExitStack() as stack:
                try:
                    opened = await stack.enter_async_context(self._open(size))
                    if address:
                        await _load(opened.page, address)
                except (SessionLost, OSError) as error:
                    # The next episode opens its page itself, and starts a browser if needed.
                    _log.info("no page was prepared: %s", error)
                    return
                self._ready.append(PreparedPage(size, opened, stack.pop_all()))


async def _load(page: Page, address: str) -> None:
    """Load an address into the page's cache; the page is blank afterwards, without a history."""
    async with answering("preparing a page", OPENING):
        await page.go("to", url=address)
        # The page's history must not show that it was prepared. A blank page that the browser
        # opens, unlike one that a page opens, has no origin that the next page could share.
        await page.go("to", url="about:blank")
        await page.channel.send("Page.resetNavigationHistory")
