"""One Playwright driver for all event loops of a test process.

Playwright starts a driver for each event loop: 0.4 s of processor time for loading its code, and
that code is compiled again. This one serves every loop over a connection of its own. It uses
internals of the Playwright that `requirements.lock` names.
"""

import asyncio
import os
import subprocess
import tempfile
from pathlib import Path
from types import SimpleNamespace

from playwright._impl._driver import compute_driver_executable, get_driver_env
from playwright._impl.transport import PipeTransport


class SharedDriver:
    """A driver process that is started when it is first needed, and again when it has ended."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="driver-")

    def socket(self) -> Path:
        """Return the socket on which the driver listens."""
        path = Path(self._folder.name) / "socket"
        if self._process is None or self._process.poll() is not None:
            path.unlink(missing_ok=True)
            node, client = compute_driver_executable()
            bundle = Path(client).parent / "lib/coreBundle"
            script = Path(__file__).with_name("serve.js")
            self._process = subprocess.Popen(
                [node, str(script), str(bundle), str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=get_driver_env(),
            )
            assert self._process.stdout is not None
            assert self._process.stdout.readline() == b"listening\n"
        return path

    def transport(self, loop: asyncio.AbstractEventLoop) -> PipeTransport:
        """Return a connection for Playwright's client, in place of a driver of its own.

        Forks of this process have drivers of their own.
        """
        return _Connection(loop, self) if os.getpid() == self._owner else PipeTransport(loop)

    def end(self) -> None:
        """End the process and its browsers."""
        if self._process is not None:
            self._process.communicate()
        self._folder.cleanup()


class _Connection(PipeTransport):
    def __init__(self, loop: asyncio.AbstractEventLoop, driver: SharedDriver) -> None:
        super().__init__(loop)
        self._driver = driver

    async def connect(self) -> None:
        self._stopped_future = asyncio.Future()
        reader, writer = await asyncio.open_unix_connection(self._driver.socket())

        async def communicate() -> None:
            await writer.wait_closed()

        # What the base class uses of a process; its id is that of no process.
        self._proc = SimpleNamespace(stdin=writer, stdout=reader, communicate=communicate, pid=0)
        self._output = writer
