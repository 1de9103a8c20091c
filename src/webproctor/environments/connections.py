"""HTTP connections of a server that end when their client does not send or does not read."""

import asyncio
import logging
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVAL = 60.0
"""Seconds in which a request must arrive as a whole."""
UNREAD = 60.0
"""Seconds for which a client may read nothing of a response."""
# Uvicorn logs faults of clients as warnings.
_log = logging.getLogger(__name__)
_log.setLevel(logging.ERROR)


class Connection(H11Protocol):
    """Closes itself if a request does not arrive or a response is not read in time. Logs errors
    only.

    Otherwise a client that sends half a request, or nothing, or that does not read, would keep one
    of the server's sockets open forever, and every user of the machine can connect to the port.
    """

    _timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

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
        self._stop_waiting_for_reader()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting_for_reader()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._wait_for_reader()  # Closing waits until the last response has been sent.

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # The request has a response already.
            self.transport.close()
        self._wait_for_reader()

    def _watch(self) -> None:
        """Start the time limit while a request can arrive; stop it when one has arrived."""
        upgraded = self.transport.get_protocol() is not self
        between_requests = self.timeout_keep_alive_task is not None  # Uvicorn limits this time.
        arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if upgraded or between_requests or not arriving:
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _wait_for_reader(self) -> None:
        """Start the time limit for reading what has been sent, which begins again at each read."""
        if self._unread_timer is None:
            unread = self.transport.get_write_buffer_size()
            self._unread_timer = self.loop.call_later(UNREAD, self._check_reader, unread)

    def _check_reader(self, previously_unread: int) -> None:
        self._unread_timer = None
        unread = self.transport.get_write_buffer_size()
        if unread >= previously_unread:
            self.transport.abort()
        elif unread:
            self._wait_for_reader()

    def _stop_waiting_for_reader(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
