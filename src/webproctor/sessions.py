"""A session: where a task happens.

Two kinds share this one interface. A *live* session is a real page in a browser of its own. A
*recorded* session walks through the steps of a data set: every action is noted, then the next
recorded page appears. An agent cannot tell them apart, so one agent runs on every benchmark.
"""

from typing import Any, Literal, Protocol

from webproctor.actions import Action, ActionResult, ActionSet
from webproctor.observations import Observation, View

Ground = Literal["page", "desktop", "browser"]
"""What an agent acts on: the `page` itself, by its elements or its pixels; a whole `desktop` that
shows it; a `browser` of its own, whose DevTools address it is given."""


class SessionLost(Exception):
    """The session is gone through no fault of the agent: its browser died, its page hangs.

    The episode is worth another try. `cause` is one word for tables of errors.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


class Session(Protocol):
    """Where a task happens. Made, and closed, by `Benchmark.session`.

    Optional attributes are `over`: whether there is nothing left to do, so that the episode ends;
    `recorded`: whether what it shows is in the data already; `noted`: what pages did that the agent
    is not told, as lists by kind that only grow; and `place(action)`: where in the view the element
    is that an action names, as left, top, width and height in CSS pixels; `peek(reads)`: what
    `observe` gives, without what an agent's looking changes.
    """

    @property
    def actions(self) -> ActionSet:
        """What can be done here."""
        ...

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        """Look: an observation that holds the views in `reads` and computes no other.

        Raises:
            SessionLost: If the session cannot go on.
        """
        ...

    async def act(self, action: Action) -> ActionResult:
        """Do one action. What an agent asks in vain is told in the result, never raised.

        Raises:
            SessionLost: If the session cannot go on.
        """
        ...

    async def evidence(self) -> dict[str, Any]:
        """The facts that the scorer needs, as JSON data; read once, when the agent has finished.

        Raises:
            SessionLost: If the session cannot go on.
        """
        ...
