"""Start a browser as a process of this one, with DevTools over a pipe."""

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import PIPE
from collections.abc import Mapping, Sequence
from socket import socketpair

from webproctor.environments.browser import processes
from webproctor.environments.browser.devtools import DevTools
from webproctor.environments.browser.transports import Pipe
from webproctor.environments.isolation.starts import ended_if_cancelled

# The browser reads commands from its file descriptor 3 and writes answers to 4.
_WITH_PIPE = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
# Timeout in seconds for the end of a process whose pipe was closed.
_END_TIMEOUT = 5.0
# Timeout in seconds for the last output of a process that has ended: its own processes may keep the
# pipe open.
_OUTPUT_TIMEOUT = 1.0
# Maximum number of bytes of the output that are kept.
_MAX_OUTPUT = 8192


class _Output(asyncio.SubprocessProtocol):
    """What a process prints.

    Attributes:
        printed: The end of it.
        complete: Set when there is nothing more to come.
        exited: Set when the process has ended.
    """

    def __init__(self) -> None:
        self.printed = b""
        self.complete, self.exited = asyncio.Event(), asyncio.Event()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.printed = (self.printed + data)[-_MAX_OUTPUT:]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self.complete.set()

    def process_exited(self) -> None:
        self.exited.set()


class Program:
    """A running browser process, created by `start`.

    Attributes:
        devtools: The connection to the browser.
        process: The process.
    """

    def __init__(
        self, devtools: DevTools, transport: asyncio.SubprocessTransport, output: _Output
    ) -> None:
        self.devtools = devtools
        self._pid = transport.get_pid()
        self.process = processes.find(self._pid)
        self._transport, self._output = transport, output
        self._ending = asyncio.create_task(self._watch())

    @classmethod
    async def start(
        cls, command: Sequence[str], environment: Mapping[str, str] | None
    ) -> "Program":
        """Start a browser; if this is cancelled, end it.

        Args:
            environment: Its environment variables; None for those of this process.

        Raises:
            OSError: If there is no such program.
        """
        return await ended_if_cancelled(cls._start(command, environment), Program.end)

    @classmethod
    async def _start(
        cls, command: Sequence[str], environment: Mapping[str, str] | None
    ) -> "Program":
        loop = asyncio.get_running_loop()
        ours, theirs = socketpair()
        with theirs:
            transport, output = await loop.subprocess_exec(
                _Output,
                *("/bin/sh", "-c", _WITH_PIPE, "sh", *command, "--remote-debugging-pipe"),
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=PIPE,
                env=environment,
                # Signals are handled by the calling program.
                start_new_session=True,
            )
        _, pipe = await loop.create_connection(Pipe, sock=ours)
        return cls(DevTools(pipe), transport, output)

    async def _watch(self) -> None:
        """Close the connection when the process ends: its own processes may keep the pipe open."""
        await self._output.exited.wait()
        await self.devtools.close()

    async def last_line(self) -> str:
        """Return the last line that it has printed, once it has ended, or a timeout has passed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_TIMEOUT):
                await self._output.exited.wait()
            async with asyncio.timeout(_OUTPUT_TIMEOUT):
                await self._output.complete.wait()
        lines = self._output.printed.decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    async def end(self) -> None:
        """Wait until it has ended, and kill it if it does not."""
        await self.devtools.close()
        _, running = await asyncio.wait({self._ending}, timeout=_END_TIMEOUT)
        if running and self.process is not None:
            processes.kill(processes.with_descendants([self.process]))
        await self._ending
        # A sandbox that is killed while it starts leaves a process in its group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        self._transport.close()
