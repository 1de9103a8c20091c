"""What clients send to the service, and what it answers."""

import base64
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from webproctor.core.observations import View
from webproctor.core.outcomes import Outcome

if TYPE_CHECKING:  # A client does not need what episodes need.
    from webproctor.rollouts.client_observations import ClientObservation
    from webproctor.rollouts.episode import Ended

MAX_LEASE_SECONDS = 24 * 3600.0
MESSAGE_BYTES = 2**20
"""Maximum size of a request, and of a message over a WebSocket."""
IDLE_SECONDS = 600
"""Seconds after which an HTTP connection without a request is closed: more than clients and proxies
usually wait, so that a connection is not closed while its next request is sent."""
STOPPED = "service"
"""The cause of an episode whose service has been stopped, or cannot be reached."""
_VIEWS = [view for view in get_args(View) if view != "dom"]  # See `check_views`.
_WAIT: Any = Field(0.0, ge=0, le=600)
_ClientView = Annotated[View, WithJsonSchema({"type": "string", "enum": _VIEWS})]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Nothing(_Sent):
    """A request without data."""


class Choice(_Sent):
    """Which task an episode gets: `task`, or the one that `seed` selects; by default a random one.

    Attributes:
        task: The id of a task.
        seed: Selects a task; equal seeds select equal tasks.
        next: The id of the task that the client asks for after this one, in this session or
            another. The service can load its page in the meantime.
    """

    task: str | None = None
    seed: int | None = None
    next: str | None = None


class Create(Choice):
    """A request for a session.

    Attributes:
        reads: The views in its observations; the service's own by default.
        lease: Seconds without a request after which the session is closed.
        wait: Seconds to wait for a free session.
    """

    reads: list[_ClientView] | None = None
    lease: float = Field(300.0, ge=1, le=MAX_LEASE_SECONDS)
    wait: float = _WAIT


class Call(_Sent):
    """An action of the task's action set, or `done` with `answer`, which ends the episode."""

    name: str
    arguments: dict[str, Any] = {}


class Step(_Sent):
    """A step of the agent.

    Attributes:
        action: The action.
        index: The number of steps before this one, as in `steps` of the last answer. If the last
            step is requested again with its index, it is not executed again, and its answer is
            returned.
    """

    action: Call
    index: int | None = Field(default=None, ge=0)


class Views(_Sent):
    """The views of an observation."""

    reads: list[_ClientView] | None = None


class Fork(_Sent):
    """A request for a session in the state of this one after its first `step` steps.

    Attributes:
        wait: Seconds to wait for a free session.
    """

    step: int = Field(ge=0)
    wait: float = _WAIT


class End(BaseModel):
    """How an episode ended.

    Attributes:
        outcome: `scored`; `errored`: the agent failed; `void`: the environment failed.
        value: The score, 0 to 1; 0 if errored. None if void: there is no result to train on.
        cause: Why it is errored or void, such as `browser`; else "".
        message: The same as a sentence.
        truncated: Whether a limit, the environment or `score` ended the episode, not the agent.
        details: Details of the score.
    """

    outcome: Outcome
    value: float | None = Field(allow_inf_nan=False)
    cause: str = ""
    message: str = ""
    truncated: bool = False
    details: dict[str, Any] = {}

    @model_validator(mode="after")
    def _void_has_no_value(self) -> Self:
        if (self.value is None) != (self.outcome == "void"):
            raise ValueError("an outcome has a value, unless it is void")
        return self

    @classmethod
    def of(cls, ended: "Ended") -> "End":
        """Convert an ending."""
        return cls(
            outcome=ended.outcome,
            value=ended.value,
            cause=ended.cause,
            message=ended.message,
            truncated=ended.truncated,
            details=dict(ended.score.details) if ended.score else {},
        )


class Observed(BaseModel):
    """An observation.

    Attributes:
        texts: The instruction, URL, title, and text views by name; lists are JSON.
        pictures: PNG images by name, in base64.
        digest: SHA-256 of the observation; equal for equal observations.
    """

    texts: dict[str, str]
    pictures: dict[str, str] = {}
    digest: str

    @classmethod
    def of(cls, observation: "ClientObservation") -> "Observed":
        """Convert an observation."""
        pictures = {
            name: base64.b64encode(png).decode() for name, png in observation.pictures.items()
        }
        return cls(texts=observation.texts, pictures=pictures, digest=observation.digest)


class SocketMessage(_Sent):
    """A request over a WebSocket.

    Attributes:
        id: Repeated in the answer; answers are sent in the order in which they are ready.
        request: The name of the operation.
        session: The id of the session; "" for `create`.
        body: The request's data, as over HTTP.
    """

    id: int | str
    request: str
    session: str = ""
    body: dict[str, Any] = {}


class Answer(BaseModel):
    """The answer to a request for a session.

    Attributes:
        session: The id of the session.
        task: The id of its task.
        steps: The number of steps so far.
        result: The result of the action as text.
        observation: The observation; None if the environment failed.
        ended: How the episode ended; None while it runs.
    """

    session: str
    task: str
    steps: int = 0
    result: str = ""
    observation: Observed | None = None
    ended: End | None = None


class Fault(BaseModel):
    """An error: what was wrong, and what to do.

    Attributes:
        error: A sentence.
        ended: How the episode of a session that no longer exists ended, if it is known.
        retry_after: Seconds to wait before the request is repeated, if no session can be opened
            now.
    """

    error: str
    ended: End | None = None
    retry_after: int | None = None


class ListedTask(BaseModel):
    """A task that the service offers."""

    id: str
    split: str
    instruction: str
    actions: str
    tags: dict[str, str | int | float | bool]


class Health(BaseModel):
    """The state of the service.

    Attributes:
        sessions: Number of open sessions.
        limit: Maximum number of open sessions.
    """

    state: Literal["serving", "draining"]
    sessions: int
    limit: int
