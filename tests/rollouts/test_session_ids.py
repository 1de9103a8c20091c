"""Ids of sessions, and the errors for those that are not open."""

import pytest

from webproctor.core.sessions import SessionLost
from webproctor.rollouts import session_ids
from webproctor.rollouts.episode import Ended
from webproctor.rollouts.session_ids import SessionIds

VOID = Ended.void(SessionLost("browser", "the browser has crashed"))


def test_ids_of_one_service_differ() -> None:
    ids = SessionIds()
    assert len({ids.new() for _ in range(100)}) == 100


def test_the_error_for_an_ended_session_says_how_its_episode_ended() -> None:
    ids = SessionIds()
    one, other = ids.new(), ids.new()
    ids.remember(one, VOID)
    ids.remember(other, None)
    assert str(ids.gone(one)) == "the session has ended: void, browser."
    assert ids.gone(one).ended is VOID
    assert str(ids.gone(other)) == "the session has ended: closed."
    assert ids.gone(other).ended is None


def test_sessions_of_an_earlier_service_are_void() -> None:
    gone = SessionIds().gone(SessionIds().new())
    assert str(gone) == "the session belongs to a service that has been stopped."
    assert gone.ended is not None
    assert gone.ended.outcome == "void"


def test_ids_that_no_service_has_created_do_not_exist() -> None:
    ids = SessionIds()
    for id in ("", "x", ids.new(), f"{SessionIds().new()}x", f"x{SessionIds().new()}"):
        assert str(ids.gone(id)) == "there is no such session."
        assert ids.gone(id).ended is None


def test_only_the_last_ended_sessions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_ids, "_REMEMBERED", 2)
    ids = SessionIds()
    ended = [ids.new() for _ in range(3)]
    for id in ended:
        ids.remember(id, VOID)
    assert [ids.gone(id).ended for id in ended] == [None, VOID, VOID]
