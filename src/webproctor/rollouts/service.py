"""The service over HTTP and WebSockets."""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from pydantic import ValidationError
from starlette.datastructures import Headers

from webproctor.core.errors import UserError
from webproctor.environments.serving import foreign
from webproctor.files.reading import faults
from webproctor.rollouts.episode import EpisodeEnded
from webproctor.rollouts.metrics import PoolMetrics
from webproctor.rollouts.operations import OPERATIONS, Operation
from webproctor.rollouts.schema import Answer, Fault, Health, ListedTask, Message
from webproctor.rollouts.sessions import Full, Gone, Sessions
from webproctor.version import __version__

MESSAGE_BYTES = 2**20
"""Maximum size of a message over a WebSocket."""
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_STATUSES = {
    400: "The request is not valid.",
    401: "The token is missing or wrong.",
    403: "The request comes from a page of another site.",
    404: "There is no such session; the message says why.",
    409: "The episode has ended.",
    503: "All sessions are in use, or the service is stopping.",
}
_FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault, "description": text} for status, text in _STATUSES.items()
}


def application(sessions: Sessions, token: str, name: str = "") -> FastAPI:
    """Return the web application.

    Args:
        sessions: The pool; the caller enters it.
        token: The secret that every request must have: `Authorization: Bearer TOKEN`.
        name: The name of the benchmark.
    """
    app = FastAPI(
        title="webproctor rollouts",
        version=__version__,
        description=f"Episodes of {name}, controlled step by step.",
        responses=_FAULTS,
        docs_url=None,  # The page loads its scripts from another host.
        redoc_url=None,
    )
    registry = CollectorRegistry()
    registry.register(PoolMetrics(sessions))
    seconds = Histogram(
        "webproctor_request_seconds",
        "Time of requests.",
        ["request"],
        buckets=_BUCKETS,
        registry=registry,
    )

    @app.middleware("http")
    async def guard(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        if fault := _refused(request.headers, token):
            return _fault(*fault)
        return await answer(request)

    @app.exception_handler(UserError)
    async def user_error(_: Request, error: UserError) -> Response:
        return _fault(*_status(error))

    @app.exception_handler(Full)
    async def full(_: Request, error: Full) -> Response:
        answer = _fault(*_status(error))
        answer.headers["retry-after"] = str(max(1, round(error.seconds)))
        return answer

    @app.exception_handler(RequestValidationError)
    async def not_valid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "body"
        return _fault(400, f"{where}: {first['msg']}.")

    async def timed(name: str, session: str, body: Any) -> Answer:
        started = time.perf_counter()
        try:
            return await OPERATIONS[name].run(sessions, session, body)
        finally:
            seconds.labels(name).observe(time.perf_counter() - started)

    for name, operation in OPERATIONS.items():
        _route(app, name, operation, timed)
    _socket(app, sessions, token, timed)
    _about(app, sessions, registry)
    return app


Timed = Callable[[str, str, Any], Awaitable[Answer]]


def _route(app: FastAPI, name: str, operation: Operation, timed: Timed) -> None:
    """Add the address of an operation: its name below the session, `/sessions` for `create`."""

    async def answer(session: str, asked: Any) -> Answer:
        return await timed(name, session, asked)

    async def answer_first(asked: Any) -> Answer:
        return await timed(name, "", asked)

    # FastAPI reads the request's model from the annotation.
    chosen = answer_first if name == "create" else answer
    chosen.__annotations__["asked"] = operation.request
    path = "/sessions" if name == "create" else f"/sessions/{{session}}/{name}"
    app.post(
        path,
        status_code=201 if operation.opens else 200,
        name=name,
        summary=name.capitalize(),
        description=operation.run.__doc__,
    )(chosen)


def _socket(app: FastAPI, sessions: Sessions, token: str, timed: Timed) -> None:
    @app.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        """Answer messages until the connection ends; its sessions are closed then."""
        if fault := _refused(socket.headers, token):
            await socket.send_denial_response(_fault(*fault))
            return
        await socket.accept()
        own: set[str] = set()

        async def answer(text: str) -> None:
            await socket.send_json(await _message(text, own, timed))

        try:
            # A task group, so that a step of one session does not wait for that of another.
            async with asyncio.TaskGroup() as group:
                try:
                    while True:
                        group.create_task(answer(await socket.receive_text()))
                except WebSocketDisconnect:
                    pass
        except* (WebSocketDisconnect, RuntimeError):
            pass  # The client left before the last answers were sent.
        finally:
            for session in own:
                await sessions.discard(session)


async def _message(text: str, own: set[str], timed: Timed) -> dict[str, Any]:
    """Return the answer to a message: `{"id": ..., "answer": {...}}`, or with `error`."""
    number: int | str | None = None
    try:
        asked = Message.model_validate_json(text)
        number = asked.id
        operation = OPERATIONS.get(asked.request)
        if operation is None:
            known = ", ".join(OPERATIONS)
            raise UserError(f"there is no request {asked.request!r}: choose from {known}.")
        body = operation.request.model_validate(asked.body)
        answer = await timed(asked.request, asked.session, body)
    except ValidationError as error:
        return {"id": number, "status": 400, "error": faults(error)}
    except (UserError, Full) as error:
        status, why = _status(error)
        return {"id": number, "status": status, "error": why}
    if operation.opens:
        own.add(answer.session)
    return {"id": number, "answer": answer.model_dump(mode="json")}


def _about(app: FastAPI, sessions: Sessions, registry: CollectorRegistry) -> None:
    @app.get("/tasks")
    async def tasks() -> list[ListedTask]:
        """List the tasks."""
        return [
            ListedTask(
                id=one.id,
                split=one.split,
                instruction=one.instruction,
                actions=one.actions,
                tags=dict(one.tags),
            )
            for one in sessions.tasks.values()
        ]

    @app.get("/health")
    async def health() -> Health:
        """Say whether the service accepts sessions."""
        state = "draining" if sessions.draining else "serving"
        return Health(state=state, sessions=sessions.open, most=sessions.most)

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> PlainTextResponse:
        """Return metrics in Prometheus' text format."""
        return PlainTextResponse(generate_latest(registry), media_type="text/plain; version=0.0.4")


def _refused(headers: Headers, token: str) -> tuple[int, str] | None:
    """Return why a request is refused, with its status; None if it is not."""
    given = headers.get("authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(given.encode(errors="replace"), token.encode()):
        return 401, "give the service's token: `Authorization: Bearer TOKEN`."
    why = foreign(headers)
    return (403, f"refused: {why}.") if why else None


def _status(error: UserError | Full) -> tuple[int, str]:
    if isinstance(error, Full):
        return 503, f"{error} Try again later."
    status = 404 if isinstance(error, Gone) else 409 if isinstance(error, EpisodeEnded) else 400
    return status, str(error)


def _fault(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status)
