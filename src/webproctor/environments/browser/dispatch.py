"""The table of action handlers, by type of action. The modules of handlers fill it."""

from collections.abc import Awaitable, Callable
from typing import Any

from webproctor.core.actions import Action, ActionResult


class ActionFailed(Exception):
    """The action's target does not exist or cannot be used; the message is shown to the agent."""


# A function of a session and an action. Its module imports the session, which imports this one.
Handler = Callable[[Any, Any], Awaitable[ActionResult]]
HANDLERS: dict[type[Action], Handler] = {}


def handler(action: type[Action]) -> Callable[[Handler], Handler]:
    """Register a function as the handler of an action."""

    def register(function: Handler) -> Handler:
        HANDLERS[action] = function
        return function

    return register


def done(message: str, **fields: Any) -> ActionResult:
    return ActionResult(ok=True, message=message, **fields)
