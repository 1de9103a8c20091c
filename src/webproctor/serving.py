"""A web server on the loopback interface, in the event loop that uses it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.types import ASGIApp


@contextlib.asynccontextmanager
async def serve(app: ASGIApp, port: int = 0) -> AsyncIterator[int]:
    """Serve an application on 127.0.0.1 while the block runs; yields the port (0: a free one).

    Raises:
        OSError: If the port is taken.
    """
    listener = socket.create_server(("127.0.0.1", port), backlog=512)
    # Else a short answer waits 40 ms for the browser's delayed acknowledgement of its headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(app, log_level="error", lifespan="off", access_log=False, ws="none")
    server = uvicorn.Server(config)
    # Signals belong to the program that runs us.
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign]
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        server.force_exit = True
        await asyncio.shield(asyncio.wait([running]))
        listener.close()
