"""Workers that are processes of this machine."""

import asyncio
import math
import os
import signal
import socket
import subprocess
import sys

from webproctor.environments.parallel import Parallel
from webproctor.workers.connection import ConnectionLost, Socket

# Seconds that a worker has to close its browsers when it is no longer needed.
CLOSE_TIMEOUT = 30.0


class Process:
    """A worker in a process of this machine.

    The worker ends by itself when this process has ended, however it ends.

    Args:
        parallel: How many episodes the worker runs at the same time.
    """

    cores = math.inf

    def __init__(self, parallel: Parallel) -> None:
        self.parallel = parallel
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "webproctor.workers", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=2,  # Standard output is for results.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                # Ctrl-C in the terminal is for the driver, which ends its workers.
                start_new_session=True,
            )
        self._socket = Socket(ours)
        self.name = f"process {self._process.pid}"

    async def wait_for_machine(self) -> None:
        """Return at once: the process is running on this machine."""

    async def send(self, frame: bytes) -> None:
        try:
            await self._socket.send(frame)
        except ConnectionLost as lost:
            raise await self._ended() from lost

    async def receive(self) -> bytes:
        try:
            return await self._socket.receive()
        except ConnectionLost as lost:
            raise await self._ended() from lost

    @property
    def status(self) -> int | None:
        """The exit status of the worker; None while it runs."""
        return self._process.poll()

    def kill(self) -> None:
        self._process.kill()

    async def close(self) -> None:
        self._socket.close()
        try:
            await asyncio.to_thread(self._process.wait, CLOSE_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            await asyncio.to_thread(self._process.wait)

    async def _ended(self) -> ConnectionLost:
        """Return why the worker has ended."""
        try:
            status = await asyncio.to_thread(self._process.wait, CLOSE_TIMEOUT)
        except subprocess.TimeoutExpired:
            return ConnectionLost("its connection was closed")
        ending = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        return ConnectionLost(f"its process ended {ending}")


class Processes:
    """Workers on this machine.

    Args:
        count: The number of workers.
        parallel: How many episodes each worker runs at the same time.
    """

    location = "this machine"

    def __init__(self, count: int, parallel: Parallel) -> None:
        self.count = count
        self.parallel: Parallel = parallel

    async def open(self) -> list[Process]:
        return [Process(self.parallel) for _ in range(self.count)]

    async def replace(self, lost: Process) -> Process:
        return Process(lost.parallel)

    def close(self) -> None:
        """Nothing is left when the connections are closed."""
