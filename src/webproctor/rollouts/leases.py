"""Sessions that are leased to clients, and the error for one that no longer exists."""

import asyncio
from dataclasses import dataclass, field

from webproctor.core.errors import UserError
from webproctor.rollouts.episode import Ended, OpenEpisode
from webproctor.rollouts.instances import Instance
from webproctor.rollouts.schema import Answer, Step


class Gone(UserError):
    """There is no such session: it was closed, its lease has expired, or it never existed.

    Attributes:
        ended: How its last episode ended; None if it is not known.
    """

    def __init__(self, message: str, ended: Ended | None = None) -> None:
        super().__init__(message)
        self.ended = ended


class WrongIndex(UserError):
    """The index of a step is neither that of the next step nor that of the last one."""


@dataclass(frozen=True)
class AnsweredStep:
    """A step with an index, and its answer, in case the client asks again."""

    episode: OpenEpisode
    request: Step
    answer: Answer


@dataclass
class LeasedSession:
    """A session of a client.

    Attributes:
        id: A secret name.
        episode: The episode; replaced by `reset`.
        instance: The instance that it runs in.
        lease_seconds: Seconds without a request after which the session is closed.
        expires_at: When that is, on the clock of the service.
        counted_episode: The last episode whose end has been counted.
        last_step: The last step, if it had an index.
    """

    id: str
    episode: OpenEpisode
    instance: Instance
    lease_seconds: float
    expires_at: float = 0.0
    counted_episode: OpenEpisode | None = None
    last_step: AnsweredStep | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def renew(self, now: float) -> None:
        """Restart the lease."""
        self.expires_at = now + self.lease_seconds
