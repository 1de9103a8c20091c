"""Pages that are loaded before their episodes begin, because a client has said which it needs next.

Only the episode that takes a page waits for it. If a page cannot be loaded, its episode loads one
itself.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Generic, TypeVar

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.session import WebSession

S = TypeVar("S", bound=WebSession)
_log = logging.getLogger(__name__)
# Maximum number of pages; the one that has waited longest is closed when there is another.
_MAX_PAGES = 16


class ExpectedPages(Generic[S]):
    """The loaded pages of one browser, by names.

    Args:
        load: Opens the page of a name in a session, and closes it at the end of the block.
    """

    def __init__(self, load: Callable[[str], AbstractAsyncContextManager[S]]) -> None:
        self._load = load
        self._loading: list[tuple[str, asyncio.Task[tuple[S, AsyncExitStack]]]] = []
        self._closing: set[asyncio.Task[None]] = set()

    def expect(self, name: str) -> None:
        """Load a page in the background."""
        self._loading.append((name, asyncio.create_task(self._open(name))))
        if len(self._loading) > _MAX_PAGES:
            self._discard(self._loading.pop(0)[1])

    @asynccontextmanager
    async def page(self, name: str) -> AsyncIterator[S]:
        """Open a page in a session: one that was expected, or a new one.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        if (expected := await self._take(name)) is None:
            async with self._load(name) as session:
                yield session
            return
        session, stack = expected
        async with stack:
            yield session

    async def _open(self, name: str) -> tuple[S, AsyncExitStack]:
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(self._load(name))
            return session, stack.pop_all()

    async def _take(self, name: str) -> tuple[S, AsyncExitStack] | None:
        while entry := next((one for one in self._loading if one[0] == name), None):
            self._loading.remove(entry)
            try:
                session, stack = await entry[1]
            except (SessionLost, OSError) as error:
                _log.info("no page was loaded: %s", error)
                continue
            try:
                await session.page.catch_up()  # Its browser may have died since.
            except SessionLost as error:
                _log.info("an expected page is not used: %s", error)
                self._discard(entry[1])
                continue
            except BaseException:
                self._discard(entry[1])
                raise
            return session, stack
        return None

    def _discard(self, loading: asyncio.Task[tuple[S, AsyncExitStack]]) -> None:
        task = asyncio.create_task(self._close(loading))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close(self, loading: asyncio.Task[tuple[S, AsyncExitStack]]) -> None:
        try:
            _, stack = await loading
            await stack.aclose()
        except (SessionLost, OSError) as error:
            _log.info("an expected page was not closed: %s", error)

    async def close(self) -> None:
        """Close all pages."""
        for _, loading in self._loading:
            self._discard(loading)
        self._loading.clear()
        if self._closing:
            await asyncio.wait(self._closing)
