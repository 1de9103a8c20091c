"""Requests over a WebSocket: messages with the names of the operations."""

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_text
from webproctor.files.reading import describe_errors
from webproctor.rollouts.calls import decode_json
from webproctor.rollouts.faults import FAILED, status_and_fault
from webproctor.rollouts.instances import Full
from webproctor.rollouts.operations import OPERATIONS, RunOperation
from webproctor.rollouts.schema import Fault, SocketMessage
from webproctor.rollouts.sessions import Sessions

_log = logging.getLogger(__name__)
MAX_REQUESTS = 1000
"""Maximum number of requests of a connection that have no answer yet."""
# The id of a message that is not valid JSON; the id itself is.
_LEADING_ID = re.compile(r'\s*{\s*"id"\s*:\s*(0|[1-9][0-9]{0,17}|"[^"\\\x00-\x1f]{0,200}")\s*,')


def mount(
    app: FastAPI,
    sessions: Sessions,
    run_operation: RunOperation,
    accept: Callable[[WebSocket], Awaitable[bool]],
) -> None:
    """Add the address `/ws` to the service.

    Args:
        accept: Accepts a connection with the service's token, and refuses others.
    """

    @app.websocket("/ws")
    async def exchange_messages(socket: WebSocket) -> None:
        """Answer messages until the connection ends; its sessions are closed then."""
        if not await accept(socket):
            return
        session_ids: set[str] = set()
        requests: set[asyncio.Task[None]] = set()
        locks = WeakValueDictionary[str, asyncio.Lock]()  # By session.

        async def answer(text: str, *, busy: bool = False) -> None:
            message = _read_message(text)
            session = message.session if isinstance(message, SocketMessage) and not busy else ""
            # A session's next request waits until its last answer is sent: a client that reads no
            # answers would fill the memory with observations.
            lock = locks.setdefault(session, asyncio.Lock()) if session else None
            async with lock or contextlib.nullcontext():
                reply = (
                    await _answer_message(message, session_ids, run_operation, busy=busy)
                    if isinstance(message, SocketMessage)
                    else message
                )
                # The client may have left before the answer.
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await socket.send_text(json.dumps(reply))

        try:
            # A task group, so that a step of one session does not wait for that of another.
            async with asyncio.TaskGroup() as group:
                while (message := await socket.receive())["type"] == "websocket.receive":
                    if (text := message.get("text")) is None:
                        await socket.close(1003, "a message must be text")
                        break
                    if len(requests) >= MAX_REQUESTS:
                        # Read no more from a client that does not read its answers.
                        await answer(text, busy=True)
                        continue
                    task = group.create_task(answer(text))
                    requests.add(task)
                    task.add_done_callback(requests.discard)
                await asyncio.sleep(0)  # Requests that have just arrived begin to wait.
                for task in requests:
                    sessions.capacity.forget(task)
        finally:
            await asyncio.gather(*map(sessions.discard, session_ids))


def _read_message(text: str) -> SocketMessage | dict[str, Any]:
    """Return a message, or the answer to one that is not valid."""
    try:
        return SocketMessage.model_validate_json(text)
    except ValidationError as error:
        return _invalid(_id_of(text), error)


def _id_of(text: str) -> int | str | None:
    """Return the id of a message that is not valid; None if it has none."""
    message = decode_json(text)
    if isinstance(message, dict):
        message_id = message.get("id")
        valid = isinstance(message_id, int | str) and not isinstance(message_id, bool)
        return message_id if valid else None
    prefix = _LEADING_ID.match(text)
    return json.loads(prefix[1]) if prefix else None


def _invalid(message_id: int | str | None, error: ValidationError) -> dict[str, Any]:
    fault = Fault(error=clean_text(describe_errors(error)))
    return {"id": message_id, "status": 400, **fault.model_dump(mode="json")}


async def _answer_message(
    message: SocketMessage, session_ids: set[str], run_operation: RunOperation, *, busy: bool
) -> dict[str, Any]:
    """Return the answer to a message: `{"id": ..., "answer": {...}}`, or with `error`.

    Args:
        session_ids: The sessions of the connection.
        busy: Whether the connection has as many requests as it may have.
    """
    try:
        if busy:
            raise Full(f"{MAX_REQUESTS:,} requests of the connection have no answer yet.")
        operation = OPERATIONS.get(message.request)
        if operation is None:
            known = ", ".join(OPERATIONS)
            raise UserError(f"there is no request {message.request!r}: choose from {known}.")
        body = operation.request.model_validate(message.body)
        answer = await run_operation(message.request, message.session, body)
    except ValidationError as error:
        return _invalid(message.id, error)
    except (UserError, Full) as error:
        status, fault = status_and_fault(error)
        return {"id": message.id, "status": status, **fault.model_dump(mode="json")}
    except Exception:  # noqa: BLE001 - other sessions of the connection continue
        _log.exception("request %r failed", message.request)
        return {"id": message.id, "status": 500, **Fault(error=FAILED).model_dump(mode="json")}
    if operation.opens_session:
        session_ids.add(answer.session)
    elif message.request == "close":
        session_ids.discard(answer.session)
    return {"id": message.id, "answer": answer.model_dump(mode="json")}
