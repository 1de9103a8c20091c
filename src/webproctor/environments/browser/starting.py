"""Start a browser as a process of this one, with DevTools over a pipe."""

import asyncio
import contextlib
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Mapping, Sequence
from socket import socketpair

from webproctor.environments.browser import processes
from webproctor.environments.browser.devtools import DevTools
from webproctor.environments.browser.transports import Pipe

# The browser reads commands from its file descriptor 3 and writes answers to 4.
_WITH_PIPE = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
# Timeout in seconds for the end of a process whose pipe was closed.
_ENDING = 5.0
_PRINTED = 4096


class Program:
    """A running browser process, created by `start`.

    Attributes:
        devtools: The connection to the browser.
        process: The process.
    """

    def __init__(self, devtools: DevTools, started: Process) -> None:
        self.devtools = devtools
        self.process = processes.find(started.pid)
        self._started = started
        self._printed = deque[bytes](maxlen=2)
        self._reading = asyncio.create_task(self._read())
        self._ending = asyncio.create_task(self._watch())

    @classmethod
    async def start(
        cls, command: Sequence[str], environment: Mapping[str, str] | None
    ) -> "Program":
        """Start a browser.

        Args:
            environment: Its environment variables; None for those of this process.

        Raises:
            OSError: If there is no such program.
        """
        ours, theirs = socketpair()
        with theirs:
            started = await asyncio.create_subprocess_exec(
                *("/bin/sh", "-c", _WITH_PIPE, "sh", *command, "--remote-debugging-pipe"),
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=PIPE,
                env=environment,
                # Signals are handled by the calling program.
                start_new_session=True,
            )
        _, pipe = await asyncio.get_running_loop().create_connection(Pipe, sock=ours)
        return cls(DevTools(pipe), started)

    async def _read(self) -> None:
        """Read what it prints, so that it can go on, and keep the end."""
        assert self._started.stderr is not None
        while printed := await self._started.stderr.read(_PRINTED):
            self._printed.append(printed)

    async def _watch(self) -> None:
        """Close the connection when the process ends: its own processes may keep the pipe open."""
        await self._started.wait()
        await self.devtools.close()

    async def last_line(self) -> str:
        """Return the last line that it has printed, once it has ended, or a timeout has passed."""
        await asyncio.wait({self._reading}, timeout=_ENDING)
        lines = b"".join(self._printed).decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    async def end(self) -> None:
        """Wait until it has ended, and kill it if it does not."""
        await self.devtools.close()
        _, running = await asyncio.wait({self._ending}, timeout=_ENDING)
        if running and self.process is not None:
            processes.kill(processes.with_descendants([self.process]))
        await self._ending
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
