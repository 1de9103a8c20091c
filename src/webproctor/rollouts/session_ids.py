"""Ids of sessions, and how the last sessions ended."""

import re
import secrets

from webproctor.core.sessions import SessionLost
from webproctor.rollouts.episode import Ended
from webproctor.rollouts.leases import Gone
from webproctor.rollouts.schema import STOPPED

# Ended sessions that are remembered, so that a late client learns how its episode ended.
_REMEMBERED = 10_000
_ID = re.compile(r"[0-9a-f]{8}\.[\w-]{22}")


class SessionIds:
    """Creates the ids of a service's sessions, and remembers how the last ones ended."""

    def __init__(self) -> None:
        # The first part of all ids, so that those of an earlier service are recognized.
        self._service = secrets.token_hex(4)
        self._ended: dict[str, Ended | None] = {}

    def new(self) -> str:
        """Return a new id, which nobody can guess."""
        return f"{self._service}.{secrets.token_urlsafe(16)}"

    def remember(self, id: str, ended: Ended | None) -> None:
        """Remember how a session's last episode ended; None if it was closed before its end."""
        self._ended[id] = ended
        while len(self._ended) > _REMEMBERED:
            self._ended.pop(next(iter(self._ended)))

    def gone(self, id: str) -> Gone:
        """Return the error for a session that is not open."""
        if id in self._ended:
            ended = self._ended[id]
            reason = f"{ended.outcome}, {ended.cause}" if ended and ended.cause else "closed"
            return Gone(f"the session has ended: {reason}.", ended)
        if _ID.fullmatch(id) and not id.startswith(self._service):
            return Gone("the session belongs to a service that has been stopped.", stopped())
        return Gone("there is no such session.")


def stopped() -> Ended:
    """Return the end of an episode whose service was stopped."""
    return Ended.void(SessionLost(STOPPED, "the service was stopped"))
