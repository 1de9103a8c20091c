"""HTTP connections of a server that end when their request does not arrive."""

import asyncio
import logging
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVAL = 60.0
"""Seconds in which a request must arrive as a whole."""
# Uvicorn logs faults of clients as warnings.
_log = logging.getLogger(__name__)
_log.setLevel(logging.ERROR)


class Connection(H11Protocol):
    """Closes itself if a request does not arrive in time, and logs errors only.

    Otherwise a client that sends half a request, or nothing, would keep one of the server's sockets
    open forever, and every user of the machine can connect to the port.
    """

    _timer: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger, self.access_log = _log, False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()

    def _watch(self) -> None:
        """Start the time limit while a request can arrive; stop it when one has arrived."""
        upgraded = self.transport.get_protocol() is not self
        between_requests = self.timeout_keep_alive_task is not None  # Uvicorn limits this time.
        arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if upgraded or between_requests or not arriving:
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(ARRIVAL, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
