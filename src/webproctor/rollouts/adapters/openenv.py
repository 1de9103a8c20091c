"""The protocol of OpenEnv at `/openenv`, so that any client of OpenEnv can use the service.

A connection has one session. Its messages are `{"type": ..., "data": {...}}` with the types
`reset`, `step`, `state` and `close`; an answer to the first two is an `observation`, with `reward`
and `done`. The reward is 0 until the episode ends, and then its score. It is null if the episode
is void.

Source: `openenv.core.env_server.types` of the package openenv-core 0.3.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, ValidationError

from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors
from webproctor.rollouts.instances import Full
from webproctor.rollouts.leases import Gone
from webproctor.rollouts.operations import RunOperation
from webproctor.rollouts.schema import Answer, Call, Choice, Create, Step
from webproctor.rollouts.sessions import Sessions

_log = logging.getLogger(__name__)
WAIT_SECONDS = 60.0
"""Seconds that the first reset waits for a free session; clients have their own timeouts."""
LEASE_SECONDS = 3600.0
"""Seconds without a message after which a session is closed."""
# Maximum number of messages of a connection that are read before earlier ones are answered.
_READ_AHEAD = 100


class _Data(BaseModel):
    # Clients add other fields, such as `episode_id` and `metadata`.
    model_config = ConfigDict(extra="ignore")


class Reset(_Data):
    """The data of `reset`: `task`, or `seed`, which selects one; by default a random one."""

    task: str | None = None
    seed: int | None = None


class Action(_Data):
    """The data of `step`: an action of the task's action set, or `done` with `answer`."""

    name: str
    arguments: dict[str, Any] = {}


class Message(_Data):
    """A message of a client."""

    type: Literal["reset", "step", "state", "close"]
    data: dict[str, Any] = {}


class Metadata(BaseModel):
    """The state of the episode.

    Attributes:
        task: The id of the task.
        steps: The number of steps so far.
        outcome: `scored`, `errored` or `void`; "" while the episode runs.
        cause: Why it is errored or void.
        message: The same as a sentence.
        truncated: Whether a limit or the environment ended the episode, not the agent.
        digest: SHA-256 of the observation.
    """

    task: str
    steps: int = 0
    outcome: Literal["", "scored", "errored", "void"] = ""
    cause: str = ""
    message: str = ""
    truncated: bool = False
    digest: str = ""


class Observation(BaseModel):
    """An observation: texts and pictures by view, and the result of the last action."""

    texts: dict[str, str] = {}
    pictures: dict[str, str] = {}
    result: str = ""
    reward: float | None = None
    done: bool = False
    metadata: Metadata


class State(BaseModel):
    """The state of a connection's episode."""

    episode_id: str | None = None
    step_count: int = 0
    metadata: Metadata | None = None


def observation(answer: Answer, *, first: bool = False) -> Observation:
    """Convert an answer of the service.

    Args:
        first: Whether it is the answer to a reset, which has no reward.
    """
    observed, end = answer.observation, answer.ended
    metadata = Metadata(
        task=answer.task, steps=answer.steps, digest=observed.digest if observed else ""
    )
    if end is not None:
        names = ("outcome", "cause", "message", "truncated")
        metadata = metadata.model_copy(update={name: getattr(end, name) for name in names})
    return Observation(
        texts=observed.texts if observed else {},
        pictures=observed.pictures if observed else {},
        result=answer.result,
        reward=end.value if end else None if first else 0.0,
        done=end is not None,
        metadata=metadata,
    )


