"""Start Chromium, and restart it when it fails."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import ENDED, DevToolsError
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.finding import find_browser
from webproctor.environments.browser.guard import Guard, Mirror, host_resolver_flags, no_mirror
from webproctor.environments.browser.launching import (
    FLAGS,
    HEADLESS,
    WINDOWED,
    Launch,
    Running,
    Screen,
    launch,
)
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.prepared_pages import Opened, PreparedPage, PreparedPages
from webproctor.environments.browser.recording import current_recording
from webproctor.environments.browser.renewal import renewed
from webproctor.environments.browser.tabs import Context
from webproctor.environments.browser.timeouts import OPENING, answering
from webproctor.environments.isolation import owned_folder, sweep_once, temporary_folder

# Timeout for starting a browser, in seconds.
_START_TIMEOUT = 90.0


# Opens a context, in the browser that it returns.
OpenContext = Callable[[], Awaitable[tuple[Running, Context]]]


class Browser:
    """A Chromium process. It is started when the first page is opened, and restarted when it has
    died or does not respond.

    Pages whose trace or network traffic is recorded are in a second process, which Playwright
    starts.

    Attributes:
        prepared_pages: The prepared pages.

    Args:
        hosts: Names of the hosts that pages may reach, each with the loopback port that serves it.
            The browser resolves no other host.
        external_hosts: Hosts that pages may reach at their real addresses; none by default.
        internet: Whether pages may reach all public hosts; see `guard.host_resolver_flags`.
        executable: The browser to start; by default `find_browser()`.
        screen: The X screen for its windows; None for a browser without windows.
        home: The browser's home folder; by default the user's own.
        timeout: Timeout in seconds after which an unresponsive page counts as hung.
    """

    def __init__(
        self,
        hosts: Mapping[str, int],
        *,
        external_hosts: Collection[str] = (),
        internet: bool = False,
        screen: Screen | None = None,
        home: Path | None = None,
        executable: Path | None = None,
        timeout: float = 30.0,
    ) -> None:
        self._hosts = dict(hosts)
        self._external_hosts = frozenset(external_hosts)
        self._internet = internet
        self._screen = screen
        self._home = home
        self._executable = executable
        self._timeout = timeout
        self._opening_timeout = max(timeout, OPENING)
        self._starting = asyncio.Lock()
        self._running: Running | None = None
        self._recording_browser: Running | None = None  # The one that Playwright has started.
        self._stack = contextlib.ExitStack()
        self._files = Path()
        self.prepared_pages = PreparedPages(self._open_early, self._renewed)
        self._reuse = self._keep_files = False
        self._viewport = Viewport()
        self._preparation: tuple[int, str] | None = None
        self._restarting: asyncio.Task[None] | None = None
        self._dropping: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        sweep_once()
        self._files = self._stack.enter_context(owned_folder())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._preparation = None  # A browser that dies now is not replaced.
        if self._restarting is not None:
            self._restarting.cancel()
            await asyncio.wait({self._restarting})
        await self.prepared_pages.close()
        if self._dropping:
            await asyncio.wait(self._dropping)
        for running in (self._running, self._recording_browser):
            if running is not None:
                await self._end(running)
        self._stack.close()

    async def start(self, viewport: Viewport | None = None) -> None:
        """Start the browser, which otherwise starts with the first page.

        Args:
            viewport: The size of the first page, to prepare it too; see `prepared_pages`. None for
                no page.

        Raises:
            DevToolsError, TimeoutError: If it does not start.
        """
        await self._running_browser()
        if viewport is not None:
            self.prepared_pages.fill(viewport, 1)
            await self.prepared_pages.wait_until_filled()

    def prepare(
        self, count: int, address: str = "", *, reuse: bool = False, keep_files: bool = False
    ) -> None:
        """Prepare pages in the background for later episodes; see `prepared_pages`.

        They have the size of the last page. Pages with a mirror, a folder or a recording are never
        prepared. From now on, a browser that dies is replaced at once instead of when the next page
        is opened. Call this after an episode has started: preparing pages takes processor time.

        Args:
            count: Number of pages to keep ready.
            address: The address of a page that loads files that most pages need; "" for none.
            reuse: Whether contexts of ended episodes are used again; see `renewal`. Use it only for
                trusted pages: they share a process with the pages of earlier episodes.
            keep_files: Whether files stay in the caches of these contexts, so that pages load
                faster. Use it only if the servers let browsers store only files that are the same
                in all episodes.
        """
        self._preparation, self._reuse, self._keep_files = (count, address), reuse, keep_files
        self.prepared_pages.fill(self._viewport, count, address)

    def _on_died(self, running: Running) -> None:
        """Replace a browser that has died, if pages are prepared.

        A browser that has not shown a page is not replaced: the next one would die too.
        """
        crashed = running.ending is None and running.used
        if crashed and self._running is running and self._preparation:
            self._restarting = asyncio.create_task(self._restart())

    async def _restart(self) -> None:
        # If this fails, opening the next page tries again and reports the error.
        with contextlib.suppress(DevToolsError, TimeoutError):
            await self._running_browser()
            if self._preparation:
                self.prepare(*self._preparation, reuse=self._reuse, keep_files=self._keep_files)

    def memory(self) -> int:
        """Return the bytes of memory of its processes that last longer than pages."""
        running = self._running
        return running.memory() if running else 0

    async def _running_browser(self) -> Running:
        """Return the running browser if it responds, else start a new one."""
        async with self._starting:
            await self._end_unresponsive(self._running)
            if self._running is None:
                async with asyncio.timeout(_START_TIMEOUT):
                    self._running = running = await launch(self._settings())
                running.devtools.listen(None, ENDED, lambda _: self._on_died(running))
            return self._running

    async def _playwright_browser(self) -> Running:
        """Return the running browser of Playwright if it responds, else start a new one."""
        from webproctor.environments.browser.driver import Driver

        async with self._starting:
            await self._end_unresponsive(self._recording_browser)
            if self._recording_browser is None:
                async with asyncio.timeout(_START_TIMEOUT):
                    self._recording_browser = await launch(self._settings(), await Driver.start())
            return self._recording_browser

    def _settings(self) -> Launch:
        arguments = [
            *FLAGS,
            *(WINDOWED if self._screen else HEADLESS),
            *host_resolver_flags(self._hosts, self._external_hosts, internet=self._internet),
        ]
        return Launch(
            self._executable or find_browser(window=bool(self._screen)),
            arguments,
            self._hosts.values(),
            self._files,
            home=self._home,
            screen=self._screen,
            network=bool(self._external_hosts) or self._internet,
        )

    @contextlib.asynccontextmanager
    async def page(
        self,
        *,
        viewport: Viewport = Viewport(),
        mirror: Mirror = no_mirror,
        folder: Path | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> AsyncIterator[Page]:
        """Open a page in its own context, without cookies, cache or files of other episodes.

        Args:
            viewport: The viewport's size; ignored for a browser with a window.
            folder: The episode's folder for files; by default a temporary one.
            headers: Sent with every request of the context, invisible to scripts of its pages.

        Raises:
            SessionLost: If the browser cannot be started.
        """
        plain = folder is None and not mirror.hosts and not current_recording().kinds
        if not plain:
            self.prepared_pages.clear()  # They are not for pages like this one.
            async with self._opened(
                lambda: self._context(viewport, headers), mirror, folder
            ) as opened:
                yield opened.page
            return
        prepared = await self._prepared_page(viewport, headers)
        prepared = prepared or await self._new_page(viewport, headers)
        self._viewport = viewport
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_exit(prepared.stack)
            yield prepared.opened.page
            if self._reuse:
                stack.pop_all()
                self.prepared_pages.give_back(prepared)

    async def _new_page(
        self, viewport: Viewport, headers: Mapping[str, str]
    ) -> PreparedPage[Viewport]:
        """Open a page in a new context."""
        async with contextlib.AsyncExitStack() as stack:
            opening = self._opened(lambda: self._context(viewport, headers))
            opened = await stack.enter_async_context(opening)
            return PreparedPage(viewport, opened, stack.pop_all())

    @contextlib.asynccontextmanager
    async def _opened(
        self, open_context: OpenContext, mirror: Mirror = no_mirror, folder: Path | None = None
    ) -> AsyncIterator[Opened]:
        """Open a page in a new context; both are closed at the end of the block."""
        guard = self._guard(mirror)
        async with temporary_folder(self._files, "episode-") as own_folder:
            running, context = await open_context()
            try:
                async with current_recording().start(context.recorded) as recorder:
                    async with answering("opening a page", self._opening_timeout):
                        tab = context.tabs[0] if context.tabs else await context.new_tab()
                        page_folder = folder or own_folder
                        page = await Page.create(
                            tab, running.devtools, guard, page_folder, self._timeout, recorder
                        )
                    page.agent_handles_dialogs = self._screen is not None
                    page.endpoint, page.clipboard = running.endpoint, running.clipboard
                    running.used = True
                    yield Opened(running, context, page)
            finally:
                await asyncio.shield(self._close(running, context))

    def _guard(self, mirror: Mirror = no_mirror) -> Guard:
        return Guard(self._external_hosts.union(self._hosts), mirror, self._internet, self._hosts)

    async def _renewed(self, opened: Opened) -> Opened | None:
        page = await renewed(opened.page, self._guard(), keep_files=self._keep_files)
        return page and replace(opened, page=page)

    def _open_early(self, viewport: Viewport) -> contextlib.AbstractAsyncContextManager[Opened]:
        """Open a page in the running browser, which is neither started nor ended for it."""

        async def context() -> tuple[Running, Context]:
            running = self._running
            if running is None or running.ending:
                raise SessionLost("browser", "no browser is running")
            async with answering("creating a context", self._opening_timeout):
                return running, await self._new_context(running, viewport, {})

        return self._opened(context)

    async def _prepared_page(
        self, viewport: Viewport, headers: Mapping[str, str]
    ) -> PreparedPage[Viewport] | None:
        """Return a prepared page whose browser responds; None without one."""
        while prepared := await self.prepared_pages.take(viewport):
            try:
                ready = await self._ready(prepared.opened, headers)
            except BaseException:
                self.prepared_pages.discard(prepared)
                raise
            if ready:
                return prepared
            self.prepared_pages.discard(prepared)
        return None

    async def _ready(self, opened: Opened, headers: Mapping[str, str]) -> bool:
        """Give a prepared page its headers; return whether its browser responds."""
        responding = asyncio.create_task(opened.running.responds(self._opening_timeout))
        ready = False
        with contextlib.suppress(SessionLost):
            async with answering("setting headers", self._opening_timeout):
                await opened.context.set_headers(headers)
                ready = True
        if not (responds := await responding):
            await self._end(opened.running)
        return responds and ready

    async def _context(
        self, viewport: Viewport, headers: Mapping[str, str]
    ) -> tuple[Running, Context]:
        """Create a context. If that fails, try once more, in a new browser."""
        for tries_left in (1, 0):
            running = None
            try:
                driven = current_recording().needs_playwright
                running = await (self._playwright_browser() if driven else self._running_browser())
                async with asyncio.timeout(self._opening_timeout):
                    return running, await self._new_context(running, viewport, headers)
            except (DevToolsError, OSError) as error:  # `OSError` is also `TimeoutError`.
                if running is not None:
                    await self._end(running)
                if not tries_left:
                    message = f"the browser could not be started: {_reason(error)}"
                    raise SessionLost("browser", message) from error
        raise AssertionError("unreachable")

    async def _new_context(
        self, running: Running, viewport: Viewport, headers: Mapping[str, str]
    ) -> Context:
        size = None if self._screen else viewport
        if running.driver is not None:
            opening = running.driver.context(running.contexts, size, headers)
        else:
            opening = running.contexts.create(size, headers)
        creating = asyncio.ensure_future(opening)
        try:
            return await asyncio.shield(creating)
        except asyncio.CancelledError:
            # The browser may still create it.
            creating.add_done_callback(lambda _: self._drop(running, creating))
            raise

    def _drop(self, running: Running, creating: asyncio.Future[Context]) -> None:
        """Close a context whose page is no longer awaited."""
        if not creating.cancelled() and creating.exception() is None:
            closing = asyncio.create_task(self._close(running, creating.result()))
            self._dropping.add(closing)
            closing.add_done_callback(self._dropping.discard)

    async def _end_unresponsive(self, running: Running | None) -> None:
        """End a browser unless it responds."""
        if running is not None and not await running.responds(self._opening_timeout):
            await self._end(running)

    async def _end(self, running: Running) -> None:
        """End a browser; the next page starts a new one."""
        if self._running is running:
            self._running = None
        if self._recording_browser is running:
            self._recording_browser = None
        await asyncio.shield(running.end())

    async def _close(self, running: Running, context: Context) -> None:
        """Close a context; if that times out, end the browser."""
        try:
            async with asyncio.timeout(self._timeout):
                await context.close()
        except DevToolsError:
            return  # The browser died.
        except TimeoutError:
            await self._end(running)


def _reason(error: Exception) -> str:
    """Return why a browser did not start, in one line."""
    if isinstance(error, TimeoutError):
        return "it does not respond"
    return " ".join(str(error).split()) or type(error).__name__
