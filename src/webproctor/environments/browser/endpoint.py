"""The address of a browser's DevTools."""

import asyncio
import json
import socket
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.isolation import Gate, SandboxGone

# Timeout for the browser's HTTP responses, in seconds.
_TIMEOUT = 30.0


@dataclass(frozen=True)
class Endpoint:
    """The address of a browser's DevTools.

    Attributes:
        port: The port on the loopback interface.
        gate: The gate into the browser's sandbox; None for a browser in the machine's network.
    """

    port: int
    gate: Gate | None = None

    async def read(self, path: str) -> Any:
        """Return the parsed JSON of an HTTP GET request.

        Raises:
            DevToolsError: If no browser responds.
        """
        try:
            connection = await self._connect()
            return await asyncio.to_thread(_get, connection, path)
        except (OSError, ValueError, HTTPException, SandboxGone) as error:
            raise DevToolsError(f"no DevTools on port {self.port}: {error}") from error

    async def open(self) -> ClientConnection:
        """Open a WebSocket to the browser.

        Raises:
            DevToolsError: If no browser responds.
        """
        address = (await self.read("/json/version"))["webSocketDebuggerUrl"]
        try:
            return await connect(
                address,
                sock=await self._connect(),
                compression=None,
                max_size=None,
                ping_interval=None,
                proxy=None,
            )
        except (OSError, WebSocketException, SandboxGone) as error:
            raise DevToolsError(f"no DevTools on port {self.port}: {error}") from error

    async def _connect(self) -> socket.socket:
        if self.gate is not None:
            return await self.gate.connect(self.port)
        return await asyncio.to_thread(socket.create_connection, ("127.0.0.1", self.port))


def _get(connection: socket.socket, path: str) -> Any:
    connection.settimeout(_TIMEOUT)
    client = HTTPConnection("127.0.0.1", connection.getpeername()[1])
    client.sock = connection
    try:
        client.request("GET", path)
        return json.loads(client.getresponse().read())
    finally:
        client.close()
