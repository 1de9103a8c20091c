"""Outcomes of episodes: scored, errored (the agent failed) or void (the environment failed)."""

import errno
import traceback
from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from webproctor.core.llm import ModelFailed
from webproctor.core.redaction import redact_json
from webproctor.core.sanitize import clean_json
from webproctor.core.sessions import SessionLost

Outcome = Literal["scored", "errored", "void"]
"""`scored`: the benchmark's score counts. `errored`: the agent failed (exception, time limit,
refusal, no action). `void`: the environment failed (browser, page, driver, page server, disk,
memory), so there is no result for the agent."""
NO_RECORD = "no record"
"""The cause of a void episode without a record."""
_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_MEMORY = frozenset({errno.ENOMEM})
# Maximum characters of a traceback; its end is kept.
_MAX_TRACEBACK = 20_000
# Messages of providers and programs may quote keys.
_Text = Annotated[str, BeforeValidator(lambda value: redact_json(clean_json(value)))]


class LimitReached(Exception):
    """An agent did not finish within a limit; the episode ends as errored.

    `cause` says which limit it is: `time limit`, or one that the harness sets, such as
    `token limit`.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


class EpisodeError(BaseModel):
    """Why an episode ended before its agent had finished.

    Attributes:
        cause: `agent`, or the cause given by `LimitReached`, `SessionLost` or `ModelFailed`.
        message: What happened, in one sentence.
        void: Whether the environment failed, not the agent. The episode is rerun.
        traceback: The traceback of an unexpected exception; else empty.
    """

    cause: str
    message: _Text
    # Called `retry` in logs of earlier versions.
    void: bool = Field(default=False, validation_alias=AliasChoices("void", "retry"))
    traceback: _Text = ""


def outcome_of(error: EpisodeError | None) -> Outcome:
    """Return the outcome of an episode with this error (None: without error)."""
    if error is None:
        return "scored"
    return "void" if error.void else "errored"


def error_of(error: BaseException) -> EpisodeError:
    """Convert the exception that ended an episode; `SessionLost` makes the episode void."""
    if isinstance(error, SessionLost):
        underlying = error.__cause__ if error.cause == "environment" else None
        return EpisodeError(
            cause=error.cause, message=str(error), void=True, traceback=_traceback(underlying)
        )
    if isinstance(error, ModelFailed | LimitReached):
        return EpisodeError(cause=error.cause, message=str(error))
    return EpisodeError(cause="agent", message=_described(error), traceback=_traceback(error))


def _described(error: BaseException) -> str:
    """Return an error's type and message, and those of the errors that it groups."""
    described = f"{type(error).__name__}: {error}"
    if not isinstance(error, BaseExceptionGroup):
        return described
    return f"{described}: {'; '.join(map(_described, error.exceptions))}"


def lost_by(error: BaseException) -> SessionLost:
    """Convert an exception of the environment to `SessionLost` with its cause."""
    if isinstance(error, SessionLost):
        return error
    cause = "environment"
    if isinstance(error, OSError) and error.errno in _NO_SPACE:
        cause = "disk full"
    elif isinstance(error, MemoryError) or getattr(error, "errno", None) in _NO_MEMORY:
        cause = "out of memory"
    lost = SessionLost(cause, f"{type(error).__name__}: {error}")
    lost.__cause__ = error
    return lost


def _traceback(error: BaseException | None) -> str:
    if error is None:
        return ""
    return "".join(traceback.format_exception(error))[-_MAX_TRACEBACK:]