class Connection:
    """The session of one client, opened by its first reset.

    Args:
        run_operation: Runs an operation of the service.
    """

    def __init__(self, run_operation: RunOperation) -> None:
        self._run_operation = run_operation
        self._last_answer: Answer | None = None

    @property
    def session(self) -> str:
        """The id of the session; "" before the first reset."""
        return self._last_answer.session if self._last_answer else ""

    async def answer(self, text: str) -> dict[str, Any] | None:
        """Return the answer to a message; None if the client closes the connection."""
        try:
            message = Message.model_validate_json(text)
            if message.type == "close":
                return None
            data = await getattr(self, f"_{message.type}")(message.data)
        except ValidationError as error:
            return _error("VALIDATION_ERROR", describe_errors(error))
        except Full as error:
            return _error("CAPACITY_REACHED", f"{error} Try again later.")
        except UserError as error:
            return _error("SESSION_ERROR", str(error))
        except Exception:  # noqa: BLE001 - the episode is void; other connections continue
            _log.exception("handling a message of an OpenEnv client failed")
            return _error("EXECUTION_ERROR", "the service failed; its log has the details.")
        reply_type = "state" if message.type == "state" else "observation"
        return {"type": reply_type, "data": data}

    async def _reset(self, data: dict[str, Any]) -> dict[str, Any]:
        choice = Reset.model_validate(data).model_dump()
        try:
            if self._last_answer is None:
                request = Create(**choice, lease=LEASE_SECONDS, wait=WAIT_SECONDS)
                self._last_answer = await self._run_operation("create", "", request)
            else:
                self._last_answer = await self._run_operation(
                    "reset", self.session, Choice(**choice)
                )
        except Gone:  # Its lease has expired.
            self._last_answer = None
            return await self._reset(data)
        return _reply_data(observation(self._last_answer, first=True))

    async def _step(self, data: dict[str, Any]) -> dict[str, Any]:
        if self._last_answer is None:
            raise UserError("no episode has begun: send `reset` first.")
        action = Action.model_validate(data)
        step = Step(action=Call(name=action.name, arguments=action.arguments))
        self._last_answer = await self._run_operation("step", self.session, step)
        return _reply_data(observation(self._last_answer))

    async def _state(self, _: dict[str, Any]) -> dict[str, Any]:
        if self._last_answer is None:
            return State().model_dump()
        return State(
            episode_id=self.session,
            step_count=self._last_answer.steps,
            metadata=observation(self._last_answer).metadata,
        ).model_dump()


def mount(
    app: FastAPI,
    sessions: Sessions,
    run_operation: RunOperation,
    accept: Callable[[WebSocket], Awaitable[bool]],
) -> None:
    """Add the protocol to the service.

    Args:
        run_operation: Runs an operation of the service.
        accept: Accepts a connection with the service's token, and refuses others.
    """

    @app.websocket("/openenv/ws")
    async def exchange_messages(socket: WebSocket) -> None:
        if not await accept(socket):
            return
        connection = Connection(run_operation)
        messages: asyncio.Queue[str | None] = asyncio.Queue(_READ_AHEAD)
        try:
            async with asyncio.TaskGroup() as group:
                reader = group.create_task(_read(socket, messages))
                while (text := await messages.get()) is not None and not reader.done():
                    request = group.create_task(connection.answer(text))
                    if not await sessions.capacity.wait_for(request, reader):
                        break
                    if (answer := request.result()) is None:
                        break
                    # The client may have left before its answer.
                    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                        await socket.send_text(json.dumps(answer))
                reader.cancel()
        finally:
            if connection.session:
                await sessions.discard(connection.session)

    @app.get("/openenv/health")
    async def openenv_health() -> dict[str, str]:
        """Say in OpenEnv's form whether the service accepts sessions."""
        return {"status": "unhealthy" if sessions.draining else "healthy"}

    @app.get("/openenv/schema")
    async def openenv_schema() -> dict[str, Any]:
        """Return the JSON schemas of OpenEnv's actions, observations and states."""
        models = {"action": Action, "observation": Observation, "state": State}
        return {name: model.model_json_schema() for name, model in models.items()}


async def _read(socket: WebSocket, messages: asyncio.Queue[str | None]) -> None:
    """Read messages until the client leaves, and then add None."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        if (text := message.get("text")) is None:
            await socket.close(1003, "a message must be text")
            break
        await messages.put(text)
    with contextlib.suppress(asyncio.QueueFull):  # Nobody waits for a message then.
        messages.put_nowait(None)


def _reply_data(observation: Observation) -> dict[str, Any]:
    data = observation.model_dump()
    return {"observation": data, "reward": observation.reward, "done": observation.done}


def _error(code: str, message: str) -> dict[str, Any]:
    return {"type": "error", "data": {"message": message, "code": code}}
