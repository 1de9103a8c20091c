"""The service over HTTP and WebSockets."""

import asyncio
import base64
import contextlib
import hmac
import time
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webproctor.core.actions import action_set
from webproctor.core.errors import UserError
from webproctor.core.llm import DONE, Tool
from webproctor.core.sanitize import clean_text
from webproctor.environments.serving import cross_site
from webproctor.rollouts import messages
from webproctor.rollouts.adapters import openenv
from webproctor.rollouts.faults import FAILED, status_and_fault
from webproctor.rollouts.instances import Full
from webproctor.rollouts.metrics import PoolMetrics
from webproctor.rollouts.operations import OPERATIONS, Operation, RunOperation
from webproctor.rollouts.schema import (
    MESSAGE_BYTES,
    Answer,
    Fault,
    Health,
    ListedTask,
)
from webproctor.rollouts.sessions import Sessions
from webproctor.version import __version__

_NOT_JSON = (
    "the body must be JSON in UTF-8, with the header `Content-Type: application/json`, and not "
    "compressed or deeply nested."
)
_TOO_LARGE = f"a request has at most {MESSAGE_BYTES:,} bytes."
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_STATUSES = {
    400: "The request is not valid.",
    401: "The token is missing or wrong.",
    403: "The request comes from a page of another site.",
    404: "There is no such session, or no such address; `ended` is how the session ended.",
    409: "The episode has ended, or the step has the index of another step.",
    413: "The request is too large.",
    500: "The service failed.",
    503: "All sessions are in use, or the service is stopping.",
}
_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault, "description": text} for status, text in _STATUSES.items()
}
_RESPONSES[503]["headers"] = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
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
        responses=_RESPONSES,
        generate_unique_id_function=lambda route: route.name,
        docs_url=None,  # The page loads its scripts from another host.
        redoc_url=None,
    )
    registry = CollectorRegistry()
    registry.register(PoolMetrics(sessions))
    request_seconds = Histogram(
        "webproctor_request_seconds",
        "Time of requests.",
        ["request"],
        buckets=_BUCKETS,
        registry=registry,
    )

    app.add_middleware(_Guard, token=token)
    _add_error_handlers(app)

    async def run_operation(name: str, session: str, body: Any) -> Answer:
        started_at = time.perf_counter()
        try:
            return await OPERATIONS[name].run(sessions, session, body)
        finally:
            request_seconds.labels(name).observe(time.perf_counter() - started_at)

    for name, operation in OPERATIONS.items():
        _add_route(app, sessions, name, operation, run_operation)

    async def accept(socket: WebSocket) -> bool:
        if fault := _refusal(socket.headers, token):
            await socket.send_denial_response(_fault_response(*fault))
            return False
        await socket.accept()
        return True

    messages.mount(app, sessions, run_operation, accept)
    openenv.mount(app, sessions, run_operation, accept)
    _add_information(app, sessions, registry)
    _correct_schema(app.openapi())
    return app


def _add_error_handlers(app: FastAPI) -> None:
    """Answer every error with a `Fault`."""

    @app.exception_handler(UserError)
    async def user_error(_: Request, error: UserError) -> Response:
        return _fault_response(*status_and_fault(error))

    @app.exception_handler(Full)
    async def pool_full(_: Request, error: Full) -> Response:
        status, fault = status_and_fault(error)
        answer = _fault_response(status, fault)
        answer.headers["retry-after"] = str(fault.retry_after)
        return answer

    @app.exception_handler(RequestValidationError)
    async def invalid_request(request: Request, error: RequestValidationError) -> Response:
        if not _is_json(request.headers):
            return _fault_response(400, Fault(error=_NOT_JSON))
        first_error = error.errors()[0]
        if first_error["type"] == "json_invalid":
            position, why = first_error["loc"][-1], first_error["ctx"]["error"]
            text = f"the body is not valid JSON: {why} at character {position}."
            return _fault_response(400, Fault(error=text))
        location = ".".join(str(part) for part in first_error["loc"][1:]) or "body"
        return _fault_response(400, Fault(error=f"{location}: {first_error['msg']}."))

    @app.exception_handler(Exception)
    async def unexpected_error(_: Request, error: Exception) -> Response:
        return _fault_response(500, Fault(error=FAILED))  # The server logs it.

    @app.exception_handler(HTTPException)
    async def http_error(_: Request, error: HTTPException) -> Response:
        text = _NOT_JSON if error.status_code == 400 else f"{error.detail}."
        answer = _fault_response(error.status_code, Fault(error=text))
        answer.headers.update(error.headers or {})
        return answer


