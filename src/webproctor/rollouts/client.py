"""A client of the service, over one WebSocket for all its sessions."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from webproctor.core.errors import UserError
from webproctor.rollouts.schema import Answer

_ANSWER = TypeAdapter(Answer)


class ServiceLost(Exception):
    """The connection to the service ended; the episodes of the connection are void."""


class ServiceFull(Exception):
    """All sessions of the service are in use."""


class Client:
    """Sends requests and waits for their answers; made by `connected`.

    Requests of different sessions can be sent at the same time.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def ask(self, request: str, session: str = "", **body: Any) -> Answer:
        """Send a request: `create`, `reset`, `step`, `observe`, `score`, `fork` or `close`.

        Args:
            session: The id of the session; "" for `create`.
            body: The request's data, such as `action` for `step`; see the service's schema.

        Raises:
            UserError: If the request is not valid, or there is no such session.
            ServiceFull: If no session is free.
            ServiceLost: If the connection has ended.
        """
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        message = {"id": number, "request": request, "session": session, "body": body}
        try:
            await self._socket.send(json.dumps(message))
            told = await future
        except ConnectionClosed as error:
            raise ServiceLost(str(error)) from error
        finally:
            self._waiting.pop(number, None)
        if "error" in told:
            raise (ServiceFull if told["status"] == 503 else UserError)(told["error"])
        return _ANSWER.validate_python(told["answer"])

    async def receive(self) -> None:
        """Hand answers to those who wait for them, until the connection ends."""
        try:
            async for text in self._socket:
                told = json.loads(text)
                future = self._waiting.get(told["id"])
                if future is not None and not future.done():
                    future.set_result(told)
        finally:
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ServiceLost("the connection to the service has ended"))


@contextlib.asynccontextmanager
async def connected(url: str, token: str) -> AsyncIterator[Client]:
    """Connect to a service while the block runs; sessions that are open at its end are closed.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
    """
    where = url.replace("http", "ws", 1).rstrip("/") + "/ws"
    headers = {"authorization": f"Bearer {token}"}
    try:
        socket = await connect(
            where, additional_headers=headers, max_size=None, proxy=None, compression=None
        )
    except InvalidStatus as error:
        status = error.response.status_code
        raise UserError(f"{url} refuses the connection with status {status}.") from error
    except OSError as error:
        raise UserError(f"{url}: no service answers there: {error}.") from error
    client = Client(socket)
    receiving = asyncio.create_task(client.receive())
    try:
        yield client
    finally:
        await socket.close()
        await asyncio.gather(receiving, return_exceptions=True)
