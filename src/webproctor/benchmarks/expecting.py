"""Pages that are loaded before their episodes begin, because a client has said which it needs next.

Nothing waits for them but the episode that takes one, and one that cannot be loaded is no error:
the episode loads its page itself.
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
_MOST = 16


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
        self._loading.append((name, asyncio.create_task(self._loaded(name))))
        if len(self._loading) > _MOST:
            self._discard(self._loading.pop(0)[1])

    @asynccontextmanager
    async def page(self, name: str) -> AsyncIterator[S]:
        """Open a page in a session: one that was expected, or a new one.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        if (taken := await self._taken(name)) is None:
            async with self._load(name) as session:
                yield session
            return
        session, stack = taken
        async with stack:
            yield session

    async def _loaded(self, name: str) -> tuple[S, AsyncExitStack]:
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(self._load(name))
            return session, stack.pop_all()

    async def _taken(self, name: str) -> tuple[S, AsyncExitStack] | None:
        while found := next((one for one in self._loading if one[0] == name), None):
            self._loading.remove(found)
            try:
                session, stack = await found[1]
            except (SessionLost, OSError) as fault:
                _log.info("no page was loaded: %s", fault)
                continue
            try:
                await session.page.catch_up()  # Its browser may have died since.
            except SessionLost as lost:
                _log.info("an expected page is not used: %s", lost)
                self._discard(found[1])
                continue
            except BaseException:
                self._discard(found[1])
                raise
            return session, stack
        return None

    def _discard(self, loading: asyncio.Task[tuple[S, AsyncExitStack]]) -> None:
        closing = asyncio.create_task(self._close(loading))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _close(self, loading: asyncio.Task[tuple[S, AsyncExitStack]]) -> None:
        try:
            _, stack = await loading
            await stack.aclose()
        except (SessionLost, OSError) as fault:
            _log.info("an expected page was not closed: %s", fault)

    async def close(self) -> None:
        """Close all pages."""
        for _, loading in self._loading:
            self._discard(loading)
        self._loading.clear()
        if self._closing:
            await asyncio.wait(self._closing)