def _correct_schema(schema: dict[str, Any]) -> None:
    """Add the token, which the middleware reads, and remove FastAPI's own answer to an invalid
    request: here its status is 400.
    """
    for path_item in schema["paths"].values():
        for route in path_item.values():
            route["responses"].pop("422", None)
            route["security"] = [{"token": []}]
    components = schema["components"]
    for name in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(name)
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}


def _add_route(
    app: FastAPI, sessions: Sessions, name: str, operation: Operation, run_operation: RunOperation
) -> None:
    """Add the address of an operation: its name below the session, `/sessions` for `create`."""

    async def answer(request: Request, session: str, body: Any) -> Answer:
        if not operation.opens_session:
            return await run_operation(name, session, body)
        opening = asyncio.ensure_future(run_operation(name, session, body))
        disconnected = asyncio.create_task(_disconnected(request))
        try:
            if await sessions.capacity.wait_for(opening, disconnected):
                return opening.result()
        finally:
            disconnected.cancel()
        if opening.cancelled():
            raise Full("the client has left.")
        answered = opening.result()
        await sessions.discard(answered.session)  # The client did not get its id.
        return answered

    async def create(request: Request, body: Any) -> Answer:
        return await answer(request, "", body)

    # FastAPI reads the request's model from the annotation.
    handler = create if name == "create" else answer
    handler.__annotations__["body"] = operation.request
    path = "/sessions" if name == "create" else f"/sessions/{{session}}/{name}"
    app.post(
        path,
        status_code=201 if operation.opens_session else 200,
        name=name,
        summary=name.capitalize(),
        description=operation.run.__doc__,
    )(handler)


async def _disconnected(request: Request) -> None:
    """Wait until the client of a request, whose body has been read, has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _add_information(app: FastAPI, sessions: Sessions, registry: CollectorRegistry) -> None:
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

    @app.get("/actions")
    async def actions() -> dict[str, list[Tool]]:
        """List the actions of the tasks as tools for a model, by action set."""
        names = sorted({task.actions for task in sessions.tasks.values()})
        return {name: [*(Tool(**one) for one in action_set(name).schema()), DONE] for name in names}

    @app.get("/health")
    async def health() -> Health:
        """Say whether the service accepts sessions."""
        state = "draining" if sessions.draining else "serving"
        return Health(state=state, sessions=sessions.open, limit=sessions.limit)

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> PlainTextResponse:
        """Return metrics in Prometheus' text format."""
        return PlainTextResponse(generate_latest(registry), media_type="text/plain; version=0.0.4")


class _Guard:
    """Refuses requests without the token, from other sites, and requests that are too large."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # WebSockets are refused by `accept`.
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        fault = _refusal(headers, self._token)
        length = headers.get("content-length", "0")
        if not fault and length.isascii() and length.isdigit() and int(length) > MESSAGE_BYTES:
            fault = 413, Fault(error=_TOO_LARGE)
        if fault:
            return await _fault_response(*fault)(scope, receive, send)
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MESSAGE_BYTES:  # Sent in parts, without its length.
                raise HTTPException(413, _TOO_LARGE.removesuffix("."))
            return message

        return await self._app(scope, receive_limited, send)


def _refusal(headers: Headers, token: str) -> tuple[int, Fault] | None:
    """Return why a request is refused, with its status; None if it is not."""
    received_token = _token_of(headers.get("authorization", ""))
    if not hmac.compare_digest(received_token.encode(errors="replace"), token.encode()):
        return 401, Fault(error="give the service's token: `Authorization: Bearer TOKEN`.")
    reason = cross_site(headers)
    return (403, Fault(error=f"refused: {reason}.")) if reason else None


def _is_json(headers: Headers) -> bool:
    """Whether a request says that its body is JSON that is not compressed."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    plain = media_type == "application/json" or media_type.endswith("+json")
    return plain and headers.get("content-encoding", "identity") == "identity"


def _token_of(authorization: str) -> str:
    """Return the token of a header: after `Bearer`, or the password after `Basic`, which clients
    send for addresses such as `http://:TOKEN@127.0.0.1`.
    """
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() != "basic":
        return value if scheme.lower() == "bearer" else ""
    with contextlib.suppress(ValueError):
        return base64.b64decode(value, validate=True).decode().partition(":")[2]
    return ""


def _fault_response(status: int, fault: Fault) -> Response:
    body = fault.model_copy(update={"error": clean_text(fault.error)})
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(body.model_dump(mode="json"), status, headers)
