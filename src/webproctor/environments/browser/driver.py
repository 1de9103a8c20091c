"""The Playwright driver process, which is ended with all its browsers even if it hangs."""

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError

OPENING = 15.0
"""Minimum timeout in seconds for opening a page, also if the timeout of pages is shorter."""
# Timeouts for starting and ending a driver, in seconds.
_STARTING = 60.0
_ENDING = 5.0
# The line of `/proc/PID/status` with a process's anonymous memory in KiB.
_ANONYMOUS = re.compile(r"^RssAnon:\s+(\d+) kB$", re.MULTILINE)


@dataclass(frozen=True)
class Process:
    """A process, identified by its id and start time (ids are reused)."""

    pid: int
    started: str


@dataclass(frozen=True)
class Driver:
    """A running driver.

    Attributes:
        playwright: The Playwright client connected to it.
        process: The driver's process; None if it cannot be found.
        browsers: Processes of the browsers that the driver has started.
    """

    playwright: Playwright
    process: Process | None
    browsers: list[Process] = field(default_factory=list)

    @classmethod
    async def start(cls) -> Self:
        """Start a driver.

        Raises:
            PlaywrightError: If it does not start in time.
        """
        manager: Any = async_playwright()
        try:
            async with asyncio.timeout(_STARTING):
                playwright = await manager.start()
        except TimeoutError as error:
            raise PlaywrightError(f"the driver did not start in {_STARTING:g} s") from error
        # Playwright has no public API for the process and for the future that reports its death.
        transport = manager._client._transport
        transport.on_error_future.add_done_callback(_retrieve)
        return cls(playwright, _process(transport._proc.pid))

    def note_browsers(self) -> None:
        """Record the processes that it has started, as they are unknown once it was killed."""
        if self.process is not None:
            self.browsers.extend(_descendants(self.process.pid))

    def memory(self) -> int:
        """Return the bytes of memory of the driver and its browsers, without pages.

        Processes of pages end with them; these last. 0 on systems without `/proc`.
        """
        if self.process is None:
            return 0
        lasting = [self.process, *_descendants(self.process.pid)]
        return sum(_own_memory(one.pid) for one in lasting)

    async def end(self) -> None:
        """End the driver and all processes that it has started; kill those that do not end."""
        there = self.browsers.copy()
        if self.process is not None:
            there += [self.process, *_descendants(self.process.pid)]
        stopping = asyncio.ensure_future(self.playwright.stop())
        await asyncio.wait({stopping}, timeout=_ENDING)
        for one in there:
            if _process(one.pid) == one:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one.pid, signal.SIGKILL)
        # `stop` returns once the driver was killed.
        await asyncio.wait({stopping}, timeout=_ENDING)
        if stopping.done():
            stopping.exception()
        else:
            stopping.cancel()


@contextlib.asynccontextmanager
async def driven(what: str, seconds: float) -> AsyncIterator[None]:
    """Limit the time of calls to the driver and convert their errors.

    Args:
        what: A description of the calls, for the error message.
        seconds: The timeout.

    Raises:
        SessionLost: If the driver or the browser fails, or does not answer in time.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        message = f"{what}: the browser did not answer in {seconds:g} s"
        raise SessionLost("page hangs", message) from error
    except (PlaywrightError, DevToolsError) as error:
        raise SessionLost("browser", f"{what}: {error}") from error


def _retrieve(died: asyncio.Future[Any]) -> None:
    """Retrieve an exception that callers of the driver get anyway, so that it is not printed."""
    if not died.cancelled():
        died.exception()


def _process(pid: int) -> Process | None:
    """Return the running process with the given id, or None."""
    found = _stat(pid)
    if found is None or found[0] == "Z":
        return None
    return Process(pid, found[19])


def _descendants(pid: int) -> list[Process]:
    """Return all descendants of a process."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        if found := _stat(int(path.name)):
            children.setdefault(int(found[1]), []).append(int(path.name))
    found, left = [], [pid]
    while left:
        here = children.get(left.pop(), [])
        found += here
        left += here
    return [process for one in found if (process := _process(one))]


def _own_memory(pid: int) -> int:
    """Return the bytes of a process that it shares with no other; 0 for a process of pages."""
    folder = Path(f"/proc/{pid}")
    try:
        if b"--type=renderer" in (folder / "cmdline").read_bytes():
            return 0
        text = (folder / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:  # The process has ended.
        return 0
    found = _ANONYMOUS.search(text)
    return int(found[1]) * 1024 if found else 0


def _stat(pid: int) -> list[str] | None:
    """Return the fields of `/proc/PID/stat` from the third on: state, parent's id, ..."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:  # The process has ended, or there is no /proc.
        return None
    # The name before these fields is in parentheses and may contain anything.
    return text.rpartition(")")[2].split()
