"""WebSockets of a server that end when their client is gone."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Socket(WebSocketsSansIOProtocol):
    """Ends when a ping is not answered, also if the client has not read what was sent to it."""

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # `close` waits until all has been sent.

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # Otherwise uvicorn logs the refusal as a fault of the server.
            self.handshake_complete = True
