"""Time limits that do not count the time in which this process was stopped.

A process is stopped by Ctrl-Z and SIGSTOP, with its container, or with its virtual machine. A
stopped process receives no messages, so this time must not count as a delay of their senders.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

TICK = 1.0
"""Seconds between two checks of whether the process was stopped."""
# A pause between two checks that is longer than this is not caused by a busy process.
_MAX_BUSY_PAUSE = 3 * TICK


class AwakeClock:
    """A monotonic clock without the time in which the process was stopped.

    It must be read every `TICK` seconds: a longer time between two readings counts as a pause.

    Attributes:
        stopped: Seconds in which the process was stopped, until the clock was last read.
    """

    def __init__(self) -> None:
        self._read = time.monotonic()
        self.stopped = 0.0

    def now(self) -> float:
        """Return the time in seconds from an unknown start."""
        read, self._read = self._read, time.monotonic()
        if self._read - read > _MAX_BUSY_PAUSE:
            self.stopped += self._read - read
        return self._read - self.stopped


@asynccontextmanager
async def not_while_stopped(limit: asyncio.Timeout) -> AsyncIterator[None]:
    """Extend a timeout by the time in which the process is stopped while the block runs."""
    clock, end, loop = AwakeClock(), limit.when(), asyncio.get_running_loop()
    assert end is not None

    def tick() -> None:
        nonlocal ticking
        clock.now()
        if not limit.expired():
            limit.reschedule(end + clock.stopped)
        ticking = loop.call_later(TICK, tick)

    ticking = loop.call_later(TICK, tick)
    try:
        yield
    finally:
        ticking.cancel()
