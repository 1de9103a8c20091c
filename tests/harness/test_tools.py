"""Tests of actions as tool calls."""

from typing import Any, ClassVar

import pytest
from inspect_ai.model import ChatMessage

from webproctor.core.actions import Action, ActionResult, ActionSet
from webproctor.core.episodes import Step
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Session, SessionLost
from webproctor.harness.tools import ActionTools


class Ring(Action):
    """Ring a bell."""

    name: ClassVar[str] = "ring"


class Broken(Session):
    """A session whose actions raise an exception."""

    actions = ActionSet("bells", (Ring,))

    def __init__(self, fault: Exception) -> None:
        self._fault = fault

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return Observation()

    async def act(self, action: Action) -> ActionResult:
        raise self._fault

    async def evidence(self) -> dict[str, Any]:
        return {}


# Inspect steps some of them into results of the call, and wraps the others.
@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (KeyError("no such bell"), "environment"),
        (TimeoutError("no answer"), "environment"),
        (FileNotFoundError("no such file"), "environment"),
        (OSError(28, "No space left on device"), "disk full"),
        (SessionLost("browser", "gone"), "browser"),
    ],
)
async def test_an_exception_of_a_session_is_a_lost_session(fault: Exception, cause: str):
    messages: list[ChatMessage] = []
    with pytest.raises(SessionLost) as lost:
        await ActionTools(Broken(fault).act, messages).perform(Step(actions=[Ring()]))
    assert lost.value.cause == cause
