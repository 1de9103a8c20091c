"""The live sessions of all annotators, on one browser."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from webproctor.collect.tools.demonstrate.live import LiveSession
from webproctor.environments.browser import Browser


@dataclass(frozen=True)
class Rules:
    """The options of the tool.

    Attributes:
        hosts: Names of websites that this machine serves, with their ports. Without any, pages
            reach the internet.
        max_pages: Number of pages that can be open at the same time.
        idle: Seconds without input after which a page is closed.
        mask: Texts that are masked before anything is stored.
        per_task: Demonstrations that a task gets.
    """

    hosts: dict[str, int]
    max_pages: int
    idle: float
    mask: Sequence[re.Pattern[str]]
    per_task: int


class Sessions:
    """The live sessions by the ids of their demonstrations."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.browser = Browser(rules.hosts, internet=not rules.hosts)
        self._sessions: dict[int, LiveSession] = {}
        self._page_slots = asyncio.Semaphore(rules.max_pages)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run sessions while the block runs."""
        async with self.browser:
            try:
                yield
            finally:
                await asyncio.gather(*(session.abort() for session in self._sessions.values()))

    @contextmanager
    def viewed(self, id: int, folder: Path, url: str) -> Iterator[LiveSession]:
        """View the session of a demonstration; the session continues after the block.

        Raises:
            UserError: If a stored step is damaged.
        """
        session = self._sessions.get(id)
        if session is None:
            rules = self.rules
            session = self._sessions[id] = LiveSession(
                self.browser, self._slot, folder, url, rules.mask, rules.idle
            )
        session.viewers += 1
        try:
            yield session
        finally:
            session.remove_viewer()
            self._release_unwatched()

    async def finish(self, id: int) -> None:
        """End the session of a demonstration, if there is one.

        Raises:
            UserError: If a step is being performed.
        """
        if (session := self._sessions.get(id)) is not None:
            try:
                await session.finish()
            finally:
                if session.ended:
                    self._sessions.pop(id, None)

    async def end(self, id: int) -> None:
        """End the session of a demonstration that was given back, if there is one."""
        if (session := self._sessions.pop(id, None)) is not None:
            await session.end()

    @asynccontextmanager
    async def _slot(self, session: LiveSession) -> AsyncIterator[None]:
        """Reserve one of the pages as soon as one is free."""
        if self._page_slots.locked():
            session.change(
                "waiting",
                f"All {self.rules.max_pages} browsers are in use. "
                "This page continues when one is free.",
            )
            self._release_unwatched()
        async with self._page_slots:
            yield

    def _release_unwatched(self) -> None:
        """Close the page that has been without a viewer for longest, if someone waits for one."""
        sessions = self._sessions.values()
        unwatched = [
            session
            for session in sessions
            if session.web and not session.viewers and not session.busy
        ]
        if unwatched and any(session.phase == "waiting" for session in sessions):
            oldest = min(unwatched, key=lambda session: session.last_used)
            oldest.release("The page was closed: others were waiting for a browser.")
