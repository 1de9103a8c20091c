"""The time in which this process was able to receive requests."""

import time

TICK = 1.0
"""Seconds after which the clock must be read at the latest."""
# A longer pause is not that of a busy process: it was stopped, or its machine was.
_LONGEST_PAUSE = 3 * TICK


class AwakeClock:
    """A monotonic clock without the time in which the process was stopped.

    A process is stopped by SIGSTOP and Ctrl-Z, with its container, or with its virtual machine. It
    does not receive what clients send meanwhile, so this time must not count for their limits. It
    is recognized because nobody has read the clock, which must be read at every `TICK`.
    """

    def __init__(self) -> None:
        self._read = time.monotonic()
        self._stopped = 0.0

    def now(self) -> float:
        """Return the time in seconds from an unknown start."""
        read, self._read = self._read, time.monotonic()
        if self._read - read > _LONGEST_PAUSE:
            self._stopped += self._read - read
        return self._read - self._stopped
