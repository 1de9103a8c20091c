"""The cause and the outcome of an episode that ended by an exception."""

import errno

import pytest

from webproctor.core.llm import ModelFailed
from webproctor.core.outcomes import (
    EpisodeError,
    LimitReached,
    error_of,
    lost_by,
    outcome_of,
)
from webproctor.core.sessions import SessionLost


def test_only_a_lost_session_makes_an_episode_void() -> None:
    assert outcome_of(None) == "scored"
    assert outcome_of(error_of(SessionLost("browser", "it died"))) == "void"
    assert outcome_of(error_of(ModelFailed("refused", "no"))) == "errored"
    assert outcome_of(error_of(LimitReached("time limit", "late"))) == "errored"
    assert outcome_of(error_of(ValueError("x"))) == "errored"


@pytest.mark.parametrize(
    ("error", "cause", "message"),
    [
        (SessionLost("browser", "it died"), "browser", "it died"),
        (ModelFailed("refused", "it says no"), "refused", "it says no"),
        (LimitReached("time limit", "longer than 5 s"), "time limit", "longer than 5 s"),
        (ValueError("no such mark"), "agent", "ValueError: no such mark"),
        (
            ExceptionGroup("two", [ValueError("one"), KeyError("other")]),
            "agent",
            "ExceptionGroup: two (2 sub-exceptions): ValueError: one; KeyError: 'other'",
        ),
    ],
)
def test_an_error_has_a_cause_and_a_message(error: Exception, cause: str, message: str) -> None:
    found = error_of(error)
    assert (found.cause, found.message) == (cause, message)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (OSError(errno.ENOSPC, "no space"), "disk full"),
        (OSError(errno.EDQUOT, "quota"), "disk full"),
        (OSError(errno.ENOMEM, "cannot fork"), "out of memory"),
        (MemoryError(), "out of memory"),
        (OSError(errno.EPIPE, "pipe"), "environment"),
        (RuntimeError("unexpected"), "environment"),
    ],
)
def test_the_cause_of_a_lost_session_says_if_disk_or_memory_is_full(
    error: Exception, cause: str
) -> None:
    lost = lost_by(error)
    assert (lost.cause, lost.__cause__) == (cause, error)
    assert str(lost) == f"{type(error).__name__}: {error}"


def test_a_lost_session_keeps_its_cause() -> None:
    lost = SessionLost("browser", "it died")
    assert lost_by(lost) is lost


def test_only_unexpected_errors_have_a_traceback() -> None:
    assert error_of(ValueError("x")).traceback.endswith("ValueError: x\n")
    assert error_of(lost_by(RuntimeError("x"))).traceback.endswith("RuntimeError: x\n")
    for expected in (
        lost_by(MemoryError()),
        SessionLost("browser", "it died"),
        ModelFailed("refused", "no"),
        LimitReached("time limit", "late"),
    ):
        assert error_of(expected).traceback == ""


def test_the_end_of_a_long_traceback_is_kept() -> None:
    found = error_of(ValueError("x" * 30_000 + "end")).traceback
    assert len(found) == 20_000
    assert found.endswith("xend\n")


def test_logs_of_earlier_versions_call_void_errors_retry() -> None:
    assert EpisodeError.model_validate({"cause": "a", "message": "b", "retry": True}).void
