"""WebSockets of a server that end when their client is gone, and limit what is kept of it."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Socket(WebSocketsSansIOProtocol):
    """Ends when a ping is not answered, also if the client has not read what was sent to it.

    Reads no more pings of a client that does not read: the answers, which are sent at once, would
    fill the memory.
    """

    def handle_ping(self) -> None:
        super().handle_ping()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_cont(self, event: Any) -> None:
        if event.data or event.fin:  # Any number of empty frames is within the maximum size.
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:  # Uvicorn logs it as a fault of the server.
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # `close` waits until all has been sent.

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # Otherwise uvicorn logs the refusal as a fault of the server.
            self.handshake_complete = True
