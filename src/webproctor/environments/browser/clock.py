"""The clock of an episode's pages: real time, or virtual time that only `let_pass` advances."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol


class Clock(Protocol):
    """A clock that counts the seconds since the episode began."""

    @property
    def virtual(self) -> bool: ...

    def now(self) -> float: ...

    def moment(self, claimed: float) -> float:
        """Return the time of a page's message, given the time `claimed` in the message."""
        ...

    async def let_pass(self, seconds: float) -> None:
        """Wait until the given time has passed, also on the pages."""
        ...


class RealClock:
    """The machine's time. Times claimed by pages are ignored."""

    virtual = False

    def __init__(self) -> None:
        self._started_at = time.perf_counter()

    def now(self) -> float:
        return time.perf_counter() - self._started_at

    def moment(self, claimed: float) -> float:
        return self.now()

    async def let_pass(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class VirtualClock:
    """Virtual time, which only `let_pass` advances.

    Attributes:
        advance: Waits until the pages have handled all inputs so far, then advances their clocks by
            a number of milliseconds and waits until the timers that became due have run; set by the
            session that owns the pages.
        tap: Gets the seconds of every `let_pass`, while it is set; see `traces`.
    """

    virtual = True
    tap: list[Any] | None = None

    def __init__(self) -> None:
        self._now = 0.0
        self._until = 0.0
        self.advance: Callable[[float], Awaitable[None]] | None = None

    def now(self) -> float:
        return self._now

    def moment(self, claimed: float) -> float:
        # While time advances on the pages, a message can come from any moment of that interval.
        return min(max(claimed, self._now), self._until)

    async def let_pass(self, seconds: float) -> None:
        if self.tap is not None:
            self.tap.append(float(seconds))
        with self.passing(seconds):
            if self.advance is not None:
                await self.advance(seconds * 1000)

    @contextlib.contextmanager
    def passing(self, *seconds: float) -> Iterator[None]:
        """Let times pass, one after another, while the block advances the clocks of the pages."""
        self._until = sum(seconds, start=self._now)
        yield
        self._now = self._until
