"""The browser that all episodes of a benchmark share, and browsers of single episodes."""

import asyncio
from abc import abstractmethod
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Self

from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.sessions import Session, Surface
from webproctor.environments.browser import Browser, Screen, Viewport
from webproctor.environments.browser.exposure import expose_page
from webproctor.environments.browser.session import WebSession
from webproctor.environments.isolation import owned_folder

if TYPE_CHECKING:
    # Imported only by episodes on a desktop.
    from webproctor.environments.desktop import Display


class SharedBrowser(Benchmark):
    """A benchmark whose browser and servers start with the first episode and end with the block.

    Attributes:
        browser: The browser; None before the first episode.
        shared_files: The address of a page that loads the files that most pages of the benchmark
            need; "" for none. Prepared pages have these files in their caches.
        trusted: Whether the pages are the benchmark's own, so a page may be shown in a process
            that has shown others. Contexts are used again, where pages are prepared.
    """

    shared_files: ClassVar[str] = ""
    trusted: ClassVar[bool] = False
    _stack: AsyncExitStack
    _lock: asyncio.Lock
    browser: Browser | None = None

    @abstractmethod
    async def _start(self, stack: AsyncExitStack) -> Browser:
        """Start the servers and the browser, and enter them into the stack."""

    async def _shared_browser(self) -> Browser:
        """Return the shared browser."""
        async with self._lock:
            return await self._with_browser()

    async def _with_browser(self) -> Browser:
        if self.browser is None:
            self.browser = await self._start(self._stack)
        return self.browser

    @property
    def first_page(self) -> Viewport | None:
        """The size of the first episode's page; None if it cannot be prepared."""
        return Viewport()

    async def launch(self) -> None:
        # The first session waits, and takes the page.
        async with self._lock:
            await (await self._with_browser()).start(self.first_page)

    def prepare(self, count: int) -> None:
        if self.browser is not None:
            self.browser.prepare(
                count, self.shared_files, reuse=self.trusted, keep_files=self.trusted
            )

    def memory(self) -> int:
        return self.browser.memory() if self.browser else 0

    async def __aenter__(self) -> Self:
        # Each block may run in another event loop, and a lock belongs to one loop.
        self._stack, self._lock = AsyncExitStack(), asyncio.Lock()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.browser = None
        await self._stack.aclose()


class OwnBrowser(SharedBrowser):
    """A benchmark that agents can also use on a desktop or through a browser of their own."""

    @abstractmethod
    def _browser_for(self, screen: Screen | None = None, home: Path | None = None) -> Browser:
        """Return a browser that reaches the benchmark's servers.

        Args:
            screen: The X screen for its window; without a window if None.
            home: Its home folder; the user's own if None.
        """

    async def _surface(
        self, stack: AsyncExitStack, surface: Surface
    ) -> "tuple[Browser, Display | None, Path | None]":
        """Return the browser for an episode on a surface, its display, and its home folder.

        Episodes on the page use the shared browser; others have their own.

        Raises:
            UserError: If the benchmark does not support this surface.
        """
        if surface not in self.surfaces:
            raise UserError(f"{self.name} has no surface {surface!r}.")
        shared = await self._shared_browser()
        if surface == "page":
            return shared, None, None
        home = stack.enter_context(owned_folder())
        display = None
        if surface == "desktop":
            from webproctor.environments.desktop import Display

            display = await stack.enter_async_context(Display.start())
        browser = self._browser_for(display.screen if display else None, home)
        return await stack.enter_async_context(browser), display, home

    async def _presented(
        self,
        stack: AsyncExitStack,
        session: WebSession,
        surface: Surface,
        display: "Display | None",
    ) -> Session:
        """Return a session as agents on a surface get it: on a desktop, or exposed to a program."""
        if surface == "browser-input":
            await stack.enter_async_context(expose_page(session))
        if display is None:
            return session
        from webproctor.environments.desktop import DesktopSession

        return await DesktopSession.begin(display, session)
