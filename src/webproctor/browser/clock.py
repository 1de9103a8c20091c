"""Time as an episode's pages meet it: the machine's, or one that passes only as it is told to."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol


class Clock(Protocol):
    """Seconds since the episode began."""

    @property
    def virtual(self) -> bool: ...

    def now(self) -> float: ...

    def moment(self, claimed: float) -> float:
        """When a page's message was sent, which says that it was at `claimed`."""
        ...

    async def let_pass(self, seconds: float) -> None:
        """Let time pass, on the pages too; returns when it has."""
        ...


class RealClock:
    """The machine's own time. Pages' claims about time do not count."""

    virtual = False

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def now(self) -> float:
        return time.perf_counter() - self._began

    def moment(self, claimed: float) -> float:
        return self.now()

    async def let_pass(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class VirtualClock:
    """Time that stands still until `let_pass`.

    Attributes:
        advance: Tells the pages that so many milliseconds have passed, and waits until they have
            done what was due; set by the session that has the pages.
    """

    virtual = True

    def __init__(self) -> None:
        self._now = 0.0
        self._until = 0.0
        self.advance: Callable[[float], Awaitable[None]] | None = None

    def now(self) -> float:
        return self._now

    def moment(self, claimed: float) -> float:
        # While time passes on the pages, a message may come from any moment of that stretch.
        return min(max(claimed, self._now), self._until)

    async def let_pass(self, seconds: float) -> None:
        self._until = self._now + seconds
        if self.advance is not None and seconds > 0:
            await self.advance(seconds * 1000)
        self._now = self._until
