"""The interface of sessions: the environment in which an agent works on a task.

There are two kinds. A *live* session is a page in a real browser. An *offline* session goes through
the stored steps of a data set: it records each action and then shows the next stored page. Both
have the same interface, so every agent runs on every benchmark.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Literal

from webproctor.core.actions import Action, ActionResult, ActionSet
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View

Surface = Literal["page", "desktop", "browser", "browser-input"]
"""The surface that an agent acts on: the `page`, by elements or pixels; a full `desktop` with a
browser window; a `browser` through its DevTools address, including scripts; or `browser-input`, the
same without scripts."""
Rect = tuple[float, float, float, float]
"""Left, top, width and height of an element in the viewport, in CSS pixels."""


DATA = "data"
"""The cause of episodes that are void because data of their task is damaged."""


class SessionLost(Exception):
    """The session failed because of its environment: the browser died, the page hangs.

    The episode is void and is rerun. `cause` is a short name for tables of errors.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


@contextmanager
def reading_data() -> Iterator[None]:
    """Convert a user error about the data of one task, so that it does not end the whole run.

    Raises:
        SessionLost: If the block raises a `UserError`.
    """
    try:
        yield
    except UserError as error:
        raise SessionLost(DATA, str(error)) from error


class Session(ABC):
    """The environment of a task. Created and closed by `Benchmark.session`.

    A subclass defines `actions`, `observe`, `act` and `evidence`; everything else has a default.

    Attributes:
        actions: The available actions.
        recorded: Whether its observations are part of the data set.
        statement: The agent's statement that the task cannot be done. It ends the episode, and is
            its answer.
    """

    actions: ActionSet
    recorded: ClassVar[bool] = False
    statement: str | None = None

    @abstractmethod
    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        """Return an observation with the views in `reads`; no others are computed.

        Raises:
            SessionLost: If the environment fails.
        """

    @abstractmethod
    async def act(self, action: Action) -> ActionResult:
        """Execute one action. Invalid actions return an error result; they do not raise.

        Raises:
            SessionLost: If the environment fails.
        """

    @abstractmethod
    async def evidence(self) -> dict[str, Any]:
        """Return the data for the scorer, as JSON data. Called once, when the agent has finished.

        Raises:
            SessionLost: If the environment fails.
        """

    @property
    def over(self) -> bool:
        """Whether the task has no more steps and the episode ends."""
        return False

    @property
    def noted(self) -> Mapping[str, Sequence[Any]]:
        """Events of pages that are not shown to the agent, as growing lists by kind."""
        return {}

    @property
    def random_parts(self) -> Sequence[str]:
        """Parts of its addresses that differ between sessions of the same task, in the order of
        their use."""
        return ()

    @property
    def random_texts(self) -> Sequence[str]:
        """Texts on its pages that differ between sessions of the same task, such as a password."""
        return ()

    async def peek(self, reads: frozenset[View] = frozenset()) -> Observation:
        """Observe without side effects on the session; by default the same as `observe`."""
        return await self.observe(reads)

    async def rect(self, action: Action) -> Rect | None:
        """Return the rect of an action's target element; None without one, which is the default."""
        return None
